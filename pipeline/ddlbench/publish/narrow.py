"""Charts for a phone: panels below each other, the name of a row above its marks, as wide as the screen.

A wide chart would be illegible there or have to be scrolled. The page holds both drawings and shows the one that fits.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from typing import Any

Spec = dict[str, Any]

WIDTH = 328
"""Pixels of a drawing: a screen of 360 without its margins."""

TEXT = 12
PANEL = 200
MARKS, NAME = 16, 24
"""Heights of the marks of one series in a row, and of the row's name above them."""


def narrowed(spec: Spec, draw: Callable[[Spec], str]) -> Spec:
    """A localised spec as it is drawn for a phone; `draw` gives the SVG of a spec."""
    narrow = _stacked(copy.deepcopy(spec))
    if "width" in narrow:
        return {**narrow, "width": WIDTH, "autosize": {"type": "fit-x", "contains": "padding"}}
    _widen(narrow, WIDTH - 20)
    # Vega-Lite fits a single panel only; of several it is known how much is beside them once they are drawn.
    found = re.search(r'<svg[^>]* width="(\d+)', draw(narrow))
    assert found
    _widen(narrow, WIDTH - 20 + WIDTH - int(found[1]))
    return narrow


def _stacked(spec: Spec) -> Spec:
    for legend in _legends(spec):
        legend.pop("direction", None)
        legend["columns"] = 1
    for part in ("axis", "legend", "header"):
        spec["config"][part] |= {"labelFontSize": TEXT, "titleFontSize": TEXT}
    spec["config"]["text"]["fontSize"] = TEXT
    spec["config"]["padding"] |= {"left": 4, "right": 12}
    if "column" in spec.get("facet", {}):
        column = spec["facet"].pop("column")
        spec["facet"]["row"] = {**column, "header": {**column["header"], "labelOrient": "top", "labelAnchor": "start"}}
        spec["spec"]["height"] = PANEL
    if "hconcat" in spec:
        spec["vconcat"] = [_named_above(panel, spec["datasets"]["rows"]) for panel in spec.pop("hconcat")]
    return spec


def _legends(node: Any) -> Iterator[Spec]:  # noqa: ANN401
    if isinstance(node, list):
        for each in node:
            yield from _legends(each)
    elif isinstance(node, dict):
        if isinstance(legend := node.get("legend"), dict):
            yield legend
        for key, each in node.items():
            if key != "datasets":
                yield from _legends(each)


def _named_above(panel: Spec, rows: list[Spec]) -> Spec:
    """A panel with a row for each name, whose names take no width."""
    encoding = panel["encoding"]
    field = encoding.get("yOffset", {}).get("field")
    marks = MARKS * len({row.get(field) for row in rows})
    padding = NAME / (marks + NAME)
    panel["height"] = {"step": marks + NAME, "for": "position"}
    encoding["y"]["scale"] = {"paddingInner": padding, "paddingOuter": padding}
    encoding["y"]["axis"] = {
        "title": None,
        "grid": True,
        "ticks": False,
        "domain": False,
        "labelAlign": "left",
        "labelPadding": 0,
        "labelOffset": -(marks + NAME) // 2 + 2,
        "labelLimit": WIDTH,
    }
    for layer in panel.get("layer", []):
        if "y" in layer["encoding"] and layer["encoding"]["y"] is None:
            _beside_marks(layer, encoding["y"])
    return panel


def _beside_marks(line: Spec, y: Spec) -> None:
    """Draw a line across the panel beside the marks of each row only, so that it does not cross the names."""
    name = {"field": y["field"]}
    line["transform"] = [{"aggregate": [], "groupby": [y["field"]]}]
    line["encoding"]["y"] = {**name, "type": y["type"], "sort": None, "bandPosition": 0}
    line["encoding"]["y2"] = {**name, "bandPosition": 1}


def _widen(spec: Spec, width: int) -> None:
    for panel in spec.get("vconcat") or [spec["spec"]]:
        panel["width"] = width
