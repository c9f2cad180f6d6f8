"""Factors that mean the same in every run and experiment, from `factors.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from tomllib import loads

from ddlbench.models import Factor


@cache
def known_factors() -> dict[str, Factor]:
    """The factors by name."""
    return {name: Factor.model_validate(_without_names(entry)) for name, entry in _entries().items()}


@cache
def abbreviations() -> dict[str, str]:
    """What file names say, with the factor that is meant."""
    return {short: name for name, entry in _entries().items() for short in entry.get("names", [])}


@cache
def _entries() -> dict[str, dict[str, list[str]]]:
    entries: dict[str, dict[str, list[str]]] = loads(files("ddlbench").joinpath("factors.toml").read_text("utf-8"))
    return entries


def _without_names(entry: dict[str, list[str]]) -> dict[str, list[str]]:
    return {key: value for key, value in entry.items() if key != "names"}
