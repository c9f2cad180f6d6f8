"""Every text that a contributor writes, in every place where it appears: shown as text, obeyed nowhere."""

from __future__ import annotations

import html
import json
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from browsing import Visits
from github import GitHub
from hostile import NASTY
from hostile_run import RUNS, Marks, add_runs
from hostile_source import add_source
from places import MARK, citations, downloads, feeds, markdown, search_index
from playwright.sync_api import Browser
from sitebuild import Build, served, the_site
from support import LANGUAGES

NOT_SHOWN_OF_A_RUN = (
    "message",
    "lab_variables.name",
    "lab_variables.value",
    "lab_locks.waiting_state",
    "lab_locks.lock_type",
    "lab_locks.object",
    "lab_locks.blocking_pids",
    "lab_locks.waiting_query",
    "lab_progress.stage",
    "lab_progress.datname",
    "lab_progress.relname",
    "lab_progress.command",
)
"""What stands in logs and in tables, but on no page."""

NOT_SHOWN = {f"{run}.{field}" for run in ("run", "withdrawn") for field in NOT_SHOWN_OF_A_RUN}
NOT_SHOWN_OF_A_SOURCE = {
    "excerpt.statement",
    "excerpt.error",
    *(f"source.measure.labels.*.{language}" for language in LANGUAGES),
}

OBEYED = """() => ({
    pwned: window.pwned === undefined ? [] : ["a script ran"],
    elements: [...document.querySelectorAll(
        '[data-hostile], [onmouseover], [onerror], img[src="x"], a[href^="javascript:"], script:not([src])')]
        .filter(each => !["application/json", "application/ld+json"].includes(each.type))
        .map(each => each.outerHTML.slice(0, 200)),
    text: document.title + document.body.textContent,
    records: [...document.querySelectorAll("script[type='application/ld+json']")].map(each => each.textContent),
    attributes: [...document.querySelectorAll("*")].flatMap(each => [...each.attributes].map(one => one.value))
        .filter(value => /qz\\d{3}qz/.test(value)),
})"""


@dataclass(frozen=True)
class Hostile:
    """The built site with the hostile runs in it, and their report."""

    site: Build
    visits: Visits
    fields: dict[str, str]
    pages: tuple[str, ...]


@pytest.fixture(scope="module")
def hostile(
    browser: Browser, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hostile]:
    folder = tmp_path_factory.mktemp("hostile")
    site = the_site(request.config, tmp_path_factory).copy(folder / "copy")
    marks = Marks()
    add_runs(site.project / "data", marks)
    add_source(site.project / "data", marks)
    done = site.make()
    assert done.returncode == 0, done.stdout + done.stderr
    done = site.run(".venv/bin/ddlbench", "report", "data/runs/mariadb/hostile", "--out", "public/report")
    assert done.returncode == 0, done.stderr
    (folder / "host").mkdir()
    with served(site, folder / "host") as address:
        visits = Visits(browser, address)
        found = [path for path in sorted(site.public.rglob("*.html")) if MARK.search(path.read_text("utf-8"))]
        yield Hostile(site, visits, marks.fields, tuple(_address(path, site.public) for path in found))
        visits.close()
    shutil.rmtree(site.project)


def _address(path: Path, public: Path) -> str:
    return path.relative_to(public).as_posix().removesuffix("index.html")


def shown(hostile: Hostile, found: Iterable[str]) -> set[str]:
    """The fields whose marks stand in texts; each must be followed by what was written, as far as there is room."""
    fields: set[str] = set()
    for text in found:
        marks, after = MARK.findall(text), MARK.split(text)[1:]
        assert [each[:200] for each in after if not _literal(each)] == []
        fields |= {hostile.fields[mark] for mark in marks}
    return fields


def _literal(after: str) -> bool:
    """Whether what follows a mark is the nasty text as it was written, as far as the place shows it."""
    length = min(len(NASTY), 60)
    return after[:length] == NASTY[:length] or html.unescape(after[:length]) == NASTY[:length]


def strings(value: object) -> Iterator[str]:
    """The texts in a record for machines."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)


def titles(*names: str) -> set[str]:
    """Fields in the three languages."""
    return {f"{name}.{language}" for name in names for language in LANGUAGES}


@pytest.fixture(scope="module")
def seen(hostile: Hostile) -> dict[str, dict[str, Any]]:
    """What the browser finds in each page with a hostile text, by its path."""
    found = {}
    for path in hostile.pages:
        with hostile.visits.page(path) as page:
            found[path] = page.evaluate(OBEYED)
    return found


def test_every_field_is_shown_somewhere_and_obeyed_nowhere(hostile: Hostile, seen: dict[str, dict[str, Any]]) -> None:
    assert len(hostile.pages) >= 6
    assert "report/report.html" in hostile.pages
    fields: set[str] = set()
    for path, found in seen.items():
        assert found["pwned"] == [], path
        assert found["elements"] == [], path
        fields |= shown(hostile, [found["text"], *found["attributes"], *in_records(found)])
    assert sorted(set(hostile.fields.values()) - fields) == sorted(NOT_SHOWN | NOT_SHOWN_OF_A_SOURCE)


def in_records(found: dict[str, Any]) -> list[str]:
    """The texts in the records that a page holds for machines."""
    return [text for each in found["records"] for text in strings(json.loads(each))]


def test_records_for_machines_name_the_runs(hostile: Hostile, seen: dict[str, dict[str, Any]]) -> None:
    fields = shown(hostile, [text for found in seen.values() for text in in_records(found)])
    assert titles("run.title", "machine.title") | {"run.contributor", "run.engine_version", "run.licence"} <= fields


def test_feeds_name_the_runs(hostile: Hostile) -> None:
    fields = shown(hostile, feeds(hostile.site.public))
    assert titles("run.title", "withdrawn.title") | {"run.engine_version", "withdrawn.engine_version"} <= fields


def test_the_search_shows_machines_as_text(hostile: Hostile) -> None:
    assert titles("machine.title") <= shown(hostile, search_index(hostile.site.public))


def test_downloads_hold_every_field(hostile: Hostile) -> None:
    fields = shown(hostile, downloads(hostile.site.public))
    assert fields >= NOT_SHOWN
    of_runs = {field for field in hostile.fields.values() if field.startswith(("machine.", "run.", "withdrawn."))}
    assert sorted(of_runs - fields) == []


def test_citations_are_what_bibtex_takes(hostile: Hostile) -> None:
    fields = shown(hostile, citations(hostile.site.public))
    assert titles("run.title") | {"run.engine_version"} <= fields


def test_the_report_and_the_comment_show_it_as_text(hostile: Hostile, tmp_path: Path) -> None:
    report = (hostile.site.public / "report/report.md").read_text("utf-8")
    fields = shown(hostile, markdown(report))
    wanted = {"title.en", "engine_version", "contributor", "affiliation", "paid_by", "licence", "replicates"}
    assert {f"run.{name}" for name in wanted} <= fields
    github = GitHub(tmp_path, "a" * 40, report.encode(), [])
    github.run()
    opening, text, rest = github.body().split("````")
    assert (opening, rest) == ("<!-- ddlbench run report -->\n### Run report\n\n", "\n")
    assert MARK.search(text)
    assert "`" not in text


def test_both_runs_have_a_page(hostile: Hostile) -> None:
    assert {f"runs/mariadb/hostile/{name}/" for name in RUNS} <= set(hostile.pages)
