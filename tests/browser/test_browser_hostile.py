"""Every text that a contributor writes, in every place of the site where it appears: shown as text, obeyed nowhere."""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from browsing import Visits
from hostile import NASTY
from hostile_run import add_hostile
from playwright.sync_api import Browser
from sitebuild import served, the_site

MARK = re.compile(r"qz\d\dqz")
NOT_SHOWN = frozenset[str]()
"""Fields that no page shows."""

OBEYED = """() => ({
    pwned: window.pwned === undefined ? [] : ["a script ran"],
    elements: [...document.querySelectorAll(
        '[data-hostile], [onmouseover], [onerror], img[src="x"], a[href^="javascript:"], script:not([src])')]
        .filter(each => !["application/json", "application/ld+json"].includes(each.type))
        .map(each => each.outerHTML.slice(0, 200)),
    text: document.documentElement.textContent,
    attributes: [...document.querySelectorAll("*")].flatMap(each => [...each.attributes].map(one => one.value))
        .filter(value => /qz\\d\\dqz/.test(value)),
})"""


@dataclass(frozen=True)
class Hostile:
    """The built site with the hostile runs in it."""

    visits: Visits
    fields: dict[str, str]
    pages: tuple[str, ...]


@pytest.fixture(scope="module")
def hostile(
    browser: Browser, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hostile]:
    folder = tmp_path_factory.mktemp("hostile")
    site = the_site(request.config, tmp_path_factory).copy(folder / "copy")
    fields = add_hostile(site.project)
    done = site.make()
    assert done.returncode == 0, done.stdout + done.stderr
    (folder / "host").mkdir()
    with served(site, folder / "host") as address:
        visits = Visits(browser, address)
        found = [path for path in sorted(site.public.rglob("*.html")) if MARK.search(path.read_text("utf-8"))]
        yield Hostile(visits, fields, tuple(_address(path, site.public) for path in found))
        visits.close()
    shutil.rmtree(site.project)


def _address(path: Path, public: Path) -> str:
    return path.relative_to(public).as_posix().removesuffix("index.html")


def test_every_field_is_shown_somewhere_and_obeyed_nowhere(hostile: Hostile) -> None:
    assert len(hostile.pages) >= 6
    shown: set[str] = set()
    for path in hostile.pages:
        with hostile.visits.page(path) as page:
            found = page.evaluate(OBEYED)
            assert found["pwned"] == [], path
            assert found["elements"] == [], path
            for text in [found["text"], *found["attributes"]]:
                shown |= set(MARK.findall(text))
                wrong = [each for each in MARK.split(text)[1:] if not _literal(each)]
                assert wrong == [], f"{path}: {wrong[0][:200]}"
    assert {field for mark, field in hostile.fields.items() if mark not in shown} == NOT_SHOWN


def _literal(after: str) -> bool:
    """Whether what follows a mark is the nasty text as it was written, as far as the place shows it."""
    length = min(len(NASTY), 60)
    return after[:length] == NASTY[:length] or html.unescape(after[:length]) == NASTY[:length]
