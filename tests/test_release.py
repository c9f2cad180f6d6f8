"""What `make release` cuts and packs: text that can be read, versions that are never rewritten, bytes that repeat."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import shutil
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
from ddlbench.database import connect
from support import ROOT

PAGE = """<html><body><nav>Menu<main><nav>On this page</nav><h1>Title</h1><h2>The answer</h2><p>It took <a href=x>56</a> s.
<p hidden>Not to be seen.</p><dl><dt>Engine<dd>MariaDB</dl>
<table><tr><th>Buffer<th>Time<tr><td>1 MiB<td><i aria-hidden=true>*</i>no value</table><svg><text>drawn</text></svg>
<section class="cite-section box"><p>Cite it as version 3.</section><p>The end.</main></body></html>"""


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / "tools" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["release"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what a build leaves for a release."""
    tables = tmp_path / "build" / "downloads" / "tables"
    tables.mkdir(parents=True)
    for name in ("file.csv", "trial.csv", "trial.parquet", "trial.json"):
        (tables / name).write_text(f"{name}\n", "utf-8")
    (tables.parent / "datapackage.json").write_text("{}\n", "utf-8")
    for name in ("README.md", "LICENSE-DATA", "CITATION.cff"):
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_text_of_a_page_keeps_cells_apart_and_leaves_out_how_to_cite_it(release: ModuleType) -> None:
    text = release.Text()
    text.feed(PAGE)
    lines = [" ".join(line.split()) for line in text.lines if line.strip()]
    assert lines == [
        "Title",
        "## The answer",
        "It took 56 s.",
        "Engine: MariaDB",
        "Buffer | Time",
        "1 MiB | no value",
        "The end.",
    ]


def test_a_version_is_cut_once_for_what_changed_and_never_written_again(release: ModuleType, built: Path) -> None:
    record = {"text": {"en": ["It took 56 s."]}}
    first = release.cut_version("reports", "one", record)
    assert first == Path("data/versions/reports/one/1.json")
    before = first.read_bytes()
    assert release.cut_version("reports", "one", record) is None
    assert release.cut_version("reports", "one", {"text": {"en": ["It took 57 s."]}}) == first.with_name("2.json")
    assert first.read_bytes() == before
    listed = (built / "build/downloads/tables/file.csv").read_bytes()
    assert json.loads(before)["inputs"] == {"file.csv": hashlib.sha256(listed).hexdigest()}


def test_the_archive_repeats_and_its_sums_are_right(release: ModuleType, built: Path) -> None:
    with connect() as connection:
        connection.execute("COPY (SELECT 56.0 AS duration_s) TO 'build/downloads/tables/ddl_statement.parquet'")
    archive = release.pack(built / "build" / "release" / "data.zip")
    before = archive.read_bytes()
    assert release.pack(archive).read_bytes() == before
    with zipfile.ZipFile(archive) as packed:
        sums = dict(reversed(line.split("  ")) for line in packed.read("SHA256SUMS").decode().splitlines())
        names = set(packed.namelist())
        assert sums == {name: hashlib.sha256(packed.read(name)).hexdigest() for name in names - {"SHA256SUMS"}}
        assert packed.read("tables/ddl_statement.csv") == b"duration_s\n56.0\n"
    assert {"tables/trial.csv", "tables/trial.parquet", "datapackage.json", "README.md"} <= names
    assert "tables/trial.json" not in names
