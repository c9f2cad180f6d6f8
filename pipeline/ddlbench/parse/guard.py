"""What of a regular expression can be tested without one: cheap tests that stand before it."""

from __future__ import annotations

import re
from functools import cache

from ddlbench.database import literal
from ddlbench.parse.format import Pattern, Section
from ddlbench.parse.initial import initial_tests

ESCAPE = re.compile(r"\\(?:(x\{[^}]*\}|x..|[pP]\{[^}]*\}|[pP].|[A-Za-z0-9])|.)", re.DOTALL)
"""An escape of a regular expression; its group is there unless it stands for the one character behind it."""


CLASS = re.compile(r"\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]", re.DOTALL)
REPEAT = re.compile(r"[?*]|\{\d+(?:,\d*)?\}")


@cache
def literals(regex: str) -> tuple[str, str]:
    """The literal text that a match begins with, and the longest that it contains behind it ("" if none)."""
    if "(?i)" in regex:
        return "", ""
    runs: list[str] = [""]
    depth, index = 0, 0
    while index < len(regex):
        kind, text, index = _token(regex, index)
        depth += {"open": 1, "close": -1}.get(kind, 0)
        if kind == "either" and depth == 0:
            return "", ""
        if kind == "optional":
            runs[-1] = runs[-1][:-1]
        if kind == "text" and depth == 0:
            runs[-1] += text
        elif kind != "anchor":
            runs.append("")
    return runs[0], max(runs[1:], key=len, default="")


def is_one_group(regex: str) -> bool:
    """Whether an expression of a whole line is one group, the first parenthesis being closed by the last."""
    inner = regex.removeprefix("^").removesuffix("$")
    depth, index = 0, 0
    while index < len(inner):
        kind, _, index = _token(inner, index)
        depth += {"open": 1, "close": -1}.get(kind, 0)
        if depth == 0 and index < len(inner):
            return False
    return inner.startswith("(") and depth == 0


def _token(regex: str, index: int) -> tuple[str, str, int]:
    """Kind and text of the token at an index, and where the next one begins."""
    character = regex[index]
    if character == "\\":
        escaped = ESCAPE.match(regex, index)
        assert escaped is not None
        return ("class" if escaped[1] else "text"), escaped[0][1:], escaped.end()
    if character == "[":
        found = CLASS.match(regex, index)
        return "class", "", found.end() if found else len(regex)
    repeated = REPEAT.match(regex, index)
    if repeated:
        return "optional", "", repeated.end()
    kinds = {"(": "open", ")": "close", "|": "either", "^": "anchor", "$": "anchor", ".": "class", "+": "repeat"}
    return kinds.get(character, "text"), character, index + 1


def condition(rule: Pattern | Section) -> str:
    """SQL that is true of a line, with its `INITIALS`, which the rule matches; the cheap tests stand first.

    Few lines follow one that a rule asks for: that is tested before the line itself.
    """
    prefix, _ = literals(rule.expression)
    tests = [*([] if prefix else initial_tests(rule.expression)), *guards(rule)]
    if rule.previous is not None:
        tests += [*_guards("previous", rule.previous), f"regexp_matches(previous, {literal(rule.previous)})"]
    others = [f"NOT {_matches(rule.unless)}"] if isinstance(rule, Pattern) and rule.unless is not None else []
    return in_turn([*tests, matches(rule), *others])


def matches(rule: Pattern | Section) -> str:
    """SQL that is true of a line which the rule matches, whatever is above it."""
    return _matches(rule.expression)


def condition_of(regex: str) -> str:
    """SQL that is true of a line, with its `INITIALS`, which an expression matches; the cheap tests stand first."""
    return in_turn([*initial_tests(regex), *_guards("text", regex), _matches(regex)])


def _matches(regex: str) -> str:
    return f"regexp_matches(text, {literal(regex)})"


def in_turn(tests: list[str]) -> str:
    """SQL that is true where all tests are, each asked only of what passed those before it.

    AND would not do: DuckDB asks its tests in the order that it finds fastest, and takes long to find it.
    """
    *before, last = tests
    for test in reversed(before):
        last = f"CASE WHEN {test} THEN {last} ELSE false END"
    return last


def guards(rule: Pattern | Section) -> list[str]:
    """The cheap tests of a rule: true of every line that it matches, and of others too."""
    return _guards("text", rule.expression)


def _guards(column: str, regex: str) -> list[str]:
    prefix, longest = literals(regex)
    begins = "starts_with" if regex.startswith("^") else "contains"
    tests = [f"{begins}({column}, {literal(prefix)})"] if prefix else []
    # A needle that begins with a space is looked at wherever the text has one.
    needle = longest.lstrip(" ")
    return [*tests, f"contains({column}, {literal(needle)})"] if needle else tests
