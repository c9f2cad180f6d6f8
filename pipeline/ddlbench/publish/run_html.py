"""The page of a run and its row in lists as HTML, each made once for all languages; see `templates/run.html`.

There may be thousands of these pages in three languages each, and Hugo makes every page in every build. So what depends
on a run alone is made here, and only where the run has changed.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape

from ddlbench.models import LANGUAGES

Json = dict[str, Any]

TEMPLATES = Path(__file__).with_name("templates")

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
    """What Hugo is given of a run. `html` has `printf` places for `texts` and then for what Hugo adds."""
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
    return _templates().get_template(template).render(page, languages=LANGUAGES, worded=WORDED_UNITS, missing=MISSING)


def with_places(html: str) -> str:
    """HTML as a format of `printf`, in which the marks of a run's texts are places."""
    html = html.replace("%", "%%")
    for number, name in enumerate((*TEXTS, *ADDED), 1):
        mark = f"&{name};" if ":" in name else f"&run:{name};"
        html = html.replace(mark, f"%[{number}]s")
    return html


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
def _templates() -> Environment:
    """The templates. What they print is escaped; a name that is not there is an error."""
    environment = Environment(
        autoescape=True,
        keep_trailing_newline=True,
        loader=FileSystemLoader(TEMPLATES),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"as": _as, "json": _json, "within_json": _within_json}
    return environment
