"""Every page can be read: at every width, light and dark, with and without scripts, by eye and by screen reader."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import pytest
from browsing import (
    HEIGHT,
    NARROWEST,
    STICKS_OUT,
    WIDTHS,
    Mode,
    Visits,
    accessibility_problems,
    modes,
    rotation,
)
from playwright.sync_api import Page, expect
from sitepages import page_names, page_path
from support import LANGUAGES

PATHS = [page_path(name, language) for name, language in itertools.product(page_names(), LANGUAGES)]


def one_of_each_type() -> list[str]:
    """One page of each type in each language: of the pages of a type, each language has another."""
    types: dict[tuple[str, int], list[str]] = {}
    for name in page_names():
        types.setdefault((name.partition("/")[0], name.count("/")), []).append(name)
    turns = itertools.product(types.values(), enumerate(LANGUAGES))
    return [page_path(names[turn % len(names)], language) for names, (turn, language) in turns]


def cases(pairs: Iterable[tuple[str, Mode]]) -> list[Any]:
    """Pages in their modes, as cases of a test."""
    return [pytest.param(path, mode, id=f"{path}-{mode}") for path, mode in pairs]


SAMPLE = one_of_each_type()


def assert_readable(page: Page, mode: Mode) -> None:
    """What holds for every page in every mode."""
    assert page.evaluate(STICKS_OUT) == []
    heading = page.locator("h1")
    expect(heading).to_have_count(1)
    expect(heading).to_be_visible()
    expect(heading).to_be_in_viewport()
    for chart in page.locator("figure.chart").all():
        box = chart.locator(".chart-view svg:visible").bounding_box()
        assert box is not None and box["width"] > 200 and box["height"] > 100
        expect(chart.get_by_role("button")).to_have_count(1 if mode.scripts else 0)
        expect(chart.get_by_role("link", name="CSV")).to_be_visible()
        assert all(each.is_visible() for each in chart.locator("details").all())


def unfold(page: Page) -> None:
    """Open what is folded away, so that it is looked at too."""
    page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true; })")


def check(visits: Visits, path: str, mode: Mode) -> None:
    """Look at a page in one mode."""
    with visits.page(path, mode) as page:
        assert_readable(page, mode)
        unfold(page)
        if mode.scripts:
            assert accessibility_problems(page) == []
        page.set_viewport_size({"width": NARROWEST, "height": HEIGHT})
        assert page.evaluate(STICKS_OUT) == [], f"at {NARROWEST} px"
    if not mode.scripts:
        with visits.silenced(path, mode) as page:
            unfold(page)
            assert accessibility_problems(page) == []


@pytest.mark.parametrize(("path", "mode"), cases(zip(SAMPLE, rotation(len(SAMPLE)), strict=True)))
def test_page(visits: Visits, path: str, mode: Mode) -> None:
    check(visits, path, mode)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "mode"), cases(zip(PATHS, rotation(len(PATHS)), strict=True)))
def test_every_page(visits: Visits, path: str, mode: Mode) -> None:
    check(visits, path, mode)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "mode"), cases(itertools.product(SAMPLE, modes(NARROWEST, *WIDTHS))))
def test_page_in_every_mode(visits: Visits, path: str, mode: Mode) -> None:
    check(visits, path, mode)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_scheme_changes_the_colours(visits: Visits, scheme: str) -> None:
    with visits.page("", Mode(scheme="dark" if scheme == "dark" else "light")) as page:
        colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        red, green, blue = (int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(", "))
        assert (red + green + blue < 200) == (scheme == "dark"), colour


def test_unknown_address_shows_a_page_that_leads_on(visits: Visits) -> None:
    with visits.page("no/such/page", missing=True) as page:
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("() => document.styleSheets.length") == 1
        page.locator("main").get_by_role("link", name="한국어").click()
        assert page.url == f"{visits.address}ko/"
