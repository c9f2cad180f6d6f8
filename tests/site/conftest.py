"""The site, built once for all tests of a run."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sitebuild import NEWFOUNDLAND, Build, build_in, served, the_site
from sitepages import Page, read_pages


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The site. It stays as it was built; a test that changes something takes a copy."""
    return the_site(request.config, tmp_path_factory)


@pytest.fixture(scope="session")
def elsewhere(site: Build, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The same site from another folder, on what could be another machine.

    With `make test` a third of the drawings is made anew there, with `make test-all` each of them.
    """
    sampled = (site.project, all_but_drawings) if request.config.getoption("markexpr") else ()
    return build_in(tmp_path_factory.mktemp("elsewhere") / "checkout", NEWFOUNDLAND, *sampled)


def all_but_drawings(folder: str, names: list[str]) -> list[str]:
    """What of a build another one makes anew: all but two thirds of the drawings."""
    match Path(folder).name:
        case "build":
            return [name for name in names if name != "cache"]
        case "charts" | "cards":
            return sorted(names)[::3]
    return []


@pytest.fixture
def copy(site: Build, tmp_path: Path) -> Iterator[Build]:
    """A built copy to change or break."""
    copied = site.copy(tmp_path / "copy")
    yield copied
    shutil.rmtree(copied.project)


@pytest.fixture(scope="session")
def pages(site: Build) -> list[Page]:
    """All pages of the site."""
    return read_pages(site)


@pytest.fixture(scope="session")
def current(pages: list[Page]) -> list[Page]:
    """The pages that say how things are now: all but those of versions, which keep a text as it was."""
    return [page for page in pages if not page.name.startswith("versions/")]


@pytest.fixture(scope="session")
def address(site: Build, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site is served."""
    with served(site, tmp_path_factory.mktemp("host")) as found:
        yield found
