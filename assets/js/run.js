// Exact values of a trial's drawing: where the pointer is, or by the arrow keys, the interval there and its log line.
// A click keeps the place; it then stands in the address as `at=<trial>:<second>`.

const source = document.querySelector("a[data-intervals]");
let loading;

/** The intervals of all trials, by the number of the trial; loaded once, when first asked for. */
function intervals() {
  loading ??= fetch(source.href).then(response => response.text()).then(text => {
    const [header, ...lines] = text.trim().split("\n").map(line => line.split(","));
    const trials = new Map();
    for (const cells of lines) {
      const row = Object.fromEntries(header.map((name, index) => [name, cells[index]]));
      const number = row.file.split("/").at(-2);
      if (!trials.has(number)) trials.set(number, []);
      trials.get(number).push(row);
    }
    return trials;
  });
  return loading;
}

function tell(figure, row) {
  const readout = figure.querySelector("[data-readout]");
  const latency = row.latency_ms ? `, ${row.latency_percentile ? `p${row.latency_percentile} ` : ""}${row.latency_ms} ms` : "";
  const line = document.createElement("a");
  line.href = `${source.dataset.intervals}?${new URLSearchParams({ file: row.file, line: row.line })}`;
  line.textContent = `${row.file.split("/").at(-1)}:${row.line}`;
  readout.replaceChildren(`${row.elapsed_s} s: ${row.tps || "–"} TPS${latency} (`, line, ")");
  for (const plot of figure.querySelectorAll("svg.plot")) {
    const cursor = plot.querySelector(".cursor") ?? plot.appendChild(document.createElementNS(plot.namespaceURI, "line"));
    cursor.setAttribute("class", "cursor");
    for (const [name, value] of [["y1", 0], ["y2", "100%"]]) cursor.setAttribute(name, value);
    for (const name of ["x1", "x2"]) cursor.setAttribute(name, `${(100 * row.elapsed_s) / figure.dataset.length}%`);
  }
}

async function show(figure, second) {
  const rows = (await intervals()).get(figure.dataset.trial) ?? [];
  const near = rows.reduce((best, row) => (Math.abs(row.elapsed_s - second) < Math.abs(best.elapsed_s - second) ? row : best), rows[0]);
  if (!near) return;
  figure.dataset.second = near.elapsed_s;
  tell(figure, near);
}

/** Keeps the place of a drawing, or lets it go. */
function keep(figure, kept) {
  const { trial, second } = figure.dataset;
  const query = new URLSearchParams(location.search);
  const others = query.getAll("at").filter(each => !each.startsWith(`${trial}:`));
  query.delete("at");
  for (const each of kept ? [...others, `${trial}:${second}`] : others) query.append("at", each);
  figure.toggleAttribute("data-kept", kept);
  history.replaceState(null, "", `${query.size ? `?${query}` : location.pathname}${kept ? `#trial-${trial}` : location.hash}`);
}

function listen(figure) {
  const plot = figure.querySelector("svg.plot");
  const second = event => {
    const box = plot.getBoundingClientRect();
    return ((event.clientX - box.left) / box.width) * figure.dataset.length;
  };
  figure.tabIndex = 0;
  figure.addEventListener("pointermove", event => {
    if (event.target.closest("svg.plot") && !figure.hasAttribute("data-kept")) show(figure, second(event));
  });
  figure.addEventListener("click", async event => {
    if (!event.target.closest("svg.plot")) return;
    await show(figure, second(event));
    keep(figure, true);
  });
  figure.addEventListener("keydown", async event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape") keep(figure, false);
    if (!by) return;
    event.preventDefault();
    await show(figure, Number(figure.dataset.second ?? 0) + by);
    keep(figure, true);
  });
}

/** Buttons that make a picture of a drawing; what makes it is loaded when the first one is pressed. */
function offer(place) {
  for (const form of ["SVG", "PNG"]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = form;
    button.addEventListener("click", async () => {
      const { save } = await import(place.dataset.pictures);
      await save(place.closest("figure"), form.toLowerCase());
    });
    place.append(button);
  }
}

const kept = new Map(new URLSearchParams(location.search).getAll("at").map(each => each.split(":")));
document.querySelectorAll("[data-pictures]").forEach(offer);
for (const figure of document.querySelectorAll("[data-run-chart]")) {
  listen(figure);
  if (kept.has(figure.dataset.trial)) {
    figure.toggleAttribute("data-kept", true);
    show(figure, Number(kept.get(figure.dataset.trial)));
  }
}
