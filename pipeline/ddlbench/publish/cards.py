"""Pictures of charts for link previews and downloads: PNG, with title, evidence level and source in the picture."""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from pathlib import Path

import vl_convert

from ddlbench.discover import Inventory
from ddlbench.models import LANGUAGES
from ddlbench.publish.charts import COLOURS, FONTS, RENDERER, Chart, fill, text_of
from ddlbench.publish.kept import Kept, hash_of_code
from ddlbench.texts import read_texts

WIDTH, HEIGHT = 1200, 630
"""What the places that show previews ask for, in px."""

MARGIN = 48
BAND = 12
PAPER, INK, MUTED, WINDOW = "#ffffff", "#14232b", "#52636c", "#e9a82a"
TITLE_PX, TITLE_LINES, LINE_HEIGHT = 34, 3, 1.3
FOOT_PX = 19
NARROW = 0.56
"""Width of a Latin letter, in parts of the size of the type; a Han character or a syllable of Hangul is a square."""

PIECES = re.compile(r"[\u4e00-\u9fff][^\w\s]*|[^\s\u4e00-\u9fff]+(?: (?:%|m?s\b))?\s*|\s+")
"""What stands together on a line: a word, a number with its unit, or a Han character with the punctuation after it."""

ROOT = re.compile(r"<svg[^>]*>")
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def draw_cards(
    charts: dict[str, Chart], inventory: Inventory, project: Path, fonts: str, kept: Kept, cache: Path
) -> None:
    """Draw the picture of every chart in every language beside its SVG; `fonts` is the hash of the fonts.

    What the version before drew of the same is taken over.
    """
    texts = {language: read_texts(project, language) for language in LANGUAGES}
    code = hash_of_code(__file__)
    for name, chart in charts.items():
        feet = {language: foot(chart, texts[language], inventory, language) for language in LANGUAGES}
        made_of = hashlib.sha256(repr((kept.marks[f"chart {name}"], feet, code)).encode()).hexdigest()
        files = {language: f"charts/{language}/{name}.png" for language in LANGUAGES}
        if kept.taken_over(f"card {name}", made_of, files.values()):
            continue
        for language, file in files.items():
            drawing = (kept.out / file).with_suffix(".svg").read_text("utf-8")
            title, _ = chart.labels[language]
            picture = card(drawing, title, feet[language], FONTS[language])
            (kept.out / file).write_bytes(_painted(picture, fonts, cache / "cards"))
        kept.made(f"card {name}", made_of, files.values())


def foot(chart: Chart, texts: dict[str, str], inventory: Inventory, language: str) -> str:
    """What must not be lost when a picture travels alone: evidence level, number of measurements, source."""
    level = f"{text_of(texts, 'evidence_level')}: {text_of(texts, f'evidence_{chart.evidence_level}')}"
    count = fill(text_of(texts, "measurements_per_point"), {"n": chart.n}) if chart.n else None
    credit = text_of(texts, "credit_measured_here")
    if chart.source:
        source = inventory.sources[chart.source].source
        named = ", ".join(filter(None, (source.author, source.publisher, source.published)))
        credit = f"{text_of(texts, 'source')}: {named or source.title.by_language()[language]}"
    return " · ".join(filter(None, ("ddlbench", level, count, credit)))


def card(drawing: str, title: str, foot_text: str, font: str) -> str:
    """An SVG of the fixed size: title, chart, foot. The chart keeps its proportions and is centred."""
    lines = wrapped(title, (WIDTH - 2 * MARGIN) / TITLE_PX)[:TITLE_LINES]
    pitch = TITLE_PX * LINE_HEIGHT
    top = BAND + 24 + len(lines) * pitch + 14
    size = SIZE.search(drawing)
    opening = ROOT.search(drawing)
    if size is None or opening is None:
        raise ValueError("the drawing has no root with a viewBox")
    inner = drawing[opening.end() :]
    head = "".join(
        _text(line, MARGIN, BAND + 24 + (number + 0.75) * pitch, TITLE_PX, INK, 600)
        for number, line in enumerate(lines)
    )
    box = f'x="{MARGIN}" y="{top:.0f}" width="{WIDTH - 2 * MARGIN}" height="{HEIGHT - top - 64:.0f}"'
    [line, *rest] = wrapped(foot_text, (WIDTH - 2 * MARGIN) / FOOT_PX)
    line += " …" if rest else ""
    return plain(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="{font}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        f'<rect width="{WIDTH}" height="{BAND}" fill="{WINDOW}"/>{head}'
        f'<svg {box} viewBox="0 0 {size[1]} {size[2]}">{inner}'
        f"{_text(line, MARGIN, HEIGHT - 24, FOOT_PX, MUTED, 400)}</svg>"
    )


def plain(svg: str) -> str:
    """The drawing with colours in the place of variables, which only browsers know."""
    return re.sub(r"var\(--chart-(\w+)(?:, [^)]*)?\)", lambda found: COLOURS[found[1]], svg)


def _text(line: str, x: float, y: float, size: int, colour: str, weight: int) -> str:
    place = f'x="{x:.0f}" y="{y:.0f}" font-size="{size}" font-weight="{weight}" fill="{colour}"'
    return f"<text {place}>{html.escape(line)}</text>"


def wrapped(text: str, width: float) -> list[str]:
    """The text in lines of at most `width` times the size of its type; it breaks at spaces and before Han."""
    lines = [""]
    for piece in PIECES.findall(text):
        if lines[-1] and measure(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.strip() for line in lines]


def measure(text: str) -> float:
    """About how wide a text is, in parts of the size of its type; rather too wide than too narrow."""
    return sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else NARROW for letter in text)


def _painted(svg: str, fonts: str, cache: Path) -> bytes:
    key = hashlib.sha256("\0".join((svg, fonts, RENDERER)).encode()).hexdigest()
    path = cache / f"{key}.png"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part")
        partial.write_bytes(vl_convert.svg_to_png(svg))
        partial.replace(path)
    return path.read_bytes()
