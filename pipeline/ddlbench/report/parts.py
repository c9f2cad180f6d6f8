"""What a report is made of: sections with sentences, tables of texts, and figures to draw."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Table:
    """Rows of texts below column titles, under a caption."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


@dataclass(frozen=True)
class Curve:
    """Points (seconds, value) of one trial, and the seconds at which its DDL began and ended."""

    title: str
    points: tuple[tuple[float, float], ...]
    begin: float | None = None
    end: float | None = None


@dataclass(frozen=True)
class Whisker:
    """One mean with its interval; without one where there is a single value."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Whiskers:
    """Means of one measure below each other on one axis from zero."""

    title: str
    rows: tuple[Whisker, ...]


@dataclass
class Section:
    """A part of a report. `sentences` are our own words; text of contributors stands in tables and titles alone."""

    title: str
    sentences: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    whiskers: list[Whiskers] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)


@dataclass
class Report:
    """A whole report."""

    title: str
    sections: list[Section]
