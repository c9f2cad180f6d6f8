"""Log files as text: unpacked under a size limit, decoded, free of what terminals add, hashed."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import lzma
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, cast

import zstandard

from ddlbench.errors import failure

LIMIT_BYTES = 1 << 30
"""Largest log, unpacked: a small packed file must not fill the memory."""

LIMIT_LINES = 20_000_000
"""Most lines of a log; a benchmark that reports every second takes months to write them."""

PACKED_RATIO = 250
PACKED_BYTES = 64 * 1024 * 1024
"""A packed file may grow to this size, and beyond it to `PACKED_RATIO` times its own: sysbench logs grow twentyfold."""

TERMINAL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[()][0-9A-Za-z]|[@-Z\\-_=>])")
"""Escape sequences of terminals: colours, titles, character sets."""

SILENT = "\x00\x07"
"""Characters that a terminal does not show: NUL and the bell."""

WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
"""Encodings by the mark that a file begins with: PowerShell writes what `>` redirects in the first of them."""

OPENERS: dict[bytes, Callable[[IO[bytes]], IO[bytes]]] = {
    b"\x1f\x8b": lambda packed: cast(IO[bytes], gzip.GzipFile(fileobj=packed)),
    b"\xfd7zXZ\x00": lambda packed: cast(IO[bytes], lzma.LZMAFile(packed)),  # noqa: SIM115
}
"""How to unpack a file, by its first bytes."""

ZSTANDARD = b"\x28\xb5\x2f\xfd"
PIECE_BYTES = 1024


@dataclass(frozen=True)
class Log:
    """A log file ready to be parsed; `sha256` and `size_bytes` are those of the file as it is on disk."""

    name: str
    sha256: str
    size_bytes: int
    text: str

    @property
    def line_count(self) -> int:
        """Lines of the text; one without an end counts too."""
        return self.text.count("\n") + (not self.text.endswith("\n") and bool(self.text))


def read_log(path: str | Path, name: str) -> Log:
    """Read one log; raises `DdlbenchError` when it cannot be read or is too large."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (a `Path` takes as long as the reading)
            raw = file.read()
    except OSError as error:
        raise failure(name, f"cannot be read: {error.strerror}", "check the path and its permissions") from error
    return read_bytes(raw, name)


def read_bytes(raw: bytes, name: str) -> Log:
    """A log from the bytes of its file, packed or not; raises `DdlbenchError` as `read_log` does."""
    return make_log(name, raw, read_content(raw, name))


def read_content(raw: bytes, name: str) -> bytes:
    """The content of a file, packed or not; raises `DdlbenchError` when it is damaged or too large."""
    limit = min(LIMIT_BYTES, max(PACKED_BYTES, len(raw) * PACKED_RATIO))
    try:
        content = _unpacked(raw, limit)
    except (OSError, EOFError, lzma.LZMAError, zlib.error, zstandard.ZstdError) as error:
        raise failure(name, f"cannot be unpacked: {error}", "the file is damaged; pack the log anew") from error
    if len(content) > LIMIT_BYTES:
        raise failure(name, f"is larger than {LIMIT_BYTES} bytes when unpacked", "split the log into trials")
    if content is not raw and len(content) > limit:
        raise failure(name, f"unpacks to more than {PACKED_RATIO} times its size", "no log is so; give it unpacked")
    if len(content) > LIMIT_LINES and content.count(b"\n") > LIMIT_LINES:
        raise failure(name, f"has more than {LIMIT_LINES} lines", "split the log into trials")
    return content


def make_log(name: str, raw: bytes, content: bytes) -> Log:
    """A log from its bytes on disk and its unpacked bytes."""
    return Log(name, hashlib.sha256(raw).hexdigest(), len(raw), clean(content))


def _unpacked(raw: bytes, limit: int) -> bytes:
    """The content, of which a packed file gives at most little more than the limit."""
    if raw.startswith(ZSTANDARD):
        return _unzstandard(raw, limit)
    for magic, opener in OPENERS.items():
        if raw.startswith(magic):
            with opener(BytesIO(raw)) as stream:
                return stream.read(limit + 1)
    return raw


def _unzstandard(raw: bytes, limit: int) -> bytes:
    """Unpack frame by frame and piece by piece: this library neither limits what it makes nor minds a cut file."""
    unpacked = bytearray()
    frame = zstandard.ZstdDecompressor().decompressobj()
    for start in range(0, len(raw), PIECE_BYTES):
        piece = raw[start : start + PIECE_BYTES]
        while piece and len(unpacked) <= limit:
            if frame.eof:
                frame = zstandard.ZstdDecompressor().decompressobj()
            unpacked += frame.decompress(piece)
            piece = frame.unused_data
    if not frame.eof and len(unpacked) <= limit:
        raise EOFError("the file ends before its last frame does")
    return bytes(unpacked)


def clean(content: bytes) -> str:
    """Text of a log with the same lines, as a terminal shows it: without its codes, and what was overwritten."""
    text = content.decode(_encoding(content), "replace").removeprefix("\ufeff")
    if "\x1b" in text:
        text = TERMINAL.sub("", text)
    if "\b" in text:
        text = "\n".join(_erased(line) if "\b" in line else line for line in text.split("\n"))
    if "\r" in text:
        # Nearly always that is all, and lines one by one take ten times as long.
        text = text.replace("\r\n" if "\n" in text else "\r", "\n")
    if "\r" in text:
        text = "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    for character in SILENT:
        if character in text:  # Looking is ten times as fast as replacing nothing.
            text = text.replace(character, "")
    return text


def _encoding(content: bytes) -> str:
    """The encoding of a text; without a single NUL it has one byte for each plain character, whatever its mark."""
    return next((name for mark, name in WIDE.items() if content.startswith(mark) and b"\0" in content), "utf-8")


def _erased(line: str) -> str:
    """A line after its backspaces, as a terminal would show it."""
    first, *others = line.split("\b")
    kept = list(first)
    for piece in others:
        if kept:
            kept.pop()
        kept += piece
    return "".join(kept)
