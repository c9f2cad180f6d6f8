"""The built site in a browser. It is the same build that the tests of the pages use."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# Not a package: `site` is a module of Python.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "site"))

from browsing import Visits, launch
from playwright.sync_api import Browser, sync_playwright
from sitebuild import served, the_site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as play:
        browser = launch(play)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site is served."""
    site = the_site(request.config, tmp_path_factory)
    with served(site, tmp_path_factory.mktemp("host")) as found:
        yield found


@pytest.fixture(scope="session")
def visits(browser: Browser, address: str) -> Iterator[Visits]:
    """Opens pages of the site."""
    visits = Visits(browser, address)
    yield visits
    visits.close()
