// The interactive chart, loaded by chart.js. Needs neither eval nor injected styles, so it runs under the site's policy.
import embed from "vega-embed";

/** Draws a Vega-Lite spec into a host element. A chart of one panel takes the host's width. */
export function draw(host, spec) {
  const single = typeof spec.width === "number" && !(spec.facet || spec.hconcat || spec.vconcat || spec.concat || spec.repeat);
  const fitted = single ? { ...spec, width: "container", autosize: { type: "fit-x", contains: "padding" } } : spec;
  return embed(host, fitted, {
    mode: "vega-lite",
    renderer: "svg",
    ast: true,
    actions: false,
    defaultStyle: false,
    tooltip: { disableDefaultStyle: true },
  });
}
