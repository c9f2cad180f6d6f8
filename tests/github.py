"""GitHub as `comment.yml` meets it: its answers, and what the workflow sends."""

from __future__ import annotations

import json
import os
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import yaml
from support import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def workflow(path: Path) -> dict[Any, Any]:
    """A workflow as data."""
    found: dict[Any, Any] = yaml.safe_load(path.read_text("utf-8"))
    return found


class GitHub:
    """Answers the calls that comment.yml makes with `gh`, as a program first on the path."""

    def __init__(self, folder: Path, head: str, report: bytes | None, comments: list[dict[str, Any]]) -> None:
        self.folder = folder
        pulls = [{"number": 7, "head": {"sha": head}}, {"number": 8, "head": {"sha": "b" * 40}}]
        artifacts = [{"name": "other", "id": 1, "size_in_bytes": 5}]
        if report is not None:
            artifacts.append({"name": "report", "id": 5, "size_in_bytes": 500})
            with zipfile.ZipFile(folder / "zip", "w") as archive:
                archive.writestr("../../evil.sh", "touch evil")
                archive.writestr("report.md", report)
        answers = {"pulls": pulls, "artifacts": {"artifacts": artifacts}, "comments": comments}
        for name, answer in answers.items():
            (folder / f"{name}.json").write_text(json.dumps(answer), "utf-8")
        program = folder / "gh"
        program.write_text(
            "#!/bin/bash\n"
            f"cd {str(folder)!r}\n"
            'echo "$*" >> calls; filter=.\n'
            'while test $# -gt 0; do case "$1" in\n'
            '  --jq) filter=$2; shift ;; --input) cp "$2" sent.json; shift ;; --method) shift ;; repos/*) address=$1 ;;\n'
            "esac; shift; done\n"
            'case "$address" in\n'
            '  */pulls*) jq -r "$filter" pulls.json ;; */artifacts\\?*) jq -r "$filter" artifacts.json ;;\n'
            '  */zip) cat zip ;; */comments\\?*) jq -r "$filter" comments.json ;;\n'
            "esac\n",
            "utf-8",
        )
        program.chmod(0o755)

    def run(self) -> str:
        """Run the script of the workflow; returns what it called."""
        path = ROOT / ".github/workflows/comment.yml"
        [step] = workflow(path)["jobs"]["comment"]["steps"]
        given = dict.fromkeys(workflow(path)["jobs"]["comment"]["env"], "x")
        given |= {"MARK": workflow(path)["jobs"]["comment"]["env"]["MARK"], "REPOSITORY": "o/r", "HEAD_SHA": "a" * 40}
        variables = {**given, "PATH": f"{self.folder}:{os.environ['PATH']}", "RUNNER_TEMP": str(self.folder)}
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(shell, cwd=self.folder, env=variables, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return (self.folder / "calls").read_text("utf-8")

    def body(self) -> str:
        return str(json.loads((self.folder / "sent.json").read_text("utf-8"))["body"])
