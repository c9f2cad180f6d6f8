"""Check that code stays small: no file above 400 lines, and nine of ten Python functions at most 40 lines.

Looks at the files that git knows or would add. Prints `error: path:line: message`, exits with 1 after any.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

CODE = {".css", ".go", ".html", ".js", ".py", ".sh", ".sql", ".ts"}
FILE_LINES = 400
FUNCTION_LINES = 40
SHORT_SHARE = 0.9


class Function(NamedTuple):
    """A function and where it is."""

    path: Path
    line: int
    name: str
    lines: int


def main() -> int:
    """Print what is too long; return the exit status."""
    os.chdir(Path(__file__).resolve().parent.parent)
    files = list(code_files())
    errors = [*long_files(files), *long_functions(files)]
    for error in errors:
        print(f"error: {error}")
    return 1 if errors else 0


def code_files() -> Iterator[Path]:
    """Yield the project's own code; what lies below data/ is data, whatever it is called."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True, check=True
    )
    for name in sorted(set(os.fsdecode(listing.stdout).split("\0"))):
        path = Path(name)
        if path.suffix in CODE and path.parts[0] != "data" and path.is_file():
            yield path


def long_files(files: list[Path]) -> Iterator[str]:
    """Yield a message for every file that is too long."""
    for path in files:
        count = len(path.read_text(encoding="utf-8").splitlines())
        if count > FILE_LINES:
            yield f"{path}:{FILE_LINES}: the file has {count} lines; {FILE_LINES} are allowed"


def long_functions(files: list[Path]) -> Iterator[str]:
    """Yield a message for every long function if more than a tenth of all are long."""
    functions = [function for path in files if path.suffix == ".py" for function in functions_of(path)]
    long = [function for function in functions if function.lines > FUNCTION_LINES]
    if len(long) > (1 - SHORT_SHARE) * len(functions):
        for path, line, name, lines in long:
            yield f"{path}:{line}: `{name}` has {lines} lines; more than a tenth have over {FUNCTION_LINES}"


def functions_of(path: Path) -> Iterator[Function]:
    """Yield the functions of a Python file, methods and inner functions included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Function(path, node.lineno, node.name, (node.end_lineno or node.lineno) - node.lineno + 1)


if __name__ == "__main__":
    sys.exit(main())
