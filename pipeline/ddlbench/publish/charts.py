"""Charts: Vega-Lite specs with the rows of a query, drawn once per language as SVG, and once more for a phone.

A drawing is kept under the hash of its localised spec, the fonts and the renderer, since drawing is the slowest step.
"""

from __future__ import annotations

import functools
import hashlib
import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import vl_convert

from ddlbench.database import SQL
from ddlbench.errors import did_you_mean, failure
from ddlbench.models import LANGUAGES
from ddlbench.publish import narrow, queries
from ddlbench.publish.kept import Kept, hash_of_code
from ddlbench.publish.queries import Answer, Cells, write_csv
from ddlbench.texts import read_texts

COLOURS = {
    "ink": "#33444c",
    "grid": "#dfe5e8",
    "1": "#266be6",
    "2": "#dc7346",
    "3": "#145627",
    "4": "#763168",
    "5": "#05a1ae",
    "6": "#c2830a",
    "7": "#685f17",
    "8": "#14232b",
}
"""What the site's colour variables are in light mode: a downloaded chart has no style sheet."""

SPECS = SQL.parent / "charts"
VEGA_LITE = "6.4"
RENDERER = version("vl-convert-python")
FONT_FOLDERS = {"noto-sans-sc": "Noto Sans SC", "noto-sans-kr": "Noto Sans KR"}
FONTS = {"en": "Noto Sans SC", "zh-cn": "Noto Sans SC", "ko": "Noto Sans KR"}
MINUS = "\N{MINUS SIGN}"
WEIGHTS = ("400Regular", "600SemiBold")

Spec = dict[str, Any]
Json = dict[str, Any] | list[Any] | str | int | float | bool | None


@dataclass(frozen=True)
class Chart:
    """A chart as the pages need it; its figures are those of a source, or of the runs of an experiment.

    `titles` are those of its columns, `labels` its own title and its description in words; both by language.
    """

    name: str
    query: str
    facts: str
    source: str | None
    experiment: str | None
    n: str | None
    evidence_level: str
    titles: dict[str, dict[str, str]]
    labels: dict[str, tuple[str, str]]


def draw_charts(answers: dict[str, Answer], project: Path, fonts: str, kept: Kept, cache: Path) -> dict[str, Chart]:
    """Draw every chart in every language for a version; `fonts` is the hash of the fonts. Returns the charts by name.

    What the version before drew of the same is taken over.
    """
    texts = {language: read_texts(project, language) for language in LANGUAGES}
    code = hash_of_code(__file__, str(narrow.__file__), str(queries.__file__))
    rests_on = hashlib.sha256(repr((fonts, RENDERER, VEGA_LITE, code, texts)).encode()).hexdigest()
    draw = functools.partial(_drawn, fonts=fonts, cache=cache)
    (kept.out / "downloads" / "charts").mkdir()
    charts = {}
    for path in sorted(SPECS.glob("*.vl.json")):
        name = path.name.removesuffix(".vl.json")
        spec = json.loads(path.read_text("utf-8"))
        charts[name] = chart = _chart(name, spec, answers, texts)
        made_of = hashlib.sha256(repr((spec, chart, answers[chart.query], rests_on)).encode()).hexdigest()
        files = [f"downloads/charts/{name}.csv", *_drawings(name)]
        if not kept.taken_over(f"chart {name}", made_of, files):
            _draw(name, spec, chart, answers[chart.query], texts, draw, kept.out)
            kept.made(f"chart {name}", made_of, files)
    return charts


def _drawings(name: str) -> list[str]:
    """The files of a chart's drawings, below a version."""
    folders = [f"charts/{language}{width}" for language in LANGUAGES for width in ("", "/narrow")]
    return [f"{folder}/{name}.{form}" for folder in folders for form in ("vl.json", "svg")]


def _draw(
    name: str,
    spec: Spec,
    chart: Chart,
    answer: Answer,
    texts: dict[str, dict[str, str]],
    draw: Callable[[Spec], str],
    out: Path,
) -> None:
    write_csv(answer, out / "downloads" / "charts" / f"{name}.csv")
    for language in LANGUAGES:
        folder = out / "charts" / language
        (folder / "narrow").mkdir(parents=True, exist_ok=True)
        wide = localise(spec, texts[language], answer, FONTS[language])
        for place, made in ((folder, wide), (folder / "narrow", narrow.narrowed(wide, draw))):
            (place / f"{name}.vl.json").write_text(_json(made) + "\n", "utf-8")
            prefix = name if place == folder else f"{name}-narrow"
            svg = accessible(coloured(draw(made)), prefix, *chart.labels[language])
            (place / f"{name}.svg").write_text(svg, "utf-8")


def _chart(name: str, spec: Spec, answers: dict[str, Answer], texts: dict[str, dict[str, str]]) -> Chart:
    made = spec["usermeta"]["ddlbench"]
    facts = _facts(made, answers)
    titles = {
        column: {language: texts[language].get(f"col_{column}", column) for language in LANGUAGES}
        for column in answers[made["query"]].columns
    }
    level = made.get("evidence_level", "transcribed")
    n = made.get("n") or facts.get("n")
    labels = {
        language: (fill(text_of(known, f"chart_{name}_title"), facts), fill(text_of(known, f"chart_{name}_alt"), facts))
        for language, known in texts.items()
    }
    source, experiment = made.get("source"), made.get("experiment")
    return Chart(name, made["query"], made["facts"], source, experiment, n, level, titles, labels)


def _facts(made: dict[str, str], answers: dict[str, Answer]) -> Cells:
    """The row that fills the texts of a chart: the only one of its query, or that of its experiment."""
    answer = answers[made["facts"]]
    if answer.key == "experiment":
        return next(row for row in answer.rows if row["experiment"] == made["experiment"])
    return answer.facts()


def register_fonts(node_modules: Path) -> str:
    """Make the pinned fonts known to the renderer, before its first drawing; returns a hash of their bytes."""
    digest = hashlib.sha256()
    for folder in FONT_FOLDERS:
        for weight in WEIGHTS:
            place = node_modules / "@expo-google-fonts" / folder / weight
            for font in sorted(place.glob("*.ttf")):
                digest.update(hashlib.sha256(font.read_bytes()).digest())
            vl_convert.register_font_directory(str(place))
    return digest.hexdigest()


def localise(spec: Spec, texts: dict[str, str], answer: Answer, font: str) -> Spec:
    """The spec with the texts of a language, the rows of its query, and the look of the site."""
    localised: Spec = _translated(spec, texts)
    made = localised.pop("usermeta")["ddlbench"]
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        **localised,
        "usermeta": {"explore": made.get("explore")},
        "datasets": {"rows": [_typed(row, texts) for row in answer.rows]},
        "config": merge(look(font), localised.get("config", {})),
    }


def _translated(node: Json, texts: dict[str, str]) -> Any:  # noqa: ANN401
    if isinstance(node, dict):
        return {key: _translated(value, texts) for key, value in node.items()}
    if isinstance(node, list):
        return [_translated(value, texts) for value in node]
    if isinstance(node, str) and "i18n:" in node:
        return re.sub(r"i18n:(\w+)", lambda found: text_of(texts, found[1]), node)
    return node


def text_of(texts: dict[str, str], key: str) -> str:
    """A text of the interface that a chart asks for."""
    if key not in texts:
        raise failure("i18n", f"the key `{key}`, which a chart needs, is missing", did_you_mean(key, texts))
    return texts[key]


def _typed(row: Cells, texts: dict[str, str]) -> dict[str, str | int | float | None]:
    """Numbers as numbers: a spec draws them, and prints only what the query printed."""
    return {column: _number(text, texts) for column, text in row.items()}


def _number(text: str | None, texts: dict[str, str]) -> str | int | float | None:
    """A cell as a number if it is one; a text is said in the language as far as the pages do."""
    if text is None:
        return None
    if not re.fullmatch(r"-?\d+(\.\d+)?", text):
        return text.replace(" (tuned)", texts["tuned_mark"])
    return float(text) if "." in text else int(text)


def merge(base: Spec, over: Spec) -> Spec:
    """Two nested dictionaries as one; the second wins."""
    merged = dict(base)
    for key, value in over.items():
        both = isinstance(value, dict) and isinstance(base.get(key), dict)
        merged[key] = merge(base[key], value) if both else value
    return merged


def look(font: str) -> Spec:
    """The look of all charts: the site's colours by CSS variables, so that one drawing serves light and dark."""
    ink, grid = "var(--chart-ink)", "var(--chart-grid)"
    axis = {"labelColor": ink, "titleColor": ink, "gridColor": grid, "domainColor": grid, "tickColor": grid}
    text = {"labelFontSize": 14, "titleFontSize": 14, "titleFontWeight": 400, "aria": False, "labelLimit": 300}
    return {
        "font": font,
        "background": None,
        # The reader's font can be wider than the one that the drawing was measured with.
        "padding": {"left": 28, "right": 20, "top": 5, "bottom": 5},
        "view": {"stroke": None},
        "concat": {"spacing": 36},
        "axis": {**axis, **text, "labelPadding": 6, "titlePadding": 10, "labelFlush": False},
        "legend": {**text, "labelColor": ink, "titleColor": ink, "columnPadding": 28},
        "header": {"labelColor": ink, "titleColor": ink, "labelFontSize": 14, "titleFontSize": 14},
        "text": {"color": ink, "fontSize": 14},
        "range": {"category": [f"var(--chart-{number})" for number in range(1, 9)]},
    }


def _json(spec: Spec) -> str:
    return json.dumps(spec, ensure_ascii=False, sort_keys=True)


def _drawn(spec: Spec, fonts: str, cache: Path) -> str:
    parts = (_json(spec), fonts, RENDERER, VEGA_LITE)
    path = cache / "charts" / (hashlib.sha256("\0".join(parts).encode()).hexdigest() + ".svg")
    if path.exists():
        return path.read_text("utf-8")
    svg = vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".part")
    partial.write_text(svg, "utf-8")
    partial.replace(path)
    return svg


def fill(text: str, facts: Cells) -> str:
    """A text with its `{{ .name }}` places filled from a row, as Hugo fills them."""
    return re.sub(r"\{\{\s*\.(\w+)\s*\}\}", lambda found: shown(str(facts[found[1]])), text)


def shown(text: str) -> str:
    """A number as the pages show it: grouped by threes, with a true minus sign; other text as it is."""
    found = re.fullmatch(r"(-?)(0|[1-9][0-9]{0,14})(\.[0-9]+)?", text)
    return f"{found[1] and MINUS}{int(found[2]):,}{found[3] or ''}" if found else text


def coloured(svg: str) -> str:
    """The drawing with a colour for every variable of the style sheet, for where there is none."""
    return re.sub(r"var\(--chart-(\w+)\)", lambda found: f"var(--chart-{found[1]}, {COLOURS[found[1]]})", svg)


def accessible(svg: str, name: str, title: str, description: str) -> str:
    """The drawing as one image with a name and a description, and with ids that no other drawing has."""
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    labels = (
        f'<title id="{name}-title">{html.escape(title)}</title><desc id="{name}-desc">{html.escape(description)}</desc>'
    )
    opening = f'<svg role="img" aria-labelledby="{name}-title {name}-desc"'
    return re.sub(r"<svg([^>]*)>", lambda found: f"{opening}{found[1]}>{labels}", svg, count=1)
