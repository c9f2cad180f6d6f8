// The interactive chart, loaded by chart.js. Needs neither eval nor injected styles, so it runs under the site's policy.
import embed from "vega-embed";
import { controls, valuesOf } from "./choose.js";

const COLOURED = ["color", "fill", "stroke", "shape"];

/** Names every series to its scales, so that each keeps its colour and shape when others are left out. */
function settled(node, spec) {
  if (Array.isArray(node)) return node.map(each => settled(each, spec));
  if (node === null || typeof node !== "object") return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, each]) => [key, key === "datasets" ? each : settled(each, spec)]));
  for (const channel of COLOURED.filter(name => copy.encoding?.[name]?.field in spec.datasets.rows[0])) {
    const { field, scale } = copy.encoding[channel];
    if (copy.encoding[channel].type === "nominal" && !scale?.domain) {
      copy.encoding[channel] = { ...copy.encoding[channel], scale: { ...scale, domain: valuesOf(spec, field) } };
    }
  }
  return copy;
}

/** Draws a Vega-Lite spec into a host element; gives its view. A chart of one panel takes the host's width. */
export async function draw(host, spec) {
  const single = typeof spec.width === "number" && !(spec.facet || spec.hconcat || spec.vconcat || spec.concat || spec.repeat);
  const fitted = single ? { ...spec, width: "container", autosize: { type: "fit-x", contains: "padding" } } : spec;
  const { view } = await embed(host, settled(fitted, spec), {
    mode: "vega-lite",
    renderer: "svg",
    ast: true,
    actions: false,
    defaultStyle: false,
    tooltip: { disableDefaultStyle: true },
  });
  return view;
}

export { controls };
