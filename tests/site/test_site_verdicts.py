"""A figure and a log that change: the check fails, the pages mark the sentences, and no release is made."""

from __future__ import annotations

import pytest
from dom import Element
from sitebuild import Build
from sitepages import page_named, read_pages, texts_of
from support import LANGUAGES

FIGURE = ("data/sources/004/tables/ddl.csv", "create index,ON,4.9", "create index,ON,29")
LOG = (
    "data/sources/003/excerpts/016/lsof.log",
    "mysqld 624 root 41u REG 0,154 42991616 3303241 /usr/local/makayal/mysql/tmp/ibKhKV6x (deleted)\n",
    "",
)
CLAIMS = {"alisql-faster-ddl-ninety-percent": "48.2", "innodb-sort-buffer-two-files": "5"}


@pytest.mark.slow
def test_a_changed_figure_and_a_changed_log(copy: Build) -> None:
    for name, old, new in (FIGURE, LOG):
        file = copy.project / name
        text = file.read_text("utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), "utf-8")
    checked = copy.run(".venv/bin/ddlbench", "check")
    assert checked.returncode == 1
    kept = sorted((copy.project / "data" / "versions").rglob("*"))
    refused = copy.run("make", "--old-file=setup", "release")
    assert refused.returncode == 2
    assert sorted((copy.project / "data" / "versions").rglob("*")) == kept
    pages = read_pages(copy)
    for claim, number in CLAIMS.items():
        assert f"error: claims/{claim}.toml:3: the verdict is" in checked.stderr
        assert f"claim     {claim}: " in refused.stdout
        for language in LANGUAGES:
            [shown] = [
                each for each in page_named(pages, "claims", language).main.all("li") if each.id == f"claim-{claim}"
            ]
            assert marked(shown, number, language), (claim, language)


def marked(claim: Element, number: str, language: str) -> bool:
    """Whether a sentence is shown with another verdict than the one decided on, a notice, its number and its place."""
    notices = [each for each in claim.all("p") if "notice" in each.classes]
    verdicts = [each for each in claim.all("span") if "verdict" in each.classes]
    numbers = [each.text() for each in claim.all("dd")]
    places = [each for each in claim.all("p") if each.text().startswith(texts_of(language)["place"])]
    return (
        len(notices) == len(verdicts) == len(places) == 1
        and "verdict-supported" not in verdicts[0].classes
        and number in numbers
    )
