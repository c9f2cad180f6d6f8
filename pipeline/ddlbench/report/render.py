"""A report as Markdown and as one HTML file that loads nothing; contributed text is inert in both.

In Markdown it stands in code blocks, where nothing is markup or a mention; in HTML every character is escaped.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from ddlbench.errors import columns as width
from ddlbench.errors import printable
from ddlbench.report.parts import Curve, Report, Table

WIDE, HIGH = 640, 120
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
:root { color-scheme: light dark; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid #8888; padding: .2rem .6rem; text-align: left; vertical-align: top; }
td { white-space: pre-wrap; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
svg { max-width: 100%; height: auto; }
polyline { fill: none; stroke: currentColor; } line { stroke: #c33; stroke-dasharray: 4; }
"""


def plain(text: str) -> str:
    """Text on one line that no reader and no renderer obeys."""
    return printable(text.replace("\n", " ⏎ ")).replace("`", "'")


def to_markdown(report: Report) -> str:
    """The report as Markdown."""
    lines = [f"# {report.title}", ""]
    for section in report.sections:
        lines += [f"## {section.title}", "", *section.sentences, *([""] if section.sentences else [])]
        for table in section.tables:
            lines += ["```text", *_aligned(table), "```", ""]
    return "\n".join(lines)


def _aligned(table: Table) -> Iterator[str]:
    rows = [tuple(plain(cell) for cell in row) for row in (table.columns, *table.rows)]
    widths = [max(width(row[number]) for row in rows) for number in range(len(table.columns))]
    for row in rows:
        cells = [cell + " " * (widths[number] - width(cell)) for number, cell in enumerate(row)]
        yield "  ".join(cells).rstrip()


def to_html(report: Report) -> str:
    """The report as one HTML file without scripts."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        f"<title>{escaped(report.title)}</title><style>{STYLE}</style></head><body><h1>{escaped(report.title)}</h1>",
    ]
    for section in report.sections:
        parts.append(f"<h2>{escaped(section.title)}</h2>")
        parts += [f"<p>{escaped(sentence)}</p>" for sentence in section.sentences]
        parts += [_html_table(table) for table in section.tables]
        parts += [_drawing(curve) for curve in section.curves]
    return "\n".join([*parts, "</body></html>", ""])


def escaped(text: str) -> str:
    """Text as HTML shows it."""
    return html.escape(printable(text.replace("\n", " ⏎ ")))


def _html_table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escaped(cell)}</th>' for cell in table.columns)
    rows = ["<tr>" + "".join(f"<td>{escaped(cell)}</td>" for cell in row) + "</tr>" for row in table.rows]
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _drawing(curve: Curve) -> str:
    """A line over time from zero to the largest value, with the start of the DDL."""
    last = max(second for second, _ in curve.points) or 1.0
    most = max(value for _, value in curve.points) or 1.0
    points = " ".join(f"{second / last * WIDE:.1f},{HIGH - value / most * HIGH:.1f}" for second, value in curve.points)
    at = f"{(curve.mark or 0) / last * WIDE:.1f}"
    mark = f'<line x1="{at}" y1="0" x2="{at}" y2="{HIGH}"/>' if curve.mark is not None else ""
    label = escaped(f"{curve.title}: 0 to {most:.0f} over {last:.0f} s")
    drawing = f'<svg role="img" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}"><title>{label}</title>'
    return f'<figure><figcaption>{label}</figcaption>{drawing}<polyline points="{points}"/>{mark}</svg></figure>'
