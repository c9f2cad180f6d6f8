"""What tables, columns, queries and checks are: said in each language, of just what there is."""

from __future__ import annotations

import re
import tomllib

import pytest
from ddlbench.build import Loaded
from ddlbench.checks import catalogue
from ddlbench.database import connect, create_tables, statements
from ddlbench.publish.queries import described
from ddlbench.publish.tables import read_dictionary
from ddlbench.views import create_views
from support import LANGUAGES, ROOT

FOLDER = ROOT / "pipeline" / "ddlbench" / "descriptions"
TRANSLATED = {
    language: tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
    for language in LANGUAGES
    if language != "en"
}
KEPT = re.compile(r"`[^`]+`|\d+(?:\.\d+)*|NULL")
"""What is the same in each language: code and numbers."""


@pytest.fixture(scope="module")
def english(real: Loaded) -> set[str]:
    """The texts as they stand in the SQL files."""
    tables = read_dictionary(real.connection)
    texts = {table.comment for table in tables} | {column.comment for table in tables for column in table.columns}
    queries = {described(sql)[0] for sql in statements("site").values()}
    return texts | queries | {check["message"] for check in catalogue()}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_and_no_other(language: str, english: set[str]) -> None:
    assert sorted(english - TRANSLATED[language].keys()) == []
    assert sorted(TRANSLATED[language].keys() - english) == []
    assert list(TRANSLATED[language]) == sorted(TRANSLATED[language])


@pytest.mark.parametrize("language", TRANSLATED)
def test_code_and_numbers_are_the_same(language: str) -> None:
    differing = {
        text: translation
        for text, translation in TRANSLATED[language].items()
        if sorted(KEPT.findall(text)) != sorted(KEPT.findall(translation))
    }
    assert differing == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_more_than_code_is_not_left_in_english(language: str) -> None:
    same = [text for text, translation in TRANSLATED[language].items() if text == translation]
    assert [text for text in same if re.search(r"[a-z]{3}", KEPT.sub("", text))] == []


@pytest.mark.parametrize(
    ("sql", "fault"),
    [
        ("-- One.\nSELECT count(*) AS trial_count FROM trial;", "trial_count means, and nothing that it reads"),
        (
            "-- One.\nSELECT duration_s FROM ddl_statement JOIN ddl_stage USING (duration_s);",
            "duration_s means, and what it reads says 'Seconds as the client measured them",
        ),
    ],
)
def test_a_view_says_what_its_columns_mean(sql: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A column of that name elsewhere does not say it."""
    files = {"views": {"one": sql}, "macros": {}}
    with connect() as connection:
        create_tables(connection)
        monkeypatch.setattr("ddlbench.views.statements", lambda folder: dict(files[folder]))
        with pytest.raises(ValueError, match=f"^view one: no line says what the column {fault}"):
            create_views(connection)
