// Makes a picture of a trial's drawing as it is seen, with its title and its place in it. Loaded by run.js when asked for.

const WIDTH = 960;
const MARGIN = 24;
const SCALE = 2;
const SPACE = "http://www.w3.org/2000/svg";
const LOOK = ["fill", "fill-opacity", "font-family", "font-size", "font-weight", "opacity", "paint-order", "stroke",
  "stroke-dasharray", "stroke-linejoin", "stroke-width", "text-anchor", "vector-effect"];

function element(name, attributes, ...children) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A copy of a drawing that carries the look which the style sheet gives it. */
function detached(drawing) {
  const copy = drawing.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll("*")];
  [drawing, ...drawing.querySelectorAll("*")].forEach((each, index) => {
    const style = getComputedStyle(each);
    for (const name of LOOK) copies[index].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "id", "role", "aria-labelledby", "aria-hidden"]) copies[index].removeAttribute(name);
  });
  copy.querySelector("title")?.remove();
  return copy;
}

/** The drawings of a figure one below the other, between what they are and where they are from. */
export function compose(figure) {
  const body = getComputedStyle(document.body);
  const picture = element("svg", { xmlns: SPACE, width: WIDTH, "font-family": body.fontFamily, fill: body.color });
  let top = MARGIN;
  const line = (text, size, weight) => {
    top += size * 1.5;
    picture.append(element("text", { x: MARGIN, y: top, "font-size": size, "font-weight": weight }, text));
  };
  const heading = figure.closest("article.trial")?.querySelector("h3 > a");
  line(document.querySelector("h1").textContent, 20, 650);
  line([heading?.textContent, figure.dataset.pictureNote].filter(Boolean).join(" · "), 15, 400);
  for (const part of figure.querySelectorAll(":scope > figcaption, :scope > svg")) {
    if (part.localName === "figcaption") {
      top += 8;
      line(part.textContent.trim(), 14, 400);
      top += 8;
      continue;
    }
    const { height } = part.getBoundingClientRect();
    const copy = detached(part);
    for (const [key, value] of Object.entries({ x: MARGIN, y: top, width: WIDTH - 2 * MARGIN, height })) copy.setAttribute(key, value);
    copy.setAttribute("overflow", "visible");
    picture.append(copy);
    top += height + 4;
  }
  top += 8;
  line(`${location.origin}${location.pathname}#trial-${figure.dataset.trial ?? ""}`, 13, 400);
  picture.setAttribute("height", Math.ceil(top + MARGIN));
  picture.prepend(element("rect", { width: "100%", height: "100%", fill: body.backgroundColor }));
  return picture;
}

async function painted(text, picture) {
  const image = new Image();
  // A data address: the policy allows pictures from nowhere else.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * WIDTH;
  canvas.height = SCALE * Number(picture.getAttribute("height"));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise(resolve => canvas.toBlob(resolve, "image/png"));
}

/** Saves the picture of a figure as `svg` or `png`. */
export async function save(figure, form) {
  const picture = compose(figure);
  const text = new XMLSerializer().serializeToString(picture);
  const blob = form === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await painted(text, picture);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${location.pathname.split("/").at(-2)}-${figure.dataset.trial}.${form}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
