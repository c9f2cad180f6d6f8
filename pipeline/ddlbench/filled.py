"""Texts of claims and guidance, whose places `{name}` are filled by published figures and by the numbers of queries."""

from __future__ import annotations

import re
from collections.abc import Iterator

import duckdb

from ddlbench.assertions import translated
from ddlbench.database import Cells, add_rows, transaction
from ddlbench.discover import Inventory
from ddlbench.errors import Problem
from ddlbench.models import Claim, FactorValue, Guidance, Translated
from ddlbench.verdicts import Decision

PLACE = re.compile(r"\{(\w+)\}")
UNKNOWN = "\N{EN DASH}"
"""What stands in a place whose number is not known."""


def text_problems(decisions: list[Decision], inventory: Inventory) -> list[Problem]:
    """Places in the texts that no query and no published figure fills, and languages that differ in their places."""
    problems = []
    for decision in decisions:
        if any(part.fault for part in decision.parts):
            continue
        values = values_of(decision, inventory)
        for name, text in texts_of(decision, inventory).items():
            places = {language: set(PLACE.findall(each)) for language, each in text.by_language().items()}
            for missing in sorted(set().union(*places.values()) - values.keys()):
                known = ", ".join(f"`{each}`" for each in sorted(values)) or "none"
                message = f"`{name}` has the place `{{{missing}}}`, which no query fills"
                problems.append(Problem(decision.path, 0, message, hint=f"known places: {known}"))
            if len(set(map(frozenset, places.values()))) > 1:
                message = f"`{name}` has not the same places in each language"
                problems.append(Problem(decision.path, 0, message, hint="a number of one language belongs into all"))
    return problems


def values_of(decision: Decision, inventory: Inventory) -> Cells:
    """What fills the places of the texts: published figures of a claim, and the numbers of the queries."""
    asserted: dict[str, FactorValue] = {}
    if decision.kind == "claim":
        asserted = inventory.claims[decision.name].asserted
    return {**{name: str(value) for name, value in asserted.items()}, **decision.numbers}


def texts_of(decision: Decision, inventory: Inventory) -> dict[str, Translated]:
    """The texts of a claim or guidance by their keys."""
    found: Claim | Guidance = (
        inventory.claims[decision.name] if decision.kind == "claim" else inventory.guidance[decision.name]
    )
    texts = {name: value for name, value in found if isinstance(value, Translated)}
    if isinstance(found, Guidance):
        texts |= {f"evidence {number}": each.condition for number, each in enumerate(found.evidence, start=1)}
    return texts


def store_texts(connection: duckdb.DuckDBPyConnection, decisions: list[Decision], inventory: Inventory) -> None:
    """Replace the rows of `assertion_text`."""
    rows = [
        [kind, name, key, *(fill(each, values) for each in translated("text", text).values())]
        for kind, name, key, text, values in _every_text(decisions, inventory)
    ]
    with transaction(connection):
        connection.execute("DELETE FROM assertion_text")
        add_rows(connection, "assertion_text", rows)


def _every_text(decisions: list[Decision], inventory: Inventory) -> Iterator[tuple[str, str, str, Translated, Cells]]:
    by_name = {(each.kind, each.name): each for each in decisions}
    names = [("claim", name) for name in inventory.claims] + [("guidance", name) for name in inventory.guidance]
    for kind, name in names:
        decision = by_name.get((kind, name)) or Decision(kind, name, None, None, ())
        values = values_of(decision, inventory)
        for key, text in texts_of(decision, inventory).items():
            yield kind, name, key, text, values


def fill(text: str, values: Cells) -> str:
    """A text with its places filled; a place without a number shows a dash."""
    return PLACE.sub(lambda found: values.get(found[1]) or UNKNOWN, text)


def parts(text: str, values: Cells) -> list[dict[str, str | None]]:
    """A text in parts: plain text, and numbers with their names, so that a page can link each number to its query."""
    pieces = PLACE.split(text)
    return [
        {"name": piece, "value": values.get(piece)} if number % 2 else {"text": piece}
        for number, piece in enumerate(pieces)
        if number % 2 or piece
    ]
