"""Writes TOML files as a person would, and the texts of `texts.toml` that go into them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from ddlbench.toml_values import key_text, value_text


def to_toml(values: Mapping[str, Any], path: tuple[str, ...] = ()) -> str:
    """The text of a table; None is left out, a table of plain texts by language stands on lines of its own."""
    plain = {key: value for key, value in values.items() if value is not None and not isinstance(value, Mapping)}
    tables = {key: value for key, value in values.items() if isinstance(value, Mapping) and value}
    lines = [f"{key_text(key)} = {value_text(value)}" for key, value in plain.items()]
    if path and lines:
        lines.insert(0, f"[{'.'.join(map(key_text, path))}]")
    parts = ["\n".join(lines) + "\n"] if lines else []
    parts += [to_toml(value, (*path, key)) for key, value in tables.items()]
    return "\n".join(parts)


def written(name: str, **values: object) -> dict[str, str]:
    """A text of `texts.toml` in each language; a value that is a mapping has its own text for each."""
    texts = tomllib.loads((files("ddlbench.lab") / "texts.toml").read_text("utf-8"))[name]
    return {language: text.format_map(_in(language, values)) for language, text in texts.items()}


def _in(language: str, values: Mapping[str, object]) -> dict[str, object]:
    return {name: value[language] if isinstance(value, Mapping) else value for name, value in values.items()}
