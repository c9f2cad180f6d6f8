// Filters the table of runs. What is chosen stands in the address, so that a link shows the same rows.

const form = document.querySelector("form[data-filter]");
const body = document.querySelector("tbody[data-rows]");
const count = form.querySelector("[data-count]");
const FIELDS = ["engine", "machine", "tuning", "origin"];

/** Takes the rows of the following pages into this one; resolves when all are here. */
async function loadAll() {
  document.querySelector("[data-pager]")?.remove();
  while (form.dataset.next) {
    const response = await fetch(form.dataset.next);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    body.append(...page.querySelectorAll("tbody[data-rows] > tr"));
    form.dataset.next = page.querySelector("form[data-filter]")?.dataset.next ?? "";
  }
}

function apply() {
  const wanted = new FormData(form);
  const words = wanted.get("q").toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of body.rows) {
    const text = words.length ? row.textContent.toLowerCase() : "";
    row.hidden = FIELDS.some(name => wanted.get(name) && row.dataset[name] !== wanted.get(name))
      || words.some(word => !text.includes(word));
    shown += !row.hidden;
  }
  count.textContent = count.dataset.text.replace("%n", shown).replace("%total", body.rows.length);
}

async function change() {
  const chosen = [...new FormData(form)].filter(([, value]) => value);
  const query = new URLSearchParams(chosen).toString();
  history.replaceState(null, "", query ? `?${query}${location.hash}` : location.pathname);
  if (chosen.length) await loadAll();
  apply();
}

for (const [name, value] of new URLSearchParams(location.search)) {
  const field = form.elements.namedItem(name);
  if (field) field.value = value;
}
form.hidden = false;
form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("input", change);
form.addEventListener("reset", () => setTimeout(change));
if (location.search) change();
else apply();
