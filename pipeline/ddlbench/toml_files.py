"""Reads the TOML files of `data/` as models; a fault names the file, the key and the line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from ddlbench.errors import DdlbenchError, Problem, did_you_mean, failure, printable

Model = TypeVar("Model", bound=BaseModel)

NO_SUCH_KEY = "remove it, or see the contribute page for the keys of this file"

TRANSLATE = 'write `{ en = "…", zh-cn = "…", ko = "…" }`'

LARGEST_FILE = 1 << 20
"""Bytes of a TOML file."""


def read_toml(model: type[Model], path: str | Path, name: str) -> Model:
    """The model that a TOML file holds; raises `DdlbenchError` with every fault of the file."""
    path = Path(path)
    try:
        if path.is_symlink():
            raise failure(name, "is a link; links are not followed", "put the file itself here")
        if path.stat().st_size > LARGEST_FILE:
            raise failure(
                name, f"is larger than {LARGEST_FILE} bytes", "texts are short; logs lie in files of their own"
            )
        text = path.read_text("utf-8")
        document = tomllib.loads(text)
        _refuse_hidden(text, name)
        return model.model_validate(document)
    except FileNotFoundError as error:
        raise DdlbenchError([Problem(name, 0, "is missing", hint="add the file; see the contribute page")]) from error
    except UnicodeDecodeError as error:
        raise failure(
            name, f"is not UTF-8: {error}", "save it as UTF-8; `ddlbench check --fix` can for UTF-16"
        ) from error
    except tomllib.TOMLDecodeError as error:
        hint = "`ddlbench check --fix` takes the byte order mark away" if text.startswith("\ufeff") else ""
        raise failure(name, f"is not valid TOML: {error}", hint, _line_of(str(error))) from error
    except ValidationError as error:
        raise DdlbenchError(problems_of(error, name, path)) from error
    except ValueError as error:  # An integer of thousands of digits.
        raise failure(name, f"is not valid TOML: {error}") from error
    except RecursionError as error:
        raise failure(name, "is nested too deeply") from error


def _refuse_hidden(text: str, name: str) -> None:
    """Raise on characters that a reader does not see: direction marks, escapes for them, control characters."""
    if "\\" not in text and text.replace("\n", "").isprintable():
        return
    written = re.sub(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))", _unescaped, text)
    problems = [
        Problem(name, number, "holds a character that readers do not see", excerpt=line, hint="take it away")
        for number, line in enumerate(written.split("\n"), start=1)
        if printable(line.removesuffix("\r")) != line.removesuffix("\r")
    ]
    if problems:
        raise DdlbenchError(problems)


def _unescaped(found: re.Match[str]) -> str:
    number = int(found[1] or found[2], 16)
    return chr(number) if number < 0x110000 else ""


def _line_of(message: str) -> int:
    found = re.search(r"at line (\d+)", message)
    return int(found[1]) if found else 0


def problems_of(error: ValidationError, name: str, path: Path | None = None) -> list[Problem]:
    """Each fault of a TOML file with its key, its line where the key stands in the file, and near known keys."""
    lines = path.read_text("utf-8").splitlines() if path else []
    problems = []
    for fault in error.errors():
        location, kind = fault["loc"], fault["type"]
        key = ".".join(map(str, location))
        if kind == "missing":
            location = location[:-1]  # The same key may be written in other tables of the file.
            message, hint = f"the key `{key}` is missing", f"add `{fault['loc'][-1]} = …`"
        elif kind == "extra_forbidden":
            message, hint = f"the key `{key}` is not known", did_you_mean(str(fault["loc"][-1]), _keys(), NO_SUCH_KEY)
        elif fault.get("ctx", {}).get("class_name") == "Translated":
            message, hint = f"`{key}` is not given in each language", TRANSLATE
        else:
            message, hint = f"`{key}`: {fault['msg']}" if key else str(fault["msg"]), ""
        problems.append(Problem(name, line_of_key(lines, location), message, hint=hint))
    return problems


def line_of_key(lines: list[str], location: tuple[int | str, ...]) -> int:
    """The line of a key of the file, 0 where it is not written (as a missing key is)."""
    keys = [str(part) for part in location if isinstance(part, str)]
    if not keys:
        return 0
    written = re.compile(rf"^\s*(?:\[.*\b)?{re.escape(keys[-1])}(?:\s*=|\s*\]|\.)")
    return next((number for number, line in enumerate(lines, start=1) if written.search(line)), 0)


def _keys() -> set[str]:
    """Keys of all models; enough to find what a misspelt key was meant to be."""
    from ddlbench.models import Strict  # They take time to make: only a fault asks for all of them.

    return {field.alias or name for model in Strict.__subclasses__() for name, field in model.model_fields.items()}
