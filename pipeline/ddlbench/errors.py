"""Problems found in input, and how the command ends.

A problem is data: it is collected, sorted and printed once, so that people see all of them at once.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import IntEnum
from typing import Literal

Severity = Literal["error", "warning", "finding", "note"]
"""A finding is something wrong in a publication: shown with it, and nothing to repair here. A note asks for nothing."""

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "finding", "note")
"""The worst first."""

SHOWN_COLUMNS = 300
"""Longest part of an input line that is repeated in a message."""


class Exit(IntEnum):
    """Exit codes of the command, as documented in its help and on the contribute page."""

    OK = 0
    FAILED = 1
    USAGE = 2
    UNACCOUNTED = 3
    DIFFERS = 4


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong with one place of the input; `line` 0 means the file as a whole."""

    path: str
    line: int
    message: str
    severity: Severity = "error"
    excerpt: str | None = None
    caret: int | None = None
    caret_note: str = ""
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        parts = [printable(f"{self.severity}: {place}: {self.message}")]
        if self.excerpt is not None:
            parts += self._quote(self.excerpt)
        if self.hint:
            parts.append(printable(f"hint: {self.hint}"))
        return "\n".join(parts)

    def _quote(self, text: str) -> list[str]:
        lines = ["  | " + printable(text[:SHOWN_COLUMNS]) + ("…" if len(text) > SHOWN_COLUMNS else "")]
        if self.caret is not None and self.caret <= SHOWN_COLUMNS:
            pad = " " * columns(printable(text[: self.caret]))
            lines.append(f"  | {pad}^ {self.caret_note}".rstrip())
        return lines


class DdlbenchError(Exception):
    """Input that cannot be worked with; carries every problem found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(set(problems))
        super().__init__("\n".join(map(str, self.problems)))


def counted(problems: Iterable[Problem]) -> str:
    """How many errors and warnings there are, in words."""
    found = Counter(problem.severity for problem in problems)
    return ", ".join(f"{found[each]} {each}{'' if found[each] == 1 else 's'}" for each in ("error", "warning"))


def failure(path: object, message: str, hint: str = "", line: int = 0) -> DdlbenchError:
    """The exception for a single problem."""
    return DdlbenchError([Problem(str(path), line, message, hint=hint)])


def printable(text: str) -> str:
    """Text that a terminal shows and does not obey: control and direction characters become visible."""
    return "".join(c if _harmless(c) else f"\\u{ord(c):04x}" for c in text)


def _harmless(character: str) -> bool:
    return character == "\t" or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def columns(text: str) -> int:
    """Terminal columns that a text takes; Han and Hangul take two each."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def did_you_mean(word: str, known: Iterable[str], otherwise: str | None = None) -> str:
    """A hint that names the nearest known words; when none is near, `otherwise`, or else all of them."""
    names = sorted(known)
    near = get_close_matches(word, names, n=3, cutoff=0.6)
    if near:
        return "did you mean " + " or ".join(f"`{name}`" for name in near) + "?"
    if otherwise is not None:
        return otherwise
    return "known: " + ", ".join(f"`{name}`" for name in names) if names else ""
