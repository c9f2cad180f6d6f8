// Searches the site's own index, which is loaded with the first search. The words stand in the address.

const form = document.querySelector("form[data-search]");
const list = document.querySelector("[data-search-results]");
const status = document.querySelector("[data-search-status]");
const MOST = 30;
let engine;
let latest = 0;

async function load() {
  const module = await import(new URL(form.dataset.module, location.href).href);
  await module.options({ baseUrl: form.dataset.root });
  await module.init();
  return module;
}

/** The excerpt of Pagefind, which is text with <mark>, as nodes. */
function marked(html) {
  return new DOMParser().parseFromString(html, "text/html").body.childNodes;
}

function shown(result) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = result.url;
  link.textContent = result.meta.title;
  const text = document.createElement("p");
  // The Korean index holds the endings of words beside the text, so its excerpts are not sentences.
  if (form.dataset.whole === "true") text.textContent = result.meta.description ?? "";
  else text.append(...marked(result.excerpt));
  item.append(link, text);
  return item;
}

async function search() {
  const words = form.elements.namedItem("q").value.trim();
  const mine = ++latest;
  history.replaceState(null, "", words ? `?${new URLSearchParams({ q: words })}` : location.pathname);
  if (!words) {
    list.replaceChildren();
    status.textContent = "";
    return;
  }
  try {
    engine ??= load();
    const found = await (await engine).search(words);
    const results = await Promise.all(found.results.slice(0, MOST).map(each => each.data()));
    if (mine !== latest) return;
    list.replaceChildren(...results.map(shown));
    status.textContent = (found.results.length ? form.dataset.found : form.dataset.none).replace("%n", found.results.length);
  } catch (error) {
    console.error(error);
    engine = undefined;
    status.textContent = form.dataset.failed;
  }
}

form.hidden = false;
form.elements.namedItem("q").value = new URLSearchParams(location.search).get("q") ?? "";
form.addEventListener("submit", event => {
  event.preventDefault();
  search();
});
form.addEventListener("input", search);
search();
