"""The subcommands of `ddlbench`, one a file, each a function of the file's name."""

from __future__ import annotations

import fcntl
import gc
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from ddlbench.errors import Problem, counted, failure

if TYPE_CHECKING:  # It would bring statistics and charts to a command that only parses.
    from ddlbench.build import Tell

console = Console(stderr=True, highlight=False)

TURN_S = 0.0005


@contextmanager
def progress(what: str) -> Iterator[Tell]:
    """Tell how work goes: in place on a terminal, a plain line a step elsewhere."""
    if console.is_terminal:
        with console.status(what) as status:
            yield lambda text: status.update(f"{what}: {text}")
    else:
        yield lambda text: print(f"{what}: {text}", file=sys.stderr, flush=True)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep a build folder to oneself; waits for another build, which may be left over from one that was killed."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage: a build makes a million objects that live to its end, and would often look through them."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def short_turns() -> Iterator[None]:
    """Let threads take short turns at Python: who comes back from one of hundreds of queries waits for a turn to end.

    With turns of 5 ms, as they are by default, a build of 10,000 runs takes a tenth longer; shorter ones gain no more.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(TURN_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def tell_problems(problems: Iterable[Problem]) -> None:
    """Print problems and how many there are."""
    found = list(problems)
    for problem in found:
        print(problem, file=sys.stderr)
    if any(problem.severity != "note" for problem in found):
        print(counted(found), file=sys.stderr)


def project_folder(start: Path | None = None) -> Path:
    """The project that a folder lies in: the nearest one above it that has `data/` and `config.toml`."""
    folder = (start or Path.cwd()).resolve()
    for candidate in (folder, *folder.parents):
        if (candidate / "data").is_dir() and (candidate / "config.toml").is_file():
            return candidate
    raise failure(folder, "is not inside a ddlbench project", "run this in a checkout, or use `ddlbench parse`")
