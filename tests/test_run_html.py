"""The page of a run as Hugo is given it: texts of strangers stay text, and places are filled once."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from ddlbench.publish.run_html import ADDED, PLACED, TEMPLATES, TEXTS, WORDED_UNITS, made_page, pieces, tex, with_places
from support import LANGUAGES, ROOT

HOSTILE = "</script><b>50% &i18n:trial; %[1]s {x} \\y_z"
PAGE: dict[str, Any] = {
    "id": "mariadb/captures/20260101-one",
    "engine": "mariadb",
    "engine_name": HOSTILE,
    "engine_version": "10.11",
    "version": "10.11",
    "machine": "captures",
    "known_machine": False,
    "date": "2026-01-01",
    "title": dict.fromkeys(LANGUAGES, HOSTILE),
    "tuning": "default",
    "origin": "logs",
    "withdrawn": None,
    "note": None,
    "tuned": None,
    "contributor": HOSTILE,
    "affiliation": HOSTILE,
    "paid_by": None,
    "licence": "CC-BY-4.0",
    "tools": {HOSTILE: HOSTILE},
    "experiment": None,
    "replicates": None,
    "archive": False,
    "intervals": False,
    "trial_count": "1",
    "data": "",
    "regime": {"durability": "durability_full"},
    "duration": None,
    "kept": "99.4",
    "factors": [],
    "fixed": [],
    "trials": [],
}


def with_pieces(html: str) -> str:
    """The HTML of a page with what the templates say of every run."""
    first = len((*TEXTS, *ADDED, *PLACED)) + 1
    texts = {str(first + number): text.replace("%", "%%") for text, number in pieces().items()}
    return re.sub(r"(?<!%)((?:%%)*)%\[(\d+)\]s", lambda place: place[1] + texts.get(place[2], f"%[{place[2]}]s"), html)


def test_texts_of_a_record_are_neither_markup_nor_marks_nor_places() -> None:
    made = made_page(PAGE)
    html = with_pieces(made["html"])
    for each in (html, made["row"]):
        assert "<b>" not in each
    assert "50%% &amp;i18n:trial; %%[1]s" in made["html"] and "&i18n:" not in made["html"]
    document = re.search(r'<script type="application/ld\+json">(.*?)</script>', html)
    assert document and r'"creator":{"@type":"Person","name":"\u003c/script\u003e\u003cb\u003e50%%' in document[1]


def test_a_page_is_what_its_templates_say() -> None:
    html = with_pieces(made_page(PAGE)["html"])
    assert html.startswith('<!doctype html>\n<html lang="&site:locale;">\n<head>\n&site:head;\n<title>%[1]s')
    assert '<rect class="window"' not in html and "<dt>&i18n:date;</dt>" in html and html.endswith("</html>\n")


def test_a_word_that_is_not_handed_over_is_refused() -> None:
    with pytest.raises(KeyError, match="i18n:outcome_new"):
        with_places("<td>&i18n:outcome_new;</td>")


def test_texts_come_in_the_forms_of_their_places() -> None:
    text, heading, bibtex, quoted, *rest = made_page(PAGE)["texts"]["ko"]
    assert text == "&lt;/script&gt;&lt;b&gt;50% &amp;i18n:trial; %[1]s {x} \\y_z"
    assert heading == text.replace("_", "_<wbr>")
    assert bibtex.endswith("{\\textbraceleft}x{\\textbraceright} {\\textbackslash}y\\_z")
    assert json.loads(quoted) == HOSTILE and "<" not in quoted
    assert rest == ["", "", ""]


def test_places_are_those_that_the_layout_fills() -> None:
    layout = (ROOT / "layouts/runs/page.html").read_text("utf-8")
    call = layout.partition("printf $run.html")[2].partition("-}}")[0]
    filled = re.findall(r"\(index \$texts \d\)|\$[\w.]+", call)
    first = len((*TEXTS, *ADDED, *PLACED))
    assert filled[: len(TEXTS)] == [f"(index $texts {number})" for number in range(len(TEXTS))]
    assert filled[len(TEXTS) : len(TEXTS) + len(ADDED)] == [f"${name}" for name in ADDED]
    assert filled[first:] == [f"$p.p{number}" for number in range(len(pieces()))]
    assert with_places("&run:replicates;") == f"%[{len(TEXTS) + len(ADDED)}]s"
    assert with_places("&tex:machine.a.b; &engine:mysql;") == f"%[{first}]s %[{first - len(PLACED) + 1}]s"


@pytest.mark.parametrize("word", WORDED_UNITS)
def test_units_with_words_are_those_of_the_layouts(word: str) -> None:
    listed = (ROOT / "layouts/_partials/worded-units.html").read_text("utf-8")
    assert set(re.findall(r'"(\w+)"', listed)) == set(WORDED_UNITS)
    assert f"unit_{word} =" in (ROOT / "i18n/en.toml").read_text("utf-8")


def test_bibtex_is_escaped_as_in_the_layouts() -> None:
    layout = (ROOT / "layouts/_partials/bibtex.html").read_text("utf-8")
    texts = [json.loads(text) for text in re.findall(r'"(?:[^"\\]|\\.)*"', layout.partition("ReplacePairs")[2])]
    assert len(texts) == 20
    for plain, escaped in zip(texts[::2], texts[1::2], strict=True):
        assert tex(plain) == escaped


def test_every_word_of_the_templates_is_handed_over() -> None:
    words = (ROOT / "layouts/_partials/run-words.html").read_text("utf-8")
    listed = set(re.findall(r'"(\w+)"', words))
    for path in sorted(TEMPLATES.glob("*.html")):
        used = set(re.findall(r"&(?:i18n|json|tex):(\w+)(?:\.\d)?;", path.read_text("utf-8")))
        assert {word for word in used if not word.startswith("unit_")} - {
            "KEY",
            "none",
            "locale",
            "site",
            "title",
        } <= listed
