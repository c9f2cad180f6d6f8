// Exact values of a trial's drawing: where the pointer is, or by the arrow keys, the interval there and its log line.

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
  readout.textContent = `${row.elapsed_s} s: ${row.tps || "–"} TPS${latency} (${row.file.split("/").at(-1)}:${row.line})`;
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

for (const figure of document.querySelectorAll("[data-run-chart]")) {
  const plot = figure.querySelector("svg.plot");
  figure.tabIndex = 0;
  figure.addEventListener("pointermove", event => {
    const box = plot.getBoundingClientRect();
    show(figure, ((event.clientX - box.left) / box.width) * figure.dataset.length);
  });
  figure.addEventListener("keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    show(figure, Number(figure.dataset.second ?? 0) + by);
  });
}
