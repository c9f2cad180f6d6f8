"""The same inputs give the same bytes wherever they are built, and a second build does nothing."""

from __future__ import annotations

import os
import time

import pytest
from sitebuild import ROOT, Build, state_of
from support import tree_bytes

LEAST_FILES = {"public": 150, "build/hugo": 5, "build/charts": 30, "build/downloads": 60}
AT_ONCE_S = 2.0


@pytest.mark.parametrize("folder", LEAST_FILES)
def test_other_machine_builds_the_same_bytes(site: Build, elsewhere: Build, folder: str) -> None:
    here, there = tree_bytes(site.project / folder), tree_bytes(elsewhere.project / folder)
    assert here.keys() == there.keys() and len(here) >= LEAST_FILES[folder]
    assert [name for name in here if here[name] != there[name]] == []


def test_no_file_names_its_machine(site: Build) -> None:
    """A path of the building machine would differ on the next."""
    places = [os.fsencode(folder) for folder in (site.project, site.project.parent, ROOT)]
    published = [*tree_bytes(site.public).items(), *tree_bytes(site.project / "build" / "hugo").items()]
    assert [name for name, content in published if any(place in content for place in places)] == []


def test_second_build_does_nothing(site: Build) -> None:
    before = {folder: state_of(site.project / folder) for folder in ("public", "build")}
    started = time.monotonic()
    done = site.make()
    assert done.returncode == 0 and time.monotonic() - started < AT_ONCE_S
    assert {folder: state_of(site.project / folder) for folder in before} == before
    assert done.stdout.startswith("public/index.html: ") and done.stderr == ""


def test_unchanged_page_keeps_its_bytes_when_another_changes(site: Build, copy: Build) -> None:
    page = copy.project / "content" / "en" / "cite.md"
    page.write_text(page.read_text(encoding="utf-8") + "\nAn added sentence.\n", encoding="utf-8")
    (copy.project / "public.999").mkdir()
    assert copy.make().returncode == 0
    before, after = tree_bytes(site.public), tree_bytes(copy.public)
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    assert {name for name in changed if not name.startswith("pagefind/")} == {"cite/index.html"}
    assert list(copy.project.glob("public.*")) == [], "a build that was stopped is cleared away"


def test_other_address_changes_pages_only(copy: Build) -> None:
    tables = state_of(copy.project / "build" / "hugo")
    done = copy.run("env", "BASE_URL=https://other.example/", ".venv/bin/python", "tools/build_site.py")
    assert done.returncode == 0
    assert state_of(copy.project / "build" / "hugo") == tables
    texts = [path.read_text(encoding="utf-8") for path in copy.public.rglob("*.html")]
    assert not any("example.org" in text or "/project/" in text for text in texts)
    assert any("https://other.example/ko/" in text for text in texts)
