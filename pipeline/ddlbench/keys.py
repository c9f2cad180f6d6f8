"""What each key of a contributed TOML file is, from keys.toml: for comments and JSON Schemas."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from tomllib import loads

FILE = Path(str(files("ddlbench"))) / "keys.toml"


@cache
def explanations(model: str) -> dict[str, str]:
    """The keys of a model (its class name) with what they mean."""
    tables: dict[str, dict[str, str]] = loads(FILE.read_text("utf-8"))
    return tables.get(model.lower(), {})
