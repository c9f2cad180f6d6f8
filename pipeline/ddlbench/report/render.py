"""A report as Markdown and as one HTML file that loads nothing; contributed text is inert in both.

In Markdown it stands in code blocks, where nothing is markup or a mention; in HTML every character is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ddlbench.errors import columns as width
from ddlbench.errors import printable
from ddlbench.report.draw import curve_svg, curve_text, escaped, whiskers_svg
from ddlbench.report.parts import Report, Table

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
:root { color-scheme: light dark; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
caption { text-align: left; font-weight: 600; }
th, td { border-bottom: 1px solid #8888; padding: .2rem .6rem; text-align: left; vertical-align: top; }
td { white-space: pre-wrap; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
svg { max-width: 100%; height: auto; }
polyline, path { fill: none; stroke: currentColor; } line { stroke: #c33; stroke-dasharray: 4; }
text, circle { fill: currentColor; } text { font-size: 13px; }
"""


def plain(text: str) -> str:
    """Text on one line that no reader and no renderer obeys."""
    return printable(text.replace("\n", " ⏎ ")).replace("`", "'")


def to_markdown(report: Report) -> str:
    """The report as Markdown."""
    lines = [f"# {report.title}", ""]
    for section in report.sections:
        lines += [f"## {section.title}", ""]
        for sentence in section.sentences:
            lines += [sentence, ""]
        for table in section.tables:
            lines += _block(_aligned(table))
        for curve in section.curves:
            lines += _block(map(plain, curve_text(curve)))
    return "\n".join(lines)


def _block(lines: Iterable[str]) -> list[str]:
    return ["```text", *lines, "```", ""]


def _aligned(table: Table) -> Iterator[str]:
    rows = [tuple(plain(cell) for cell in row) for row in (table.columns, *table.rows)]
    widths = [max(width(row[number]) for row in rows) for number in range(len(table.columns))]
    if table.caption:
        yield f"{plain(table.caption)}:"
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
        parts += [whiskers_svg(drawn) for drawn in section.whiskers]
        parts += [curve_svg(curve) for curve in section.curves]
    return "\n".join([*parts, "</body></html>", ""])


def _html_table(table: Table) -> str:
    caption = f"<caption>{escaped(table.caption)}</caption>" if table.caption else ""
    head = "".join(f'<th scope="col">{escaped(cell)}</th>' for cell in table.columns)
    rows = ["<tr>" + "".join(f"<td>{escaped(cell)}</td>" for cell in row) + "</tr>" for row in table.rows]
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
