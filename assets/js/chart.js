// Loads the interactive chart when the reader asks for it, or when the address does. Until it is drawn, the static one stays.

const OPEN = "explore";
const PHONE = matchMedia("(max-width: 40rem)");

async function loadSpec(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: HTTP status ${response.status}`);
  return response.json();
}

/** Puts what is chosen in a chart in the place of what the address said of it. */
function remember(name, state) {
  const query = new URLSearchParams(location.search);
  for (const key of [...query.keys()]) if (key.startsWith(`${name}.`)) query.delete(key);
  if (!query.getAll(OPEN).includes(name)) query.append(OPEN, name);
  for (const [key, value] of state) query.append(key, value);
  history.replaceState(null, "", `?${query}#chart-${name}`);
}

async function explore(button, asked) {
  const figure = button.closest("figure");
  const view = figure.querySelector("[data-chart-view]");
  const status = figure.querySelector("[role=status]");
  const host = document.createElement("div");
  const name = figure.id.replace("chart-", "");
  host.className = "chart-pending";
  button.disabled = true;
  status.textContent = "";
  try {
    const [module, spec] = await Promise.all([import(button.dataset.module), loadSpec(PHONE.matches ? button.dataset.specNarrow : button.dataset.spec)]);
    view.append(host);
    const drawn = await module.draw(host, spec);
    host.className = "chart-interactive";
    view.replaceChildren(host);
    if (spec.usermeta.explore) view.after(await module.controls(drawn, spec, name, button.dataset, state => remember(name, state)));
    button.remove();
    if (!asked) return;
    view.focus({ preventScroll: true });
    if (!new URLSearchParams(location.search).getAll(OPEN).includes(name)) remember(name, []);
  } catch (error) {
    console.error(error);
    host.remove();
    button.disabled = false;
    status.textContent = button.dataset.failed;
  }
}

const wanted = new URLSearchParams(location.search).getAll(OPEN);
for (const button of document.querySelectorAll("button[data-chart-explore]")) {
  button.hidden = false;
  button.addEventListener("click", () => explore(button, true));
  if (wanted.includes(button.closest("figure").id.replace("chart-", ""))) explore(button, false);
}
