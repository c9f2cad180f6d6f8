"""Workflows: what may write runs nothing of a pull request, and what a pull request left is shown as inert text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from github import WORKFLOWS, GitHub, workflow
from support import ROOT

READ = {"read", "none"}
HOSTILE = "@everyone ```` </details><script>alert(1)</script> ![x](http://x/) [a](javascript:1) \u202e\u200b\x00 #1\n"


def jobs() -> Iterator[tuple[str, dict[Any, Any], dict[str, Any]]]:
    """Each job with its workflow's name and the permissions that hold for it."""
    for path in WORKFLOWS:
        file = workflow(path)
        for name, job in file["jobs"].items():
            yield f"{path.name}:{name}", job, job.get("permissions", file.get("permissions"))


def writes(permissions: dict[str, str] | str | None) -> bool:
    """Whether a token may change anything; without a word about it, it may."""
    return not isinstance(permissions, dict) or bool(set(permissions.values()) - READ)


def test_there_are_jobs_of_both_kinds() -> None:
    kinds = [writes(permissions) for _, _, permissions in jobs()]
    assert kinds.count(True) >= 2
    assert kinds.count(False) >= 4


@pytest.mark.parametrize("name", [name for name, _, permissions in jobs() if writes(permissions)])
def test_no_job_that_may_write_runs_code_of_a_repository(name: str) -> None:
    """It neither checks anything out nor calls what a checkout would have brought."""
    [job] = [job for each, job, _ in jobs() if each == name]
    used = [step.get("uses", "") for step in job["steps"]]
    assert not [each for each in used if "checkout" in each or "download-artifact" in each or each.startswith("./")]
    script = "\n".join(step.get("run", "") for step in job["steps"])
    assert not re.search(r"\b(git|make|python3?|node|npm|npx|pip|uv|source|eval|bash|sh|curl|wget)\b", script)
    assert "${{" not in script


def test_pull_requests_run_without_secrets_or_rights() -> None:
    for path in WORKFLOWS:
        text, on = path.read_text("utf-8"), workflow(path)[True]
        assert "pull_request_target" not in on
        if "pull_request" in on:
            assert workflow(path)["permissions"] == {"contents": "read"}
            assert "secrets." not in text
            assert not any("permissions" in job for job in workflow(path)["jobs"].values())


def test_every_action_is_pinned_to_a_commit() -> None:
    used = [line for path in WORKFLOWS for line in path.read_text("utf-8").splitlines() if "uses:" in line]
    assert len(used) > 5
    assert [line for line in used if not re.search(r"@[0-9a-f]{40} # v\d", line)] == []


def test_checkouts_keep_no_credentials() -> None:
    for _, job, _ in jobs():
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


def test_issue_forms_are_complete() -> None:
    forms = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
    bodies = {path.stem: workflow(path) for path in forms if path.stem != "config"}
    assert set(bodies) == {"figure", "format", "guidance"}
    for form in bodies.values():
        assert {"name", "description", "body"} <= form.keys()
        ids = [part["id"] for part in form["body"]]
        assert len(ids) == len(set(ids))
        assert any(part.get("validations", {}).get("required") for part in form["body"])


def test_a_report_becomes_a_comment_of_inert_text(tmp_path: Path) -> None:
    github = GitHub(tmp_path, "a" * 40, HOSTILE.encode() * 3000 + b"\xff\xfe", [])
    calls = github.run()
    assert "--method POST repos/o/r/issues/7/comments" in calls
    opening, text, rest = github.body().split("````")
    assert opening == "<!-- ddlbench run report -->\n### Run report\n\n"
    assert rest == "\n"
    assert not set(text) & set("`\u202e\u200b\x00")
    assert text.startswith("text\n@everyone '''' </details>")
    assert len(github.body()) < 65_000
    assert not list(tmp_path.rglob("evil*"))


def test_what_fences_blocks_in_the_report_is_left_out(tmp_path: Path) -> None:
    github = GitHub(tmp_path, "a" * 40, b"## Problems\n\n```text\nseverity  place\n```\n", [])
    github.run()
    assert github.body().split("````")[1] == "text\n## Problems\n\nseverity  place\n\n"


def test_the_report_and_the_check_look_at_the_change_alone() -> None:
    steps = workflow(ROOT / ".github/workflows/ci.yml")["jobs"]["report"]["steps"]
    assert steps[0]["with"]["fetch-depth"] == 2
    assert [step["run"] for step in steps if "run" in step] == ["make report SINCE=HEAD^1", "make check SINCE=HEAD^1"]


def test_the_comment_of_before_is_updated(tmp_path: Path) -> None:
    mark = "<!-- ddlbench run report -->"
    comments = [
        {"id": 1, "user": {"login": "stranger"}, "body": mark},
        {"id": 2, "user": {"login": "github-actions[bot]"}, "body": "other"},
        {"id": 3, "user": {"login": "github-actions[bot]"}, "body": mark + " old"},
    ]
    calls = GitHub(tmp_path, "a" * 40, b"# Run report\n", comments).run()
    assert "--method PATCH repos/o/r/issues/comments/3 " in calls
    assert "--method POST" not in calls


@pytest.mark.parametrize(("head", "report"), [("c" * 40, b"x"), ("a" * 40, None)], ids=["no pull request", "no report"])
def test_nothing_to_show_is_no_failure(head: str, report: bytes | None, tmp_path: Path) -> None:
    calls = GitHub(tmp_path, head, report, []).run()
    assert "--method" not in calls


def test_a_comment_that_fails_turns_nothing_red() -> None:
    assert workflow(ROOT / ".github/workflows/comment.yml")["jobs"]["comment"]["continue-on-error"] is True
