"""TOML as people like to read it: each key below a comment that says what it is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ddlbench.keys import explanations

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def schema_line(name: str, depth: int) -> str:
    """The line that tells editors the schema of a file that lies `depth` folders below the project."""
    return f"#:schema {'../' * depth}build/downloads/schemas/{name}.json"


def value_text(value: object) -> str:
    """A TOML value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key_text(str(key))} = {value_text(each)}" for key, each in value.items()) + " }"
    # JSON escapes all that TOML wants escaped, but for DEL.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def key_text(key: str) -> str:
    """A key, quoted where it must be."""
    return key if BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def commented(model: str, values: Mapping[str, Any], remaining: Mapping[str, str] | None = None) -> str:
    """Lines `# what it is` and `key = value`; keys of `remaining` stand commented out, with an example of theirs."""
    known = explanations(model)
    lines = []
    for key, value in values.items():
        lines += [f"# {known[key]}."] if key in known else []
        lines.append(f"{key_text(key)} = {value_text(value)}")
    for key, example in (remaining or {}).items():
        lines += [f"# {known[key]}.", f"# {key} = {example}"]
    return "\n".join(lines) + "\n"
