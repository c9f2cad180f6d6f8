"""Names of factors: what they are called everywhere, how file names abbreviate them, of what type values are."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ddlbench.factors import known_factors
from ddlbench.models import Factor, FactorValue, Translated

INTEGER = re.compile(r"-?\d{1,14}")
DECIMAL = re.compile(r"-?\d{1,14}\.\d{1,4}")


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
