"""A page runs and shows only what this site wrote, and says so before anything loads."""

from __future__ import annotations

import base64
import gzip
import hashlib
import itertools
import json
import re

import pytest
from dom import Element
from sitebuild import Build
from sitepages import LOCALES, Page, file_of, in_site

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
FIRST_VIEW_BYTES = 100_000
RUNS_CODE = ("javascript:", "vbscript:", "data:text")


def head_of(page: Page) -> list[Element]:
    """The elements of the head, in order."""
    return [each for each in page.root.one("head").children if isinstance(each, Element)]


def test_policy_stands_before_anything_that_loads(pages: list[Page]) -> None:
    for page in pages:
        first, second = head_of(page)[:2]
        assert first.attributes == {"charset": "utf-8"}, page.file
        assert second.attributes["http-equiv"] == "Content-Security-Policy", page.file


def test_policy_is_strict(pages: list[Page]) -> None:
    for page in pages:
        directives = [part.split(maxsplit=1) for part in head_of(page)[1].attributes["content"].split(";")]
        assert {name: value.strip() for name, value in directives} == POLICY, page.file
        assert len(directives) == len(POLICY), page.file


def test_no_script_or_style_stands_in_a_page(pages: list[Page]) -> None:
    inline = [
        (page.file, each.tag, each.attributes)
        for page in pages
        for each in page.root.walk()
        if each.tag in ("style", "base", "iframe", "object", "embed")
        or (each.tag == "script" and not is_data(each) and ("src" not in each.attributes or each.text()))
    ]
    assert inline == []


def is_data(script: Element) -> bool:
    """Whether a script element holds data, which browsers do not run."""
    return script.attributes.get("type") == "application/ld+json" and isinstance(json.loads(script.text()), dict)


def test_no_attribute_carries_style_or_code(pages: list[Page]) -> None:
    carried = [
        (page.file, each.tag, name, value)
        for page in pages
        for each in page.root.walk()
        for name, value in each.attributes.items()
        if name == "style" or name.startswith("on") or value.strip().lower().startswith(RUNS_CODE)
    ]
    assert carried == []


def test_scripts_and_styles_are_those_that_were_built(site: Build, pages: list[Page]) -> None:
    checked = 0
    for page in pages:
        for element, _, address in page.references():
            if "integrity" in element.attributes:
                content = file_of(site, in_site(address) or "").read_bytes()
                digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
                assert element.attributes["integrity"] == f"sha256-{digest}", page.file
                checked += 1
    assert checked >= 2 * len(pages)


def test_language_is_declared(pages: list[Page]) -> None:
    for page in pages:
        assert page.root.one("html").attributes == {"lang": LOCALES[page.language]}, page.file
        declared = {each.attributes["lang"] for each in page.root.walk() if "lang" in each.attributes}
        assert {name.lower() for name in declared} <= set(LOCALES), page.file


def test_each_page_has_a_title_and_one_main_heading(pages: list[Page]) -> None:
    titles = [(page.language, page.root.one("head").one("title").text()) for page in pages]
    assert len(set(titles)) == len(titles), "two pages have one title"
    for page in pages:
        assert len(page.root.all("h1")) == 1 and page.root.one("h1").text(), page.file
        assert len(page.root.all("main")) == 1, page.file


def test_headings_skip_no_level(pages: list[Page]) -> None:
    for page in pages:
        levels = [int(each.tag[1]) for each in page.root.walk() if re.fullmatch("h[1-6]", each.tag)]
        steps = [after - before for before, after in itertools.pairwise(levels)]
        assert levels[0] == 1 and max(steps, default=0) <= 1, f"{page.file}: {levels}"


def test_parts_that_scroll_can_be_reached_and_have_names(pages: list[Page]) -> None:
    """Only some browsers let the keyboard into a scrolling part by themselves."""
    parts = [(page, part) for page in pages for name in ("scroll", "chart-view") for part in page.main.all("div", name)]
    assert len(parts) > 100
    for page, part in parts:
        attributes = part.attributes
        assert (attributes.get("role"), attributes.get("tabindex")) == ("region", "0"), f"{page.file}: {attributes}"
        assert attributes["aria-label"], page.file
    for page in pages:
        names = [part.attributes["aria-label"] for part in page.main.all("div", "scroll")]
        assert len(names) == len(set(names)), f"{page.file}: two parts have one name"
    assert all(each.attributes.get("tabindex") == "0" for page in pages for each in page.main.all("pre"))


def first_view(site: Build, page: Page) -> dict[str, int]:
    """What a reader loads to see a page, in bytes as they travel."""
    loaded = {page.path} | {
        in_site(address) or ""
        for element, _, address in page.references()
        if element.tag == "script" or element.attributes.get("rel") in ("stylesheet", "icon", "modulepreload")
    }
    return {path: len(gzip.compress(file_of(site, path).read_bytes(), 6)) for path in sorted(loaded)}


@pytest.mark.parametrize("language", LOCALES)
def test_first_view_is_light(site: Build, pages: list[Page], language: str) -> None:
    for page in pages:
        if page.language == language:
            weights = first_view(site, page)
            assert len(weights) >= 4, f"{page.file} loads {weights}"
            assert sum(weights.values()) <= FIRST_VIEW_BYTES, f"{page.file} loads {weights}"
