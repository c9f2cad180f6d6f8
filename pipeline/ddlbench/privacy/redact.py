"""Copies of logs without what must not be published; what stood there is replaced by something of the same form.

A secret becomes `***`. Addresses and names get numbers, so that two mentions of one host stay one host: addresses of
the documentation ranges, and names below `.invalid`.
"""

from __future__ import annotations

import gzip
import lzma
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import duckdb
import zstandard

from ddlbench.parse.read import ZSTANDARD, clean, read_content
from ddlbench.privacy.find import MASK, Finding, find, in_line

PACKERS: dict[bytes, Callable[[bytes], bytes]] = {
    b"\x1f\x8b": lambda content: gzip.compress(content, mtime=0),
    b"\xfd7zXZ\x00": lzma.compress,
    ZSTANDARD: lambda content: zstandard.ZstdCompressor().compress(content),
}

STANDS_FOR: dict[str, Callable[[int], str]] = {
    "emails": lambda number: f"user-{number}@redacted.invalid",
    "addresses": lambda number: f"192.0.2.{number}" if number < 255 else f"198.51.100.{number % 255}",
    "addresses-v6": lambda number: f"2001:db8::{number:x}",
    "hosts": lambda number: f"host-{number}.redacted.invalid",
}


@dataclass
class Redactor:
    """Redacts files that belong together; `counts` says how often each kind was replaced, never what it was."""

    connection: duckdb.DuckDBPyConnection
    counts: Counter[str] = field(default_factory=Counter)
    numbers: dict[str, dict[str, int]] = field(default_factory=dict)

    def redact(self, raw: bytes, name: str) -> bytes:
        """A file without what must not be published, packed as it was; the same bytes where it holds nothing."""
        content = read_content(raw, name)
        # Other encodings, the codes of terminals and overwritten text can hide a secret: it must go from the bytes,
        # and from what they show.
        text = self._view(content.decode("utf-8", "surrogateescape"), lambda text: text)
        text = self._view(text, lambda text: clean(text.encode("utf-8", "surrogateescape")))
        redacted = text.encode("utf-8", "surrogateescape")
        if redacted == content:
            return raw
        return next((pack(redacted) for magic, pack in PACKERS.items() if raw.startswith(magic)), redacted)

    def _view(self, text: str, show: Callable[[str], str]) -> str:
        """The text without what is found in it as shown."""
        shown = show(text)
        # DuckDB takes no lone surrogates; a question mark for each keeps all places.
        searched = shown.encode("utf-8", "replace").decode("utf-8")
        by_line: dict[int, list[Finding]] = {}
        for each in find(self.connection, searched):
            if not each.kind.allowed:
                by_line.setdefault(each.line, []).append(each)
        if not by_line:
            return text
        lines, shown_lines = text.split("\n"), shown.split("\n")
        for number, findings in by_line.items():
            lines[number - 1] = self._line(lines[number - 1], shown_lines[number - 1], findings)
        return "\n".join(lines)

    def _line(self, line: str, shown: str, findings: list[Finding]) -> str:
        """The line as it stands in the file where it is as shown, otherwise as shown."""
        end = "\r" if line.endswith("\r") else ""
        shown = shown.removesuffix("\r")
        base = line if line.removesuffix("\r") == shown else shown + end
        for each in sorted(findings, key=lambda each: -each.start):
            stop = min(each.end, len(shown))
            secret = shown[each.start : stop]
            base = base[: each.start] + self._instead(each.kind.name, secret) + base[stop:]
            self.counts[each.kind.name] += 1
        return base

    def _instead(self, kind: str, secret: str) -> str:
        if kind not in STANDS_FOR:
            return MASK
        known = self.numbers.setdefault(kind, {})
        return STANDS_FOR[kind](known.setdefault(secret, len(known) + 1))


def holds_secret(text: str) -> bool:
    """Whether a short text, such as a name, holds what must not be published."""
    return any(not each.kind.allowed for each in in_line(text))
