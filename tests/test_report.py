"""`ddlbench report`: what a run shows, and what it changes, as Markdown and as one HTML file."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from ddlbench.report.collect import touched
from ddlbench.report.parts import Curve, Report, Section, Table, Whisker, Whiskers
from ddlbench.report.render import to_html, to_markdown
from support import Here, record_hashes

NAME = "runs/mysql/laptop/20260301-add-index"
RUN = f"data/{NAME}"


def git(project: Path, *arguments: str) -> None:
    person = {f"GIT_{role}_{key}": "n" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}
    variables = {**os.environ, **person, "GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(["git", *arguments], cwd=project, env=variables, check=True, capture_output=True)


def test_what_a_run_shows(project: Path, here: Here) -> None:
    done = here(project, "report", RUN)
    assert done.returncode == 0
    text = done.stdout
    assert "1 runs, 0 errors, 0 warnings.\n" in text
    assert "None: every line is accounted for and every invariant holds." in text
    assert "trials/001/sysbench.log  sysbench  41     0\n" in text
    assert "sysbench_interval   3\n" in text
    assert "contributor  A tester\n" in text
    assert "## Claims and guidance\n\nNo verdict changes.\n" in text


def test_what_is_wrong_is_in_it(project: Path, here: Here) -> None:
    log = project / RUN / "trials/001/sysbench.log"
    log.write_text(log.read_text("utf-8") + "what is this\n--password=hunter22\n", "utf-8")
    done = here(project, "report", RUN)
    assert done.returncode == 0
    assert "no pattern of 'sysbench' matches" in done.stdout
    assert "trials/001/sysbench.log  sysbench  43     1\n" in done.stdout
    assert "is not the file whose hash is in SHA256SUMS" in done.stdout
    assert "a password must not be published" in done.stdout
    assert "hunter22" not in done.stdout + done.stderr


def test_verdicts_that_the_run_changes_and_invariants_that_fail(project: Path, here: Here) -> None:
    claim = project / "data/claims/index-is-fast.toml"
    decide = "CASE WHEN count(*) = 0 THEN 'supported' ELSE 'contradicted' END"
    query = f'query = "SELECT (SELECT count(*) FROM figure) AS figure_count, {decide} AS verdict FROM run"'
    lines = [query if line.startswith("query") else line for line in claim.read_text("utf-8").splitlines()]
    claim.write_text("\n".join(lines) + "\n", "utf-8")
    log = project / RUN / "trials/001/sysbench.log"
    log.write_text(log.read_text("utf-8").replace("[ 2s ]", "[ 5s ]"), "utf-8")
    record_hashes(project)
    text = here(project, "report", RUN).stdout
    assert "kind   name           verdict before  verdict now   the file says\n" in text
    assert "claim  index-is-fast  supported       contradicted  supported\n" in text
    assert re.search(r"^invariants that failed +messages\ninterval_time_decreases +1$", text, re.MULTILINE)


def test_the_nearest_runs_stand_beside_it(project: Path, here: Here) -> None:
    for name, old, new in (("20260401-near", "", ""), ("20260402-far", 'durability = "full"', 'durability = "off"')):
        other = project / f"data/runs/mysql/laptop/{name}"
        shutil.copytree(project / RUN, other)
        toml = other / "run.toml"
        toml.write_text(toml.read_text("utf-8").replace(old, new), "utf-8")
    record_hashes(project)
    lines = here(project, "report", RUN).stdout.splitlines()
    start = next(number for number, line in enumerate(lines) if line == "Nearest existing runs:")
    assert [line.split()[0] for line in lines[start + 2 : start + 4]] == [
        "mysql/laptop/20260401-near",
        "mysql/laptop/20260402-far",
    ]


def test_a_withdrawn_run_is_compared_with_nothing(project: Path, here: Here) -> None:
    shutil.copytree(project / RUN, project / "data/runs/mysql/laptop/20260401-near")
    toml = project / RUN / "run.toml"
    reason = (
        'withdrawn = { date = 2026-04-06, reason = { en = "Wrong disk", zh-cn = "磁盘错误", ko = "잘못된 디스크" } }\n'
    )
    toml.write_text(reason + toml.read_text("utf-8"), "utf-8")
    text = here(project, "report", RUN).stdout
    assert "This run is withdrawn: it counts in no mean and is compared with nothing.\n" in text
    assert "withdrawn    2026-04-06: Wrong disk\n" in text
    assert "Nearest existing runs" not in text
    assert "sysbench_interval   3\n" in text


def test_a_run_without_a_clock_or_neighbours_says_so(project: Path, here: Here) -> None:
    text = here(project, "report", RUN).stdout
    assert "No impact: no trial has a load and a clock that says when its DDL began.\n" in text
    assert "There is no other run of this engine to compare with.\n" in text
    assert "transactions/s, trial 001: 0 to 1424 over 3 s\n█" in text


def test_an_engine_that_forbids_publication_is_no_hindrance(project: Path, here: Here) -> None:
    engine = project / "data/engines/mysql.toml"
    note = 'publication = "forbidden"\npublication_note = { en = "No.", zh-cn = "不可。", ko = "금지." }\n'
    engine.write_text(engine.read_text("utf-8") + note, "utf-8")
    done = here(project, "report", RUN)
    assert done.returncode == 0
    assert "forbid to publish measurements" in done.stdout
    assert "sysbench_interval   3\n" in done.stdout


def test_the_runs_that_changed_since_a_commit(project: Path, here: Here) -> None:
    shutil.move(project / "data/runs", project / "runs")
    for arguments in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "-m", "before"]):
        git(project, *arguments)
    shutil.move(project / "runs", project / "data/runs")
    (project / "data/claims/new.toml").write_text("", "utf-8")
    git(project, "add", "--all")
    done = here(project, "report", "--since", "HEAD", "--out", "report")
    assert done.returncode == 0, done.stderr
    text = (project / "report/report.md").read_text("utf-8")
    assert f"## Run {NAME.removeprefix('runs/')}" in text
    assert "this change touches code, its owners decide\ndata/claims/new.toml" in text
    assert done.stdout.startswith("report/: report.md, report.html; 1 runs, ")


def test_verdicts_of_sentences_that_the_change_touches(project: Path, here: Here) -> None:
    for arguments in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "-m", "before"]):
        git(project, *arguments)
    claim = project / "data/claims/index-is-fast.toml"
    text = claim.read_text("utf-8")
    (project / "data/claims/another.toml").write_text(text, "utf-8")
    (project / "data/claims/untouched.toml").write_text(text, "utf-8")
    git(project, "add", "data/claims/untouched.toml")
    git(project, "commit", "--quiet", "-m", "one more")
    claim.write_text(text.replace("'supported'", "'contradicted'"), "utf-8")
    git(project, "add", "--all")
    report = here(project, "report", "--since", "HEAD").stdout
    rows = [re.split(" {2,}", line) for line in report.splitlines() if line.startswith("claim ")]
    assert rows == [
        ["claim", "another", "-", "supported", "supported"],
        ["claim", "index-is-fast", "supported", "contradicted", "supported"],
    ]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [((), 2), ((RUN, "--since", "HEAD"), 2), (("--since", "--output=x"), 1), (("--since", "none"), 1), (("..",), 1)],
)
def test_wrong_usage(arguments: tuple[str, ...], status: int, project: Path, here: Here) -> None:
    assert here(project, "report", *arguments).returncode == status


def test_what_counts_as_code() -> None:
    paths = ["data/runs/a", "data/machines/b", "data/claims/c", "data/experiments/d", "pipeline/e", ".github/f"]
    assert touched(paths) == paths[2:]


def test_text_of_others_is_inert() -> None:
    nasty = "```\n@all <script>alert(1)</script> \u202e\x1b[2J | [a](b)"
    section = Section(
        "Ours", ["Our words."], [Table(("column",), ((nasty,),))], curves=[Curve(nasty, ((0.0, 0.0), (1.0, 2.0)), 1)]
    )
    section.whiskers = [Whiskers(nasty, (Whisker(nasty, 1.0, 0.5, 2.0),))]
    report = Report("Run report", [section])
    markdown = to_markdown(report)
    assert markdown.count("```") == 4
    assert not set(markdown) & {"\u202e", "\x1b"}
    assert "<script" in markdown.split("```")[1]
    page = to_html(report)
    assert "<script" not in page
    assert page.count("&lt;script&gt;") == 7
    assert not set(page) & {"\u202e", "\x1b"}
    assert '<polyline points="0.0,120.0 640.0,0.0"/><line x1="640.0"' in page
