"""A build that cannot succeed says why, exits with 1, and leaves the site as it was."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from sitebuild import Build, Finished, state_of

REPORT = Path("content/ko/reports/tidb-add-index-load.md")


def assert_fails(copy: Build, *messages: str) -> None:
    """The build fails with a message and without a traceback; the site stays as it was."""
    before = state_of(copy.public)
    done = copy.make()
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    assert "Traceback" not in said, said
    for message in messages:
        assert re.search(message, said), f"no {message!r} in:\n{said}"
    assert said.rstrip().endswith("public/ is unchanged"), said
    assert state_of(copy.public) == before


def remove_text(copy: Build, language: str, key: str) -> None:
    """Take a key out of a language."""
    file = copy.project / "i18n" / f"{language}.toml"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(f"{key} = ")]
    assert len(kept) == len(lines) - 1
    file.write_text("".join(kept), encoding="utf-8")


def append(copy: Build, file: Path, text: str) -> int:
    """Add a line to a file; returns the line's number."""
    path = copy.project / file
    path.write_text(path.read_text(encoding="utf-8").rstrip("\n") + f"\n{text}\n", encoding="utf-8")
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("language", ["en", pytest.param("ko", marks=pytest.mark.slow)])
def test_text_missing_in_one_language(copy: Build, language: str) -> None:
    remove_text(copy, language, "skip_to_content")
    assert_fails(copy, "skip_to_content", rf"\b{language}\b")


AXIS, TITLE, SPOKEN = "axis_duration_min", "chart_sort_buffer_load_title", "chart_sort_buffer_load_alt"


@pytest.mark.parametrize("key", [TITLE, *(pytest.param(key, marks=pytest.mark.slow) for key in (AXIS, SPOKEN))])
def test_text_of_a_chart_missing_in_one_language(copy: Build, key: str) -> None:
    remove_text(copy, "zh-cn", key)
    assert_fails(copy, key, r"\bzh-cn\b")


SHORTCODES = {
    'num "no_such_query" "x"': 'unknown name "no_such_query" in queries',
    'num "sort_buffer_facts" "no_such_column"': 'query "sort_buffer_facts" has no column "no_such_column"; it has .*',
    'num "sort_buffer_load_means" "qps_mean" "3 MiB"': 'query "sort_buffer_load_means" gives 0 rows for key "3 MiB"',
    'num "sort_buffer_load_means" "qps_mean"': r'query "sort_buffer_load_means" gives \d+ rows for key "", not one',
    'num "sort_buffer_facts" "table_rows" "x"': 'query "sort_buffer_facts" has no key column, so "x" selects nothing',
    'chart "no_such_chart"': 'unknown name "no_such_chart" in charts',
    'query-table "no_such_query"': 'unknown name "no_such_query" in queries',
    'source-table "999" "add_index"': 'unknown name "999" in sources',
    'source-table "000" "no_such_table"': 'source "000" has no table "no_such_table"',
    'excerpts "999"': 'unknown name "999" in sources',
    'corrections "999"': 'unknown name "999" in sources',
    'claims "999"': 'unknown name "999" in sources',
    'evidence "999"': 'unknown name "999" in sources',
}


def test_each_shortcode_that_names_nothing_is_reported(copy: Build) -> None:
    lines = {shortcode: append(copy, REPORT, f"{{{{< {shortcode} >}}}}\n") - 1 for shortcode in SHORTCODES}
    assert_fails(copy, *(rf"{REPORT}:{lines[each]}:\d+.*: {message}" for each, message in SHORTCODES.items()))


def test_link_leads_to_no_page(copy: Build) -> None:
    append(copy, REPORT, "[somewhere](/no/such/page/)")
    assert_fails(copy, f'{REPORT.name}.*: no page for the link "/no/such/page/"')


def test_figure_is_not_a_number(copy: Build) -> None:
    line = append(copy, Path("data/sources/000/tables/add_index.csv"), "3,4096,99,many,1.0,1.0")
    assert_fails(copy, rf"sources/000/tables/add_index\.csv:{line}: `many` in column `duration_s` is not an integer")


def hugo(copy: Build) -> Finished:
    """Hugo alone, as someone runs it who does not know of the pipeline."""
    return copy.run(".venv/bin/hugo", "--noBuildLock", "--destination", "public.alone")


def test_no_generated_data_at_all(copy: Build) -> None:
    shutil.rmtree(copy.project / "build")
    done = hugo(copy)
    assert done.returncode == 1
    assert "run `make site`" in done.stdout + done.stderr


SELDOM = [pytest.param(name, marks=pytest.mark.slow) for name in ("sources", "site", "tables")]


@pytest.mark.parametrize("name", ["charts", "queries", *SELDOM])
def test_one_generated_file_is_missing(copy: Build, name: str) -> None:
    (copy.project / "build" / "hugo" / f"{name}.json").unlink()
    done = hugo(copy)
    assert done.returncode == 1
    assert "run `make site`" in done.stdout + done.stderr
