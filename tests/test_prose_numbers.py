"""The linter that finds numbers typed into prose."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from types import ModuleType

import pytest
from support import ROOT

TOOL = ROOT / "tools" / "lint_prose_numbers.py"


@pytest.fixture(scope="module")
def lint() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lint_prose_numbers", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["lint_prose_numbers"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "It fell by 32.5 %.", [(1, "32.5")]),
        ("en", "One.\n\nIt took 56 s.", [(3, "56")]),
        ("en", "It rose from 35.6 % to more.", [(1, "35.6")]),
        ("zh-cn", "下降了 32.5%。", [(1, "32.5")]),
        ("zh-cn", "耗时56秒。", [(1, "56")]),
        ("ko", "32.5% 감소했습니다.", [(1, "32.5")]),
        ("ko", "56초가 걸렸습니다.", [(1, "56")]),
        ("en", 'It fell by {{< num "facts" "drop_pct" >}} %.', []),
        ("en", "It fell by {drop_pct} %.", []),
        (
            "en",
            "With `--threads=16` on MySQL 8.0.25 with 64 MB since 2026-11-20, see [this](https://example.org/7).",
            [],
        ),
        ("ko", "TiDB 6.5부터 64MB입니다.", []),
        ("zh-cn", "MySQL 5.7、8.0 与 TiDB 6.5", []),
        ("en", "1. First.\n2. Second.", []),
    ],
)
def test_typed_numbers(language: str, text: str, found: list[tuple[int, str]], lint: ModuleType) -> None:
    assert list(lint.typed(lint.Text("page.md", 1, language, text))) == found


def test_marked_numbers_are_allowed(lint: ModuleType) -> None:
    marks = lint.marked('en = "Set it to 4 and 256, which cost 32 %."  # set-up: 4, 256')
    text = lint.Text("claim.toml", 3, "en", "Set it to 4 and 256, which cost 32 %.", marks)
    assert list(lint.typed(text)) == [(3, "32")]


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("en", "It took twice as long.", "twice"),
        ("zh-cn", "耗时为两倍。", "两倍"),
        ("ko", "절반으로 줄었습니다.", "절반"),
    ],
)
def test_words_that_are_numbers_are_listed(language: str, text: str, word: str, lint: ModuleType) -> None:
    assert [found for _, found in lint.words(lint.Text("page.md", 1, language, text))] == [word]


def test_a_number_that_differs_between_languages(lint: ModuleType) -> None:
    texts = {
        "en": ("a.md", 'Kept {{< num "q" "kept" >}} % of `5 %`.'),
        "zh-cn": ("b.md", "保留 {kept}%，`5%`。"),  # noqa: RUF001
        "ko": ("c.md", '{{< num "q" "kept" >}}%, `50%`.'),
    }
    assert list(lint.compared(texts)) == [
        'b.md: zh-cn lacks {{< num "q" "kept" >}}, which en has',
        "b.md: zh-cn has {kept}, which en lacks",
        "c.md: ko lacks 5, which en has",
        "c.md: ko has 50, which en lacks",
    ]


def test_a_figure_of_a_record_that_differs_between_languages(lint: ModuleType) -> None:
    texts = {
        "en": ("a.toml", "Four of 1,024 rows: 300.3."),
        "zh-cn": ("b.toml", "1024 行中有 4 行：300.3。"),  # noqa: RUF001
        "ko": ("c.toml", "1,024행 가운데 4행: 330.3."),
    }
    assert list(lint.compared(texts, lint.figures)) == [
        "c.toml: ko lacks 300.3, which en has",
        "c.toml: ko has 330.3, which en lacks",
    ]


def test_a_place_that_differs_between_languages(lint: ModuleType) -> None:
    texts = {
        "en": ("a.toml", "conclusion of test plan 1, four repeats at 8MB"),
        "zh-cn": ("b.toml", "测试方案 2 的结论，8 MB 时的四次"),  # noqa: RUF001
        "ko": ("c.toml", "테스트 계획 1의 결론, 8MB에서 네 차례"),
    }
    assert list(lint.compared(texts, lint.every_number)) == [
        "b.toml: zh-cn lacks 1, which en has",
        "b.toml: zh-cn has 2, which en lacks",
    ]


def test_no_text_of_the_data_is_left_in_english(lint: ModuleType) -> None:
    """A text of several words that is the same in two languages was not translated."""
    texts = [
        (path.name, key, texts)
        for path in sorted((ROOT / "data").rglob("*.toml"))
        if "runs" not in path.relative_to(ROOT).parts
        for key, texts in lint.groups(tomllib.loads(path.read_text("utf-8")), "")
    ]
    assert {"place", "evidence", "reason"} <= {lint.last(key) for _, key, _ in texts}
    same = [
        (name, key)
        for name, key, text in texts
        if text["en"] in (text["zh-cn"], text["ko"]) and len(re.findall(r"\b[a-z]{3,}\b", text["en"])) > 2
    ]
    assert same == []


def test_front_matter_is_prose_only_where_readers_see_it(lint: ModuleType) -> None:
    page = "---\ntitle: Took 12 s\nweight: 20\nsource: 003\n---\nText.\n"
    assert list(lint.typed(lint.Text("page.md", 1, "en", lint.spoken(page)))) == [(2, "12")]


def test_the_prose_of_this_project_has_no_typed_number() -> None:
    done = subprocess.run([sys.executable, TOOL], capture_output=True, check=False, text=True)
    assert [line for line in done.stdout.splitlines() if line.startswith("error: ")] == []
    assert done.returncode == 0
