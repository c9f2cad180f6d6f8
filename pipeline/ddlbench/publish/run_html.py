"""The page of a run and its row in lists as HTML, each made once for all languages; see `templates/run.html`.

There may be thousands of these pages in three languages each, and Hugo makes every page in every build. So what depends
on a run alone is made here, and only where the run has changed.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape

from ddlbench.models import LANGUAGES

Json = dict[str, Any]

TEMPLATES = Path(__file__).with_name("templates")

PAGE = ("run.html", "trials.html", "macros.html")
"""The templates of the page of a run."""

WORDED_UNITS = ("bytes", "ms", "rows", "s")
"""The units that languages have words of their own for."""

MISSING = Markup("&i18n:none;")

LISTED = (
    *("id", "engine", "engine_name", "engine_version", "version", "machine", "date", "title", "tuning", "withdrawn"),
    *("experiment", "replicates", "regime", "trial_count"),
)
"""What lists and the pages of other things say of a run."""

TEXTS = ("title", "heading", "tex:title", "json:title", "note", "tuned", "withdrawn")
"""The texts of a run that differ from one language to another."""

ADDED = ("kept", "findings", "comparable", "replicates")
"""What Hugo knows of a run: the address to cite, its findings, other runs to compare it with, the run it repeats."""

PLACED = ("engine", "machine", "hardware", "i18n:machine", "json:machine", "tex:machine")
"""What Hugo says of a run's engine and of its machine; their marks end in a name."""

CHOSEN = (
    *(f"i18n:{word}" for word in ("comma", "control", "none", "semicolon", "tuning_default", "tuning_tuned")),
    *(f"i18n:durability_{name}" for name in ("full", "off", "relaxed")),
    *(f"i18n:effect_{name}" for name in ("control", "faster", "no_effect", "not_comparable", "slower", "unclear")),
    *(f"i18n:outcome_{name}" for name in ("completed", "failed")),
    *(f"i18n:phase_{name}" for name in ("after", "baseline", "ddl", "warm_up", "whole")),
    *(f"i18n:support_{name}" for name in ("allowed", "blocks_writes", "brief", "mixed", "refused")),
    *(f"{mark}_{origin}" for mark in ("i18n:origin", "i18n:repeat", "json:origin") for origin in ("lab", "logs")),
    *("tex:comma", "tex:tuning_default", "tex:tuning_tuned"),
    *(f"{kind}:{unit}" for kind in ("heading", "unit") for unit in WORDED_UNITS),
    *(f"site:{part}.{name}" for part in ("current", "home", "label", "locale", "url") for name in LANGUAGES),
)
"""Words that a run or a template chooses among."""

MARK = re.compile(
    r"&(?:(engine|machine|hardware):[^;]*|(\w+:machine)\.[^;]*|(?!run:(?:factor|fixed)\.)(\w+:[^;&\s<]+));"
)
"""A mark, and what its place is known by: those of engines and machines end in a name."""

LEXING: Json = {"keep_trailing_newline": True, "lstrip_blocks": True, "trim_blocks": True}
"""How blanks between the blocks of a template are read."""

LEAST = 48
"""Characters of a template that are worth a place of their own."""

OWN = re.compile(r"(^[^;&\s<]*;|&run:[\w.]+;|&(?:json|tex):title;|&[^;&\s<]*$)")
"""What is of the run in a template: the end and the beginning of a mark that holds a value, marks of texts."""

TEX = str.maketrans(
    {
        "\\": "{\\textbackslash}",
        "{": "{\\textbraceleft}",
        "}": "{\\textbraceright}",
        "^": "{\\textasciicircum}",
        "~": "{\\textasciitilde}",
        **{letter: f"\\{letter}" for letter in "%#&$_"},
    }
)
"""Text as BibTeX and TeX take it literally: no brace ends a field, no backslash begins a command."""


def made_page(page: Json) -> Json:
    """What Hugo is given of a run. `html` has places for `texts`, for what Hugo adds and places, and for `pieces`."""
    return {
        **{name: page[name] for name in LISTED if page[name] is not None},
        "trials": {trial["number"]: {name: trial[name] for name in ("statement", "load")} for trial in page["trials"]},
        "html": with_places(render("run.html", page)),
        "row": render("row.html", page),
        "texts": {language: _texts(page, language) for language in LANGUAGES},
        "factors": {language: _titles(page, language) for language in LANGUAGES},
    }


def render(template: str, page: Json) -> str:
    """A page or a row in which words and texts stand as marks."""
    templates = _templates(Pieces) if template in PAGE else _templates()
    return templates.get_template(template).render(page, languages=LANGUAGES, worded=WORDED_UNITS, missing=MISSING)


@functools.cache
def pieces() -> dict[str, int]:
    """What the templates say of every run, in pieces with words as marks, and the words that runs choose; numbered.

    Hugo fills them in once a language, so that a page is no longer than what is the run's own.
    """
    lexer = Environment(**LEXING)
    words = [f"&{word};" for word in CHOSEN]
    texts = {
        part
        for name in PAGE
        for _, kind, text in lexer.lex((TEMPLATES / name).read_text("utf-8"))
        if kind == "data"
        for part in OWN.split(text)[::2]
        if len(part) >= LEAST or MARK.search(part)
    }
    return {text: number for number, text in enumerate([*words, *sorted(texts.difference(words))])}


class Pieces(Extension):
    """Templates in which marks stand for `pieces`."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The tokens of a template, the texts between its expressions with marks."""
        for token in stream:
            if token.type == "data":
                parts = OWN.split(token.value)
                marked = "".join(f"&piece:{pieces()[part]};" if part in pieces() else part for part in parts)
                token = Token(token.lineno, token.type, marked)
            yield token


def with_places(html: str) -> str:
    """HTML as a format of `printf`, in which marks are places; but not those of factors, of which a run has many."""
    return MARK.sub(lambda mark: f"%[{_places()[mark[mark.lastindex or 0]]}]s", html.replace("%", "%%"))


@functools.cache
def _places() -> dict[str, int]:
    """The number of the place that stands for a mark: texts, what Hugo adds, pieces."""
    names = [name if ":" in name else f"run:{name}" for name in (*TEXTS, *ADDED)]
    places = {name: number for number, name in enumerate((*names, *PLACED), 1)}
    first = len(places) + 1
    words = {word: first + pieces()[f"&{word};"] for word in CHOSEN}
    return places | words | {f"piece:{number}": first + number for number in pieces().values()}


def _texts(page: Json, language: str) -> list[str]:
    """The texts of a run in a language, in the order of `TEXTS`; an empty one where it has none."""
    title = page["title"][language]
    reason = page["withdrawn"] and page["withdrawn"]["reason"]
    rest = [escape(text[language]) if text else "" for text in (page["note"], page["tuned"], reason)]
    return [str(escape(title)), breakable(title), str(escape(tex(title))), str(_json(title)), *map(str, rest)]


def _titles(page: Json, language: str) -> Json:
    """The titles of a run's factors in a language by their marks."""
    return {
        f"&run:{kind}.{number};": breakable(factor["title"][language])
        for kind, factors in (("factor", page["factors"]), ("fixed", page["fixed"]))
        for number, factor in enumerate(factors)
    }


def breakable(text: str) -> str:
    """Text as HTML in which long names may break after an underscore."""
    return str(escape(text)).replace("_", "_<wbr>")


def tex(text: str) -> str:
    """Text as BibTeX takes it literally."""
    return text.translate(TEX)


def _json(value: object) -> Markup:
    return htmlsafe_json_dumps(value, dumps=functools.partial(json.dumps, ensure_ascii=False))


def _within_json(text: str) -> Markup:
    """Text as it stands within the quotes of a JSON string."""
    return Markup(_json(text)[1:-1])


def _as(text: str, kind: str) -> str:
    """Text for HTML (`i18n`) or for BibTeX within HTML (`tex`)."""
    return tex(text) if kind == "tex" else text


@functools.cache
def _templates(*extensions: type[Extension]) -> Environment:
    """The templates. What they print is escaped; a name that is not there is an error."""
    environment = Environment(
        autoescape=True,
        extensions=extensions,
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        **LEXING,
    )
    environment.filters |= {"as": _as, "json": _json, "within_json": _within_json}
    return environment
