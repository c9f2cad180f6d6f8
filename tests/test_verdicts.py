"""Claims and guidance are decided by the data: what changes a verdict, who is stopped by it, and what is published."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from ddlbench.build import DATABASE, Loaded, load
from ddlbench.gate import verdict_problems
from ddlbench.publish.assertions import assertions
from ddlbench.sandbox import ask, sandbox
from ddlbench.verdicts import queries_of
from handmade import HandmadeRun, trial_logs
from support import Finished, Here, messages, record_hashes

CLAIM = '''
source = "100"
place = {{ en = "conclusion", zh-cn = "结论", ko = "결론" }}
verdict = "supported"
query = """{query}"""

[text]
en = "The build takes {{seconds}} s."
zh-cn = "索引创建耗时 {{seconds}} 秒。"
ko = "인덱스 생성에 {{seconds}}초가 걸립니다."

[reason]
en = "As measured"
zh-cn = "据测量"
ko = "측정값에 따름"
'''
OF_FIGURES = "SELECT min(value)::DECIMAL(9, 1) AS seconds, CASE WHEN min(value) < 100 THEN 'supported' ELSE 'contradicted' END AS verdict FROM figure"
OF_LOGS = "SELECT max(tps)::DECIMAL(9, 1) AS seconds, CASE WHEN max(tps) < 1050 THEN 'supported' ELSE 'contradicted' END AS verdict FROM sysbench_execution"
OF_RUNS = "SELECT min(throughput_kept_pct) AS seconds, CASE WHEN coalesce(min(throughput_kept_pct), 100) >= 50 THEN 'supported' ELSE 'contradicted' END AS verdict FROM impact"

GUIDANCE = '''
version = 1
verdict = "{verdict}"
engine = "mysql"
review_by = {review_by}
title = {{ en = "Title", zh-cn = "标题", ko = "제목" }}
action = {{ en = "Do it in {{seconds}} s.", zh-cn = "{{seconds}} 秒。", ko = "{{seconds}}초." }}
audience = {{ en = "All", zh-cn = "所有人", ko = "모두" }}
condition = {{ en = "Always", zh-cn = "总是", ko = "항상" }}
versions = {{ en = "All", zh-cn = "所有", ko = "모두" }}
cost = {{ en = "None", zh-cn = "无", ko = "없음" }}
gain = {{ en = "None", zh-cn = "无", ko = "없음" }}
regime = {{ en = "Any", zh-cn = "任意", ko = "임의" }}
what_would_change = {{ en = "A run", zh-cn = "一次测试", ko = "실행" }}

[[evidence]]
level = "transcribed"
condition = {{ en = "Published", zh-cn = "已发表", ko = "발표됨" }}
query = """{query}"""

[[evidence]]
level = "documented"
address = "https://example.org/manual"
product_version = "8.0"
read = 2026-11-20
condition = {{ en = "Manual", zh-cn = "手册", ko = "설명서" }}

[[history]]
version = 1
date = 2026-11-20
change = {{ en = "First", zh-cn = "首版", ko = "첫 버전" }}
'''


def write_claim(project: Path, query: str) -> Path:
    path = project / "data" / "claims" / "index-is-fast.toml"
    path.write_text(CLAIM.format(query=query), "utf-8")
    return path


def check(here: Here, project: Path, *more: str) -> Finished:
    return here(project, "check", *more)


def git(project: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A tester", "-c", "user.email=tester@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=project, check=True, capture_output=True)


def commit(project: Path) -> None:
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", "A state")


def bad_run(project: Path) -> str:
    run = HandmadeRun(project)
    run.trial(trial_logs(100.0, 20.0))
    record_hashes(project)
    return run.run_id


def test_a_claim_that_the_data_supports(project: Path, here: Here) -> None:
    write_claim(project, OF_FIGURES)
    done = check(here, project)
    assert (done.returncode, done.stdout, done.stderr) == (0, "all is well\n", "")


def test_a_changed_figure_fails_the_check_and_marks_the_page(project: Path, here: Here) -> None:
    write_claim(project, OF_FIGURES)
    table = project / "data/sources/100/tables/build.csv"
    before = table.read_text("utf-8")
    changed = "\n".join(
        line.rpartition(",")[0] + ",999" if n and line else line for n, line in enumerate(before.split("\n"))
    )
    table.write_text(changed, "utf-8")
    (project / "data/sources/100/corrections.toml").unlink()
    done = check(here, project)
    assert done.returncode == 1
    [message] = [each for each in messages(done.stderr) if "verdict" in each]
    assert message.startswith(
        "error: claims/index-is-fast.toml:4: the verdict is `contradicted`, the file says `supported`"
    )
    assert "seconds 999.0" in message
    page = assertions(load(project / "data", None))["claims"]["index-is-fast"]
    assert (page["actual"], page["expected"], page["differs"]) == ("contradicted", "supported", True)
    assert page["texts"]["text"]["en"] == [
        {"text": "The build takes "},
        {"name": "seconds", "value": "999.0"},
        {"text": " s."},
    ]


def test_a_changed_log_fails_the_check(project: Path, here: Here) -> None:
    write_claim(project, OF_LOGS)
    assert check(here, project).returncode == 0
    log = project / "data/runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log"
    text = log.read_text("utf-8").replace("3138   (1044.24 per sec.)", "3168   (1054.24 per sec.)")
    log.write_text(text, "utf-8")
    done = check(here, project)
    assert done.returncode == 1
    assert any("the verdict is `contradicted`" in each and "seconds 1054.2" in each for each in messages(done.stderr))


def test_a_new_run_warns_and_a_change_of_the_sentence_fails(project: Path, here: Here) -> None:
    claim = write_claim(project, OF_RUNS)
    git(project, "init", "--quiet", "--initial-branch", "main")
    commit(project)
    run_id = bad_run(project)
    done = check(here, project)
    assert (done.returncode, done.stdout) == (0, "no errors\n")
    [message] = messages(done.stderr)
    assert message.startswith(f"warning: claims/index-is-fast.toml:4: the verdict is `contradicted` since run {run_id}")
    commit(project)
    assert check(here, project).returncode == 0
    claim.write_text(claim.read_text("utf-8").replace("takes", "needs"), "utf-8")
    done = check(here, project)
    assert (done.returncode, done.stderr.startswith("error: claims/index-is-fast.toml:4: the verdict")) == (1, True)
    commit(project)
    assert check(here, project).returncode == 0
    assert check(here, project, "--base", "HEAD~1").returncode == 1
    assert check(here, project, "--base", "no-such-commit").returncode == 2


@pytest.mark.usefixtures("not_anew")
def test_the_run_that_changed_a_verdict_is_named(project: Path) -> None:
    write_claim(project, OF_RUNS)
    HandmadeRun(project, "20260315-fair").trial(trial_logs(100.0, 90.0))
    changed = bad_run(project)
    HandmadeRun(project, "20260501-later").trial(trial_logs(100.0, 95.0))
    loaded = load(project / "data", None)
    [decision] = loaded.decisions
    assert (decision.actual, decision.since_run) == ("contradicted", changed)
    [problem] = verdict_problems(loaded.decisions, loaded.inventory, None)
    assert problem.severity == "warning"
    rows = loaded.connection.execute("SELECT actual, since_run, numbers FROM verdict").fetchall()
    assert rows == [("contradicted", changed, json.dumps({"seconds": "20.00"}))]
    [(text,)] = loaded.connection.execute("SELECT text_ko FROM assertion_text WHERE name = 'text'").fetchall()
    assert text == "인덱스 생성에 20.00초가 걸립니다."


@pytest.mark.usefixtures("not_anew")
def test_guidance_has_the_worst_verdict_of_its_evidence(project: Path) -> None:
    folder = project / "data" / "guidance"
    folder.mkdir()
    (folder / "a.toml").write_text(
        GUIDANCE.format(verdict="supported", review_by="2099-01-01", query=OF_FIGURES), "utf-8"
    )
    (folder / "b.toml").write_text(GUIDANCE.format(verdict="supported", review_by="2020-01-01", query=OF_RUNS), "utf-8")
    bad_run(project)
    loaded = load(project / "data", None)
    decided = {each.name: each.actual for each in loaded.decisions if each.kind == "guidance"}
    assert decided == {"a": "supported", "b": "contradicted"}
    assert [problem.path for problem in loaded.problems] == ["guidance/b.toml"]
    assert "was to be reviewed by 2020-01-01" in loaded.problems[0].message


@pytest.fixture(scope="module")
def box(real: Loaded) -> Iterator[duckdb.DuckDBPyConnection]:
    """Where queries of claims are asked."""
    with sandbox(real.connection) as opened:
        yield opened


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("SELECT 'supported' AS verdict FROM read_csv('/etc/passwd')", "disabled"),
        ("SELECT 'supported' AS verdict FROM glob('*')", "disabled"),
        ("SET threads = 1", "is not one SELECT"),
        ("SELECT 1; SELECT 'supported' AS verdict", "is not one SELECT"),
        ("DELETE FROM trial", "is not one SELECT"),
        ("SELECT 'supported' AS verdict FROM range(2)", "must give one row"),
        ("SELECT 1 AS number", "must give one row"),
        ("SELECT 'yes' AS verdict", "gives the verdict `yes`"),
        ("SELECT 0.1::DOUBLE AS share, 'supported' AS verdict", "cast it to DECIMAL"),
        ("SELECT nothing FROM trial", "nothing"),
    ],
)
def test_a_query_is_confined(query: str, fault: str, box: duckdb.DuckDBPyConnection) -> None:
    part = ask(box, 1, query)
    assert part.verdict is None
    assert fault in part.fault


def test_what_a_query_mentions_is_all_it_needs(real: Loaded, box: duckdb.DuckDBPyConnection) -> None:
    """With whole tables, and with nothing but what the queries mention, the data says the same."""
    assert real.decisions
    for decision in real.decisions:
        kind = real.inventory.claims if decision.kind == "claim" else real.inventory.guidance
        queries = queries_of(kind[decision.name])
        assert tuple(ask(box, number, query) for number, query in queries.items()) == decision.parts


def test_only_queries_that_read_other_rows_are_asked_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_claim(project, OF_FIGURES)
    of_logs = OF_LOGS.replace(" AS seconds,", " AS seconds, count(*) AS execution_count,")
    others = {"of-logs": of_logs, "of-today": "SELECT today() AS day, 'supported' AS verdict"}
    for name, query in others.items():
        text = CLAIM.format(query=query).replace("{seconds}", "{day}" if "day" in query else "{seconds}")
        (project / "data" / "claims" / f"{name}.toml").write_text(text, "utf-8")
    asked: list[str] = []
    monkeypatch.setattr(
        "ddlbench.verdicts.ask", lambda box, number, query: asked.append(query) or ask(box, number, query)
    )

    def of_build() -> tuple[list[str], list[tuple[str, str | None, list[str]]]]:
        asked.clear()
        loaded = load(project / "data", project / "build" / DATABASE)
        loaded.connection.close()
        return sorted(asked), [(each.name, each.actual, [*each.numbers]) for each in loaded.decisions]

    queries, first = of_build()
    assert queries == sorted([OF_FIGURES, *others.values()])
    assert of_build() == ([others["of-today"]], first)
    log = next((project / "data/runs").rglob("sysbench.log"))
    log.write_bytes(log.read_bytes().replace(b"tps: 1423.59", b"tps: 1423.58"))  # An interval, which no query reads.
    assert of_build() == ([others["of-today"]], first)
    log.write_bytes(log.read_bytes().replace(b"104.02", b"104.03"))
    assert of_build() == (sorted(others.values()), first)


def test_a_query_may_use_macros(real: Loaded) -> None:
    query = "SELECT count(*)::INTEGER AS number, 'supported' AS verdict FROM fastest_keeping(90)"
    with sandbox(real.connection, query) as narrow:
        part = ask(narrow, 1, query)
    assert part.verdict == "supported"
    assert part.numbers != {"number": "0"}


def test_a_query_has_a_time_limit(box: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ddlbench.sandbox.TIME_LIMIT_S", 0.2)
    query = "SELECT CASE WHEN count(*) > 0 THEN 'supported' END AS verdict FROM range(100000000) a, range(1000000) b WHERE a.range + b.range = 7"
    assert "takes more than" in ask(box, 1, query).fault


def test_places_that_nothing_fills(project: Path, here: Here) -> None:
    claim = write_claim(project, OF_FIGURES)
    claim.write_text(claim.read_text("utf-8").replace("耗时 {seconds} 秒", "耗时 {minutes} 分"), "utf-8")
    done = check(here, project)
    assert done.returncode == 1
    assert "`text` has the place `{minutes}`, which no query fills" in done.stderr
    assert "`text` has not the same places in each language" in done.stderr


def test_a_reply_stands_beside_its_claim(project: Path, here: Here) -> None:
    claim = write_claim(project, OF_FIGURES)
    reply = (
        '\n[reply]\ndate = 2026-11-20\naddress = "https://example.org/reply"\n'
        'text = { en = "We agree.", zh-cn = "同意。", ko = "동의합니다." }\n'
    )
    claim.write_text(claim.read_text("utf-8") + reply, "utf-8")
    assert check(here, project).returncode == 0
    loaded = load(project / "data", None)
    [stored] = loaded.connection.execute("SELECT reply_date, reply_address, reply_ko FROM claim").fetchall()
    assert stored == (dt.date(2026, 11, 20), "https://example.org/reply", "동의합니다.")
    shown = assertions(loaded)["claims"]["index-is-fast"]["reply"]
    assert (shown["date"], shown["text"]["zh-cn"]) == ("2026-11-20", "同意。")
