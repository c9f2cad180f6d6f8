"""Contributions that mean harm: each is one change to a valid run, and what must come of it."""

from __future__ import annotations

import gzip
import lzma
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import zstandard

Change = Callable[[Path], None]

NASTY = (
    "<img src=x onerror=window.pwned=1><script>window.pwned=1</script></script></title></style>--><b data-hostile=1>"
    '<a href=javascript:window.pwned=1>a</a>{{ .Site.Title }}{{< num "x" "y" >}}{{% num %}}[m](javascript:window.pwned=1)'
    '![i](x)**b**`c`\'; DROP TABLE run; --"onmouseover=window.pwned=1 x="${window.pwned=1}&lt;b&gt;'
    "datum.constructor.constructor('window.pwned=1')() @everyone | \\input{/etc/passwd} }, note = {pwned"
)
"""HTML, Markdown, JavaScript, Hugo's shortcodes and actions, SQL, a Vega expression, a mention, TeX, in one line."""


@dataclass(frozen=True)
class Case:
    """A change, and the part of a message that refuses it; none for a text that is taken and must stay inert."""

    name: str
    change: Change
    refused: str | None = None


def set_key(line: str, file: str = "run.toml") -> Change:
    """Put a line in the place of the key that it begins with, or at the top."""

    def change(run: Path) -> None:
        path = run / file
        lines = path.read_text("utf-8").splitlines()
        old = [each for each in lines if each.startswith(line.split("=")[0])][:1]
        path.write_text("\n".join([line, *(each for each in lines if each not in old)]) + "\n", "utf-8")

    return change


def write(name: str, content: bytes) -> Change:
    """Put a file into the first trial."""
    return lambda run: bytes_to(run / "trials/001" / name, content)


def whole(name: str, content: bytes) -> Change:
    """Put a file into the run."""
    return lambda run: bytes_to(run / name, content)


def bytes_to(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def link(name: str, target: str) -> Change:
    """Put a link into the run, in the place of what is there."""

    def change(run: Path) -> None:
        path = run / name
        if path.is_file():
            path.unlink()
        path.symlink_to(target)

    return change


def append(file: str, text: str) -> Change:
    """Add to a file of the run."""

    def change(run: Path) -> None:
        path = run / file
        path.write_text(path.read_text("utf-8") + text, "utf-8")

    return change


def set_factor(value: str) -> Change:
    """Give the factor of the trial another value."""
    text = f'repeat = 1\noutcome = "completed"\n[factors]\nthreads = {value}\n'
    return write("trial.toml", text.encode())


def trial(number: str) -> Change:
    """Add a trial folder of a name."""
    return lambda run: bytes_to(run / "trials" / number / "trial.toml", b'repeat = 1\noutcome = "completed"\n')


def quoted(text: str) -> str:
    """A TOML string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


BOMB = b"\0" * (80 << 20)
ZEROS = "0" * 64
NAME = "is not a file named like"
HIDDEN = "holds a character that readers do not see"
LINK = "is a link; links are not followed"
TRIAL = "trials/001/trial.toml"

LOG_NAMES = (
    "-rf.log", ".hidden.log", "a b.log", "a\nb.log", "$(touch pwned).log", "`touch pwned`.log", "<script>.log",
    "\u202egol.log", "l\u043eg.log", "a;b.log", "a\\b.log", "a'b.log", 'a"b.log', "{{.}}.log", "%2e%2e%2fx.log", "日志.log",
)  # fmt: skip

REFUSED = [
    *(Case(f"log named {name!r}", write(name, b"x\n"), NAME) for name in LOG_NAMES),
    Case("folder among the logs", lambda run: (run / "trials/001/more").mkdir(), NAME),
    Case("trial named 1", trial("1"), "is not a folder named like"),
    Case("trial named in full-width digits", trial("\uff10\uff10\uff11"), "is not a folder named like"),
    Case("trial named with a space", trial("00 "), "is not a folder named like"),
    Case("file beside run.toml", whole("index.html", b"<script>alert(1)</script>"), "does not belong into a run"),
    Case("script beside run.toml", whole("_content.gotmpl", b"{{ os.ReadFile `/etc/passwd` }}"), "does not belong"),
    Case("log is a link", link("trials/001/host.log", "/etc/passwd"), LINK),
    Case("run.toml is a link", link("run.toml", "/etc/passwd"), LINK),
    Case("trial.toml is a link", link(TRIAL, "/etc/passwd"), LINK),
    Case("hashes are a link", link("SHA256SUMS", "/etc/passwd"), LINK),
    Case("trial is a link", link("trials/002", "/etc"), LINK),
    Case("link in a circle", link("trials/001/self.log", "self.log"), LINK),
    Case("gzip bomb", write("bomb.log.gz", gzip.compress(BOMB)), "unpacks to more than 250 times its size"),
    Case("xz bomb", write("bomb.log.xz", lzma.compress(BOMB, preset=0)), "unpacks to more than 250 times its size"),
    Case("zstd bomb", write("bomb.log.zst", zstandard.compress(BOMB)), "unpacks to more than 250 times its size"),
    Case("endless lines", write("lines.log.gz", gzip.compress(b"\n" * 20_000_002)), "has more than 20000000 lines"),
    Case("cut gzip", write("cut.log.gz", gzip.compress(b"x\n" * 9999)[:-9]), "cannot be unpacked"),
    Case("damaged xz", write("bad.log.xz", lzma.compress(b"x\n")[:-9] + b"garbage!!"), "cannot be unpacked"),
    Case("not really zstd", write("bad.log.zst", b"\x28\xb5\x2f\xfd" + b"\xff" * 90), "cannot be unpacked"),
    Case("a program as log", write("tool.log", b"\x7fELF\x02\x01\x01" + bytes(range(256))), "no format recognises"),
    Case("a page as log", write("page.log", b"<html><script>alert(1)</script>"), "no format recognises"),
    Case("one endless line", write("long.log", b"A" * 3_000_000), "no format recognises"),
    Case("prose with terminal codes", write("esc.log", b"\x1b]0;pwned\x07\x1b[2Jhello\n"), "no format recognises"),
    Case("unknown key", set_key("__proto__ = 1"), "is not known"),
    Case("key of dots", set_key("a.b.c = 1"), "is not known"),
    Case("key twice", append("run.toml", '\n[regime]\ndata_mib = 1\n'), "is not valid TOML"),
    Case("endless integer", set_key("contributor = " + "9" * 5000), "is not valid TOML"),
    Case("deep nesting", set_key("contributor = " + "[" * 20000 + "]" * 20000), "too deep"),
    Case("huge file", append("run.toml", "# " + "x" * (1 << 20)), "is larger than"),
    Case("NUL in a text", whole("run.toml", b'title = "\0"'), "is not valid TOML"),
    Case("not UTF-8", whole("run.toml", b'contributor = "\xff"'), "is not UTF-8"),
    Case("lone surrogate", set_key('contributor = "\\ud800"'), "is not valid TOML"),
    Case("direction override", set_key('contributor = "\u202eevil"'), HIDDEN),
    Case("direction override, escaped", set_key('contributor = "\\u202eevil"'), HIDDEN),
    Case("direction override, long escape", set_key('contributor = "\\U0000202Eevil"'), HIDDEN),
    Case("isolate in a comment", append("run.toml", "# \u2066x\u2069\n"), HIDDEN),
    Case("zero width in a key", set_key('"contri\u200bbutor" = "x"'), HIDDEN),
    Case("terminal code in a text", set_key('contributor = "\\u001b]0;x\\u0007"'), HIDDEN),
    Case("private use character", set_key('contributor = "\ue000"'), HIDDEN),
    Case("text is a list", set_key('contributor = ["a"]'), "should be a valid string"),
    Case("text is empty", set_key('contributor = ""'), "at least 1 character"),
    Case("not a number", set_key("regime = { data_mib = nan, durability = 'full' }"), "finite number"),
    Case("endless number", set_key("regime = { data_mib = inf, durability = 'full' }"), "finite number"),
    Case("oversized number", set_key("regime = { data_mib = 1e300, durability = 'full' }"), "less than or equal"),
    Case("negative number", set_key("regime = { data_mib = -1, durability = 'full' }"), "greater than 0"),
    Case("unknown durability", set_key("regime = { data_mib = 1, durability = 'f\u03c5ll' }"), "'full', 'relaxed' or 'off'"),
    Case("factor named as SQL", append("run.toml", '\n[factors."x\\"; DROP TABLE run; --"]\ntype = "text"\n'), "pattern"),
    Case("factor named as HTML", append("run.toml", '\n[factors."<b>"]\ntype = "text"\n'), "pattern"),
    Case("tool named as HTML", append("run.toml", '\n[tools]\n"<b>" = "1"\n'), "pattern"),
    Case("look-alike factor", append(TRIAL, "\nthr\u0435ads = 2\n"), "is not valid TOML"),
    Case("undescribed factor", append(TRIAL, "\nthreds = 2\n"), "the factor `threds` is not described"),
    Case("factor is too large", set_factor("1e29"), "is not"),
    Case("repeat 0", set_key("repeat = 0", TRIAL), "greater than 0"),
    Case("repeat without end", set_key("repeat = 99999999999999999999", TRIAL), "less than or equal"),
    Case("start before the load", set_key("ddl_starts_at_s = -1.0", TRIAL), "greater than or equal to 0"),
    Case("outcome unknown", set_key('outcome = "great"', TRIAL), "'completed' or 'failed'"),
    Case("hash of a file outside", append("SHA256SUMS", f"{ZEROS}  ../../../../../etc/passwd\n"), "no line of sha256sum"),
    Case("hash of an absolute path", append("SHA256SUMS", f"{ZEROS}  /etc/passwd\n"), "is no line of sha256sum"),
    Case("hash of a missing log", append("SHA256SUMS", f"{ZEROS}  trials/009/x.log\n"), "which is not there"),
    Case("hashes are a program", whole("SHA256SUMS", bytes(range(256))), "is no line of sha256sum"),
    Case("experiment named as HTML", set_key("experiment = " + quoted(NASTY)), "unknown experiment"),
    Case("licence of one's own", set_key('licence = "All rights reserved"'), "is no licence that lets us publish"),
    Case("licence that looks alike", set_key('licence = "CC-BY-4.\u041e"'), "is no licence that lets us publish"),
]  # fmt: skip

INERT = [
    Case("nasty contributor", set_key("contributor = " + quoted(NASTY))),
    Case("nasty affiliation", set_key("affiliation = " + quoted(NASTY))),
    Case("nasty version", set_key("engine_version = " + quoted(NASTY))),
    Case("nasty title", set_key("title = { en = " + quoted(NASTY) + ', zh-cn = "一", ko = "하" }')),
    Case("nasty payer", set_key("paid_by = " + quoted(NASTY))),
    Case("nasty note", set_key("note = { en = " + quoted(NASTY) + ', zh-cn = "一", ko = "하" }')),
]

PLACES = (
    ("mysq\u04cf", "laptop", "20260301-x", "is not a folder named like"),
    ("MySQL", "laptop", "20260301-x", "is not a folder named like"),
    ("mysql ", "laptop", "20260301-x", "is not a folder named like"),
    ("mysqll", "laptop", "20260301-x", "unknown engine `mysqll`\nhint: did you mean `mysql`?"),
    ("mysql", "lapt\u043ep", "20260301-x", "is not a folder named like"),
    ("mysql", "..laptop", "20260301-x", "is not a folder named like"),
    ("mysql", "laptop", "20261301-x", "is not a date"),
    ("mysql", "laptop", "20260301-<b>", "is not a folder named like"),
    ("mysql", "laptop", "20260301-x;id", "is not a folder named like"),
    ("mysql", "laptop", "\uff12\uff10\uff12\uff16\uff10\uff13\uff10\uff11-x", "is not a folder named like"),
)
"""Engine, machine and name of a run, and what must be said of it."""
