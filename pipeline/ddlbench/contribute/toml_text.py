"""TOML as people like to read it: each key below a comment that says what it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ddlbench.keys import explanations
from ddlbench.toml_values import key_text, value_text


def schema_line(name: str, depth: int) -> str:
    """The line that tells editors the schema of a file that lies `depth` folders below the project."""
    return f"#:schema {'../' * depth}build/downloads/schemas/{name}.json"


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
