"""From a number of a run to the log line it was computed from: the archive has the log, the link names its line."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import tarfile
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from sitebuild import Build
from sitedata import RUNS
from sitepages import Page, page_named, plain
from support import LANGUAGES


def logs_of(site: Build, run: str) -> dict[str, bytes]:
    """The files of a run's archive by their names below the run folder."""
    label = run.rpartition("/")[2]
    with tarfile.open(site.public / "downloads" / "runs" / f"{run}.tar.gz") as archive:
        packed = {member.name: archive.extractfile(member) for member in archive.getmembers() if member.isreg()}
        return {name.removeprefix(f"{label}/"): content.read() for name, content in packed.items() if content}


@pytest.mark.parametrize("run", RUNS)
def test_archive_holds_the_logs_with_their_hashes(site: Build, run: str) -> None:
    logs = logs_of(site, run)
    sums = dict(reversed(line.split("  ")) for line in logs.pop("SHA256SUMS").decode().splitlines())
    folder = site.project / "data" / "runs" / run
    wanted = {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() and path.suffix != ".toml"
    }
    assert set(logs) == set(sums) == wanted - {"SHA256SUMS"}
    for name, content in logs.items():
        assert content == (folder / name).read_bytes() and sums[name] == hashlib.sha256(content).hexdigest(), name


def test_archive_has_nothing_of_the_machine(site: Build) -> None:
    path = site.public / "downloads" / "runs" / f"{RUNS[0]}.tar.gz"
    assert path.read_bytes()[4:8] == bytes(4), "the time stands in the gzip header"
    with tarfile.open(path) as archive:
        assert {(each.mtime, each.uid, each.uname, each.mode) for each in archive} == {(0, 0, "", 0o644)}
    assert len(gzip.decompress(path.read_bytes())) > path.stat().st_size


def links(page: Page) -> list[tuple[str, str, tuple[int, int]]]:
    """Where a page leads into logs: what is shown, the file, the first and last line."""
    found = []
    for link in page.main.all("a"):
        address = urlsplit(link.attributes["href"])
        if address.path.endswith("/log/") and address.query:
            query = parse_qs(address.query, strict_parsing=True)
            first, _, last = query["line"][0].partition("-") if "line" in query else ("1", "", "")
            found.append((link.text(), query["file"][0], (int(first), int(last or first))))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_link_names_lines_that_are_there(site: Build, pages: list[Page], language: str) -> None:
    runs = [page for page in pages if page.language == language and re.match(r"runs/\w+/", page.name)]
    counts: dict[str, int] = {}
    for page in runs:
        run = page.name.removeprefix("runs/")
        logs = logs_of(site, run)
        for text, file, (first, last) in links(page):
            name = file.removeprefix(f"runs/{run}/")
            if not name.endswith(".zst"):
                assert 1 <= first <= last <= len(logs[name].splitlines()), f"{page.file}: {text}: {file}:{last}"
            counts[run] = counts.get(run, 0) + 1
    assert all(counts[run] >= 10 for run in counts if not run.startswith("postgresql/captures")) and len(counts) > 4


def test_duration_of_a_ddl_leads_to_the_events_that_bound_it(site: Build, pages: list[Page]) -> None:
    """The duration in the table, rounded, is the time between the events on the lines that it leads to."""
    checked = 0
    for run in ("mariadb/vm-2c-24g/20261121-add-index-online-load", "mysql/vm-2c-24g/20261121-add-index-online-load"):
        logs = logs_of(site, run)
        for text, file, (first, last) in links(page_named(pages, f"runs/{run}", "en")):
            if file.endswith("/timeline.jsonl") and re.fullmatch(r"[\d,.]+", text):
                lines = logs[file.removeprefix(f"runs/{run}/")].decode().splitlines()[first - 1 : last]
                begins, ends = json.loads(lines[0]), json.loads(lines[-1])
                assert (begins["event"], ends["event"]) == ("ddl_started", "ddl_ended"), f"{file}:{first}"
                assert abs(ends["mono_s"] - begins["mono_s"] - float(plain(text))) <= 0.051, f"{file}:{first}: {text}"
                checked += 1
    assert checked > 10


def test_logs_of_large_runs_stay_in_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ddlbench.publish import archives

    log = tmp_path / "runs/e/m/20260101-x/trials/001/sysbench.log"
    log.parent.mkdir(parents=True)
    log.write_bytes(b"x" * 100)
    logs = {"runs/e/m/20260101-x/trials/001/sysbench.log": hashlib.sha256(log.read_bytes()).hexdigest()}
    monkeypatch.setattr(archives, "LIMIT_BYTES", 100)
    assert archives.write_archive(tmp_path, "e/m/20260101-x", logs, tmp_path / "packed.tar.gz")
    monkeypatch.setattr(archives, "LIMIT_BYTES", 99)
    assert not archives.write_archive(tmp_path, "e/m/20260101-x", logs, tmp_path / "packed.tar.gz")
    assert not (tmp_path / "packed.tar.gz").exists(), "that of an earlier build would stay"
