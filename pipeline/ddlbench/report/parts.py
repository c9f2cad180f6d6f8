"""What a report is made of: sections with sentences, tables of texts, and lines to draw."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Table:
    """Rows of texts below column titles."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Curve:
    """Points (seconds, value) of one trial, and the second at which its DDL began."""

    title: str
    points: tuple[tuple[float, float], ...]
    mark: float | None = None


@dataclass
class Section:
    """A part of a report. `sentences` are our own words; text of contributors stands in tables and curve titles."""

    title: str
    sentences: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)


@dataclass
class Report:
    """A whole report."""

    title: str
    sections: list[Section]
