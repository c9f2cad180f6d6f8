"""Keys and values as TOML writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def value_text(value: object) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key_text(str(key))} = {value_text(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return _quoted(str(value))


def key_text(key: str) -> str:
    """A key, quoted where it must be."""
    return key if BARE_KEY.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    # JSON escapes all that TOML wants escaped, but for DEL.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
