// Loads the interactive chart when the reader asks for it. Until it is drawn, the static one stays.

async function loadSpec(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: HTTP status ${response.status}`);
  return response.json();
}

async function explore(button) {
  const figure = button.closest("figure");
  const view = figure.querySelector("[data-chart-view]");
  const status = figure.querySelector("[role=status]");
  const host = document.createElement("div");
  host.className = "chart-pending";
  button.disabled = true;
  status.textContent = "";
  try {
    const [module, spec] = await Promise.all([import(button.dataset.module), loadSpec(button.dataset.spec)]);
    view.append(host);
    await module.draw(host, spec);
    host.className = "chart-interactive";
    view.replaceChildren(host);
    view.focus({ preventScroll: true });
    button.remove();
  } catch (error) {
    console.error(error);
    host.remove();
    button.disabled = false;
    status.textContent = button.dataset.failed;
  }
}

for (const button of document.querySelectorAll("button[data-chart-explore]")) {
  button.hidden = false;
  button.addEventListener("click", () => explore(button));
}
