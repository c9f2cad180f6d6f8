"""Names of factors: what they are called everywhere, how file names abbreviate them, of what type values are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from tomllib import loads

from ddlbench.models import Factor, FactorValue, Translated

INTEGER = re.compile(r"-?\d{1,14}")
DECIMAL = re.compile(r"-?\d{1,14}\.\d{1,4}")


@cache
def known_factors() -> dict[str, Factor]:
    """The factors of factors.toml."""
    return {name: Factor.model_validate(_without_names(entry)) for name, entry in _entries().items()}


@cache
def abbreviations() -> dict[str, str]:
    """What file names say, with the factor that is meant."""
    return {short: name for name, entry in _entries().items() for short in entry["names"]}


def factor_of(name: str, values: Iterable[FactorValue]) -> Factor:
    """The description of a factor: the known one where its values fit it, else one by its values."""
    texts = [str(value) for value in values]
    kind = _kind(texts)
    known = known_factors().get(name)
    if known is not None and known.type in {kind, "text"}:
        return known
    if known is not None and (known.type, kind) == ("decimal", "integer"):
        return known
    title = known.title if known else Translated.model_validate({"en": name, "zh-cn": name, "ko": name})
    return Factor.model_validate({"type": kind, "title": title})


def typed(text: str, factor: Factor) -> FactorValue:
    """A value as TOML writes it."""
    if factor.type == "integer":
        return int(text)
    return float(text) if factor.type == "decimal" else text


def _kind(texts: list[str]) -> str:
    if all(INTEGER.fullmatch(text) for text in texts):
        return "integer"
    return "decimal" if all(INTEGER.fullmatch(text) or DECIMAL.fullmatch(text) for text in texts) else "text"


@cache
def _entries() -> dict[str, dict[str, list[str]]]:
    entries: dict[str, dict[str, list[str]]] = loads(files("ddlbench").joinpath("factors.toml").read_text("utf-8"))
    return entries


def _without_names(entry: dict[str, list[str]]) -> dict[str, list[str]]:
    return {key: value for key, value in entry.items() if key != "names"}
