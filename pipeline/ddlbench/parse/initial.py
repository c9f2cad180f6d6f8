"""The characters that a match of a regular expression can begin with: what costs least to ask of a line.

An expression of RE2 is read as far as the question needs. Where it is not understood, any character is allowed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

END = 0
"""Stands for the end of the text."""

OTHER = 126
"""Stands for all that is not ASCII, and the last two of what is: the bits of one integer are this many."""

ALL = frozenset(range(OTHER + 1))
MOST_TESTED = 64
"""With more characters than this, a test keeps too few lines back."""

INITIALS = (
    f"(1::HUGEINT << least(ascii(text), {OTHER})) AS initial, "
    f"CASE WHEN starts_with(text, ' ') THEN 1::HUGEINT << least(ascii(ltrim(text, ' ')), {OTHER}) ELSE initial END "
    "AS indented"
)
"""SQL of the columns that the tests ask for, a bit a character: each then costs a tenth of an expression.

`indented` is that of what is behind the spaces. IN and BETWEEN would cost less a line, but DuckDB takes longer to
prepare them than all the rest.
"""

DIGITS = frozenset(range(ord("0"), ord("9") + 1))
LETTERS = frozenset(map(ord, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
SPACE = frozenset(map(ord, "\t\n\f\r "))
SETS = {
    "d": DIGITS,
    "s": SPACE,
    "w": DIGITS | LETTERS | {ord("_")},
    "D": ALL - DIGITS,
    "S": ALL - SPACE,
    "W": ALL - DIGITS - LETTERS - {ord("_")},
}
CONTROLS = {"a": 7, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13}

ATOM = re.compile(
    r"(?P<code>\\x(?:\{(?P<wide>[0-9A-Fa-f]+)\}|(?P<byte>[0-9A-Fa-f]{2})))"
    r"|\\(?P<set>[dswDSW])|\\(?P<control>[atnvfr])|(?P<nothing>\\[bBA]|\^)|(?P<end>\\z|\$)"
    r"|\\(?P<escaped>[^A-Za-z0-9])|(?P<class>\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\])|(?P<any>\.)"
    r"|(?P<plain>[^\\\[().|*+?])",
    re.DOTALL,
)
MEMBER = re.compile(r"\\x(?:\{[0-9A-Fa-f]+\}|[0-9A-Fa-f]{2})|\\[^\W_]|\\.|\[:\^?\w+:\]|.", re.DOTALL)
FLAT = re.compile(r"(?:[^\\\[()|]|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\])*", re.DOTALL)
GROUP = re.compile(r"\((?:\?(?:P?<\w+>|(?P<flags>[a-zA-Z-]*)(?P<whole>[:)])))?")
REPEAT = re.compile(r"(?P<optional>[?*]|\{0(?:,\d*)?\})|\+|\{[1-9]\d*(?:,\d*)?\}")


@dataclass(frozen=True)
class First:
    """The codes that a match can begin with, and whether it can be empty: then what follows it counts too."""

    codes: frozenset[int]
    empty: bool


@dataclass(frozen=True)
class Mode:
    """Whether upper and lower case are the same, and whether spaces at the beginning are passed over."""

    fold: bool
    indented: bool


class _UnknownError(Exception):
    """The expression has something that is not understood."""


@cache
def initials(regex: str, indented: bool = False) -> frozenset[int]:
    """Codes of the characters that a match from the start of a text can begin with; `ALL` where that says nothing.

    With `indented` those that it can begin with behind its spaces.
    """
    if not regex.startswith("^"):
        return ALL
    try:
        first, end = _either(regex, 0, Mode("(?i)" in regex, indented))
    except _UnknownError:
        return ALL
    return ALL if first.empty or end < len(regex) else first.codes


def initial_tests(regex: str) -> list[str]:
    """SQL that is true of lines that the expression can match, by their `INITIALS`; none if it keeps few back."""
    codes, column = initials(regex), "initial"
    behind = initials(regex, indented=True)
    if ord(" ") in codes and len(behind) < len(codes):
        codes, column = behind, "indented"
    return [f"({column} & {sum(1 << code for code in codes)}::HUGEINT) <> 0"] if len(codes) <= MOST_TESTED else []


def _either(regex: str, index: int, mode: Mode) -> tuple[First, int]:
    """The first characters of alternatives, up to the parenthesis that closes them or the end."""
    found, index = _sequence(regex, index, mode)
    while regex[index : index + 1] == "|":
        other, index = _sequence(regex, index + 1, mode)
        found = First(found.codes | other.codes, found.empty or other.empty)
    return found, index


def _sequence(regex: str, index: int, mode: Mode) -> tuple[First, int]:
    codes: frozenset[int] = frozenset()
    while index < len(regex) and regex[index] not in "|)":
        atom, index = _group(regex, index, mode) if regex[index] == "(" else _atom(regex, index, mode)
        empty = atom.empty
        while repeat := REPEAT.match(regex, index):
            empty, index = empty or repeat["optional"] is not None, repeat.end()
        codes |= atom.codes
        if not empty:
            return First(codes, False), _behind(regex, index)
    return First(codes, True), index


def _behind(regex: str, index: int) -> int:
    """Where the sequence ends that an index is in."""
    depth = 0
    while index < len(regex):
        found = FLAT.match(regex, index)
        index = found.end() if found else index
        mark = regex[index : index + 1]
        if depth == 0 and mark != "(":
            break
        depth += {"(": 1, ")": -1}.get(mark, 0)
        index += 1
    return index


def _group(regex: str, index: int, mode: Mode) -> tuple[First, int]:
    opened = GROUP.match(regex, index)
    if opened is None or set("-m") & set(opened["flags"] or ""):
        raise _UnknownError
    if opened["whole"] == ")":  # Flags for what follows; `initials` looks for the one that matters.
        return First(frozenset(), True), opened.end()
    inner, end = _either(regex, opened.end(), Mode(mode.fold or "i" in (opened["flags"] or ""), mode.indented))
    if end >= len(regex):
        raise _UnknownError
    return inner, end + 1


def _atom(regex: str, index: int, mode: Mode) -> tuple[First, int]:
    found = ATOM.match(regex, index)
    if found is None:
        raise _UnknownError
    if found["nothing"]:
        return First(frozenset(), True), found.end()
    codes = _class(found[0]) if found["class"] else _codes(found)
    codes = _folded(codes) if mode.fold else codes
    passed = mode.indented and ord(" ") in codes
    return First(codes - {ord(" ")} if passed else codes, passed), found.end()


def _codes(found: re.Match[str]) -> frozenset[int]:
    """Codes of a single character, or of an escape that stands for some."""
    if found["any"]:
        return ALL
    if found["end"]:
        return frozenset({END})
    if found["set"]:
        return SETS[found["set"]]
    return frozenset({_code(found)})


def _code(found: re.Match[str]) -> int:
    if found["code"]:
        return min(int(found["wide"] or found["byte"], 16), OTHER)
    return min(CONTROLS[found["control"]] if found["control"] else ord(found["escaped"] or found["plain"]), OTHER)


def _class(text: str) -> frozenset[int]:
    """Codes of a class in brackets."""
    negated = text.startswith("[^")
    members = MEMBER.findall(text[2 if negated else 1 : -1])
    codes: set[int] = set()
    place = 0
    while place < len(members):
        if place + 2 < len(members) and members[place + 1] == "-":
            codes.update(range(_member(members[place]), _member(members[place + 2]) + 1))
            place += 3
        else:
            member = members[place]
            codes |= SETS[member[1]] if member[:1] == "\\" and member[1] in SETS else {_member(member)}
            place += 1
    # What is not ASCII has one code: a class without some of it still has the rest.
    return ALL - (codes - {OTHER}) if negated else frozenset(codes)


def _member(text: str) -> int:
    found = ATOM.match(text) if text.startswith("\\") else None
    if found is not None and (found["code"] or found["control"] or found["escaped"]):
        return _code(found)
    if len(text) != 1:
        raise _UnknownError
    return min(ord(text), OTHER)


def _folded(codes: frozenset[int]) -> frozenset[int]:
    """The same codes in both cases; two letters have a third one beyond ASCII."""
    letters = codes & LETTERS
    return codes | {code ^ 0x20 for code in letters} | ({OTHER} if letters else frozenset())
