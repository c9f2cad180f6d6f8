"""Logs that the lab writes itself: JSON Lines, each line with both clocks."""

from __future__ import annotations

import datetime as dt
import json
import re
import shlex
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Value = str | int | float | bool | None

SECRET = re.compile(r"(?i)((?:password|passwd|pwd|secret)[=:]|://[^/@\s:]*:)[^\s@'\"]+")


def as_text(value: Value) -> str | None:
    """A value as a text; None stays None."""
    return None if value is None else str(value)


@dataclass(frozen=True)
class Moment:
    """One moment on the wall clock in UTC and on CLOCK_MONOTONIC, in seconds."""

    wall: str
    mono_s: float


def now() -> Moment:
    """This moment, with both clocks read together."""
    wall, mono = time.time(), time.monotonic()
    text = dt.datetime.fromtimestamp(wall, dt.UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return Moment(text, round(mono, 6))


class Journal:
    """A file of JSON Lines that several threads may write to; it appears with its first line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written_bytes = 0
        self._lock = threading.Lock()

    def write(self, rows: Sequence[Mapping[str, Value]], at: Moment | None = None) -> Moment:
        """Append rows of one moment, in one write; returns the moment."""
        moment = at or now()
        head = {"t": moment.wall, "mono_s": moment.mono_s}
        lines = "".join(json.dumps(head | dict(row), ensure_ascii=False) + "\n" for row in rows)
        content = lines.encode("utf-8", "replace")
        with self._lock, self.path.open("ab", buffering=0) as file:
            file.write(content)
            self.written_bytes += len(content)
        return moment


class Timeline(Journal):
    """The events of one trial."""

    def event(self, name: str, detail: str | None = None, at: Moment | None = None) -> Moment:
        """Note that something happened now, or at a moment that is past."""
        return self.write([{"event": name, "detail": detail}], at)

    def command(self, arguments: Sequence[str]) -> None:
        """Note a shell command that is about to be run, without its secrets."""
        self.event("command", masked(shlex.join(arguments)))


def masked(text: str) -> str:
    """A command or address without the passwords in it."""
    return SECRET.sub(r"\1***", text)
