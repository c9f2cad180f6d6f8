// The choice of series and of a range in an interactive chart. It stands in the address: `<chart>.<field>=<value>` for each
// series that is shown, `<chart>.<field>=<from>..<to>` for the range.

/** The values of a field in the rows of a spec, in the order of its scale. */
export function valuesOf(spec, field) {
  const found = [...new Set(spec.datasets.rows.map(row => row[field]))];
  return found.sort((one, other) => (one === null ? -1 : other === null ? 1 : one < other ? -1 : 1));
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A checkbox a series; all are shown at first. */
function seriesPart(spec, { field, title, empty }) {
  const boxes = valuesOf(spec, field).map(value => {
    const box = element("input", { type: "checkbox", name: field, value: value ?? "", checked: true, defaultChecked: true });
    return element("label", {}, box, ` ${value ?? empty}`);
  });
  return element("fieldset", {}, element("legend", { textContent: title }), ...boxes);
}

/** Two numbers, the lowest and the highest of the field at first. */
function rangePart(spec, { field, title }, words) {
  const values = valuesOf(spec, field).filter(value => typeof value === "number");
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const inputs = [["from", low], ["to", high]].map(([name, value]) => {
    const input = element("input", { type: "number", name, min: low, max: high, step: "any", defaultValue: value });
    return element("label", {}, `${words[name]} `, input);
  });
  return element("fieldset", {}, element("legend", { textContent: title }), ...inputs);
}

function chosen(form, spec, { series, range }) {
  const shown = new Set([...form.querySelectorAll("input:checked")].map(box => box.value));
  const [from, to] = ["from", "to"].map(name => form.elements.namedItem(name).valueAsNumber);
  return spec.datasets.rows.filter(row => shown.has(String(row[series.field] ?? ""))
    && (row[range.field] === null || !(row[range.field] < from || row[range.field] > to)));
}

/** What differs from everything, as the address has it; empty texts stand for rows without a series. */
function written(form, name, { series, range }) {
  const state = new URLSearchParams();
  const boxes = [...form.querySelectorAll("input[type=checkbox]")];
  const [from, to] = ["from", "to"].map(each => form.elements.namedItem(each));
  if (boxes.some(box => !box.checked)) {
    const checked = boxes.filter(box => box.checked);
    for (const box of checked.length ? checked : [{ value: "-" }]) state.append(`${name}.${series.field}`, box.value);
  }
  if (from.value !== from.defaultValue || to.value !== to.defaultValue) state.set(`${name}.${range.field}`, `${from.value}..${to.value}`);
  return state;
}

function restore(form, name, { series, range }, state) {
  const wanted = state.getAll(`${name}.${series.field}`);
  if (wanted.length) for (const box of form.querySelectorAll("input[type=checkbox]")) box.checked = wanted.includes(box.value);
  const bounds = state.get(`${name}.${range.field}`)?.split("..");
  if (bounds?.length === 2) ["from", "to"].forEach((each, index) => (form.elements.namedItem(each).value = bounds[index]));
}

/** A form that chooses rows of a drawn chart, once it shows what the address says; `changed` gets what that is to say. */
export async function controls(view, spec, name, words, changed) {
  const fields = spec.usermeta.explore;
  const count = element("output", {});
  const form = element("form", { className: "chart-controls" }, seriesPart(spec, fields.series),
    rangePart(spec, fields.range, words), element("button", { type: "reset", textContent: words.reset }), count);
  const apply = async () => {
    const rows = chosen(form, spec, fields);
    count.textContent = words.rows.replace("%n", rows.length).replace("%total", spec.datasets.rows.length);
    await view.data("rows", rows.map(row => ({ ...row }))).runAsync();
  };
  const change = () => {
    changed(written(form, name, fields));
    return apply();
  };
  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("input", change);
  form.addEventListener("reset", () => setTimeout(change));
  restore(form, name, fields, new URLSearchParams(location.search));
  await apply();
  return form;
}
