"""The interface strings: the same keys and places in each language, none missing, none left over."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from ddlbench.database import statements
from ddlbench.publish.charts import SPECS
from support import LANGUAGES, ROOT

TEXTS = {language: tomllib.loads((ROOT / "i18n" / f"{language}.toml").read_text("utf-8")) for language in LANGUAGES}
CHARTS = sorted(SPECS.glob("*.vl.json"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_are_the_same_and_sorted(language: str) -> None:
    assert list(TEXTS[language]) == sorted(TEXTS["en"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_says_something(language: str) -> None:
    assert [key for key, text in TEXTS[language].items() if not isinstance(text, str) or not text.strip()] == []


def places(text: str) -> list[str]:
    return sorted(re.findall(r"\{\{\s*\.(\w+)\s*\}\}", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_places_to_fill(language: str) -> None:
    differing = [
        key for key, text in TEXTS["en"].items() if set(places(text)) != set(places(TEXTS[language].get(key, "")))
    ]
    assert differing == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_sentence_is_left_in_english(language: str) -> None:
    """A text of several words that is the same in two languages was not translated."""
    same = [
        key
        for key, text in TEXTS["en"].items()
        if TEXTS[language].get(key) == text and len(re.findall(r"[a-z]{3,}", text)) > 2
    ]
    assert same == []


HAN = "\u3400-\u9fff"
UNSEEN = re.compile(
    r"^```.*?^```|\{\{.*?\}\}| ?\{#[\w-]+\}|\{\w+\}|\]\([^)]*\)|`[^`]*`|ceil\([^)]*\)",
    re.MULTILINE | re.DOTALL,
)
"""Code, places to fill, anchors and addresses: what is typed as it is."""

SLIPS = re.compile(
    rf"[\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f] |[{HAN}] [{HAN}]|[{HAN}][A-Za-z0-9]|[A-Za-z0-9%][{HAN}]|\([^()]*[{HAN}][^()]*\)|[{HAN}][,;:?!]"
)
"""What Chinese does not do: a space after its punctuation or between its words, none beside Latin letters and digits,
narrow brackets around its words, narrow punctuation after them."""


def in_chinese(node: object) -> Iterator[str]:
    """Every text of a document of records that is in Chinese."""
    for key, value in node.items() if isinstance(node, dict) else ():
        if key == "zh-cn" and isinstance(value, str):
            yield value
        else:
            yield from in_chinese(value)
    for each in node if isinstance(node, list) else ():
        yield from in_chinese(each)


def chinese_texts() -> Iterator[tuple[Path, str]]:
    """All texts in Chinese with their files: interface, descriptions, prose and records."""
    descriptions = ROOT / "pipeline" / "ddlbench" / "descriptions" / "zh-cn.toml"
    for path in (ROOT / "i18n" / "zh-cn.toml", descriptions):
        yield from ((path, text) for text in tomllib.loads(path.read_text("utf-8")).values())
    yield from ((path, path.read_text("utf-8")) for path in sorted((ROOT / "content" / "zh-cn").rglob("*.md")))
    records = [*(ROOT / "data").rglob("*.toml"), *(ROOT / "pipeline" / "ddlbench").rglob("*.toml")]
    for path in sorted(records):
        yield from ((path, text) for text in in_chinese(tomllib.loads(path.read_text("utf-8"))))


def test_chinese_has_its_own_punctuation_and_spaces() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text[max(0, slip.start() - 15) : slip.end() + 15]}"
        for path, whole in chinese_texts()
        for text in [UNSEEN.sub("\0", whole)]
        for slip in SLIPS.finditer(text)
    ]
    assert found == []


def strings(node: object) -> Iterator[str]:
    """Every string of a JSON document."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict | list):
        for each in node.values() if isinstance(node, dict) else node:
            yield from strings(each)


@pytest.mark.parametrize("path", CHARTS, ids=lambda path: path.name)
def test_every_text_of_a_chart_is_there(path: Path) -> None:
    name = path.name.removesuffix(".vl.json")
    used = {key for text in strings(json.loads(path.read_text("utf-8"))) for key in re.findall(r"i18n:(\w+)", text)}
    assert used | {f"chart_{name}_title", f"chart_{name}_alt"} <= TEXTS["en"].keys()


def test_no_text_of_a_chart_that_is_not_there() -> None:
    named = {found[1] for key in TEXTS["en"] if (found := re.fullmatch(r"chart_(\w+)_(?:title|alt)", key))}
    assert named <= {path.name.removesuffix(".vl.json") for path in CHARTS}


def test_queries_of_charts_are_there() -> None:
    queries = statements("site")
    for path in CHARTS:
        made = json.loads(path.read_text("utf-8"))["usermeta"]["ddlbench"]
        assert {made["query"], made["facts"]} <= queries.keys(), path.name


def test_every_text_of_the_layouts_is_there() -> None:
    used = {
        key
        for path in (ROOT / "layouts").rglob("*.html")
        for key in re.findall(r'\bi18n "(\w+)"', path.read_text("utf-8"))
    }
    assert used
    assert used <= TEXTS["en"].keys()
