"""The three languages say the same: the same places, links and numbers, and nothing left untranslated."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from ddlbench.publish.charts import shown
from dom import VERBATIM, Element
from sitebuild import PREFIX
from sitepages import NUMBER, Page, texts_of
from support import LANGUAGES

OTHERS = [language for language in LANGUAGES if language != "en"]
BLOCKS = {"caption", "dd", "desc", "dt", "figcaption", "h1", "h2", "h3", "li", "p", "summary", "td", "th", "title"}

SYMBOLS = {"unit_ms"}
"""Texts that are a word in one language and a symbol in others."""

# Decimals, versions and long numbers. Small whole ones are words in one language and digits in another.
LONG_NUMBER = re.compile(r"(?<![A-Za-uw-z0-9_.])(?:\d+(?:\.\d+)+|\d{3,})(?!\.?(?!th\b)[A-Za-z0-9_])")
GROUPING = re.compile(r"(?<=\d),(?=\d{3})")

# Signs of a template, a formatter or a script that was not given what it needed.
LEFTOVERS = re.compile(
    r"\*\*|\{\{|\}\}|<no value>|%!|ZgotmplZ|HAHAHUGO|i18n:|&[a-z]+:[\w.-]+;|\[object"
    r"|\b(?:undefined|NaN|None|nil|null|Infinity)\b"
)


@pytest.fixture(scope="session")
def families(current: list[Page]) -> dict[str, dict[str, Page]]:
    """Every page in its languages."""
    names = {page.name for page in current}
    return {name: {page.language: page for page in current if page.name == name} for name in sorted(names)}


def assert_same(families: dict[str, dict[str, Page]], view: Callable[[Page], Any]) -> None:
    """Every page shows the same in every language."""
    for name, family in families.items():
        english = view(family["en"])
        for language in OTHERS:
            assert view(family[language]) == english, f"{name} in {language}"


def test_ids_are_the_same(families: dict[str, dict[str, Page]]) -> None:
    assert_same(families, lambda page: page.ids)


def test_headings_are_the_same(families: dict[str, dict[str, Page]]) -> None:
    def headings(page: Page) -> list[tuple[str, str | None]]:
        return [(each.tag, each.id) for each in page.main.walk() if re.fullmatch("h[1-6]", each.tag)]

    assert_same(families, headings)


def test_elements_are_the_same(families: dict[str, dict[str, Page]]) -> None:
    def elements(page: Page) -> Counter[tuple[str, ...]]:
        """A sentence may repeat a name in one language only."""
        return Counter((each.tag, *each.classes) for each in page.main.walk() if each.tag != "code")

    assert_same(families, elements)


def test_links_are_the_same(families: dict[str, dict[str, Page]]) -> None:
    def targets(page: Page) -> Counter[str]:
        """Others may have a page of their own for a language."""
        own = re.compile(f"^{PREFIX}(?:(?:charts/)?{page.language}/)?|^https://.*")
        found = [each.attributes.get("href") for each in page.main.all("a") if page.name != "404"]
        return Counter(own.sub("", address) for address in found if address is not None)

    assert_same(families, targets)


def cells(page: Page) -> list[str]:
    """The numbers of all table cells, in order."""
    return [text for each in page.main.all("td") if NUMBER.fullmatch(text := each.text())]


def test_tables_have_the_same_numbers_in_the_same_order(families: dict[str, dict[str, Page]]) -> None:
    assert_same(families, cells)
    assert len(cells(families["sources/000"]["en"])) > 500


def block_of(element: Element) -> Element:
    """The paragraph, item or cell that an element is in."""
    return next(each for each in element.ancestors if each.tag in BLOCKS)


def numbers_by_block(page: Page) -> list[list[str]]:
    """The linked numbers, each block's sorted: within a sentence the order belongs to the language."""
    found: dict[Element, list[str]] = {}
    for each in page.main.all("data"):
        found.setdefault(block_of(each), []).append(each.attributes["value"])
    return [sorted(numbers) for numbers in found.values()]


def test_text_has_the_same_linked_numbers(families: dict[str, dict[str, Page]]) -> None:
    assert_same(families, numbers_by_block)
    assert sum(map(len, numbers_by_block(families["reports/tidb-add-index-load"]["en"]))) > 30


def long_numbers(page: Page) -> list[tuple[str, list[str]]]:
    """Decimal numbers and those of three digits or more, in every block of text."""
    blocks = [each for each in page.main.walk() if each.tag in BLOCKS]
    texts = [(each.tag, GROUPING.sub("", " ".join(each.texts()))) for each in blocks]
    return [(tag, sorted(LONG_NUMBER.findall(text))) for tag, text in texts]


def test_text_has_the_same_written_numbers(families: dict[str, dict[str, Page]]) -> None:
    assert_same(families, long_numbers)


def test_shown_number_is_the_value(pages: list[Page]) -> None:
    for page in pages:
        for data in [each for link in page.main.all("a", "num") for each in link.all("data")]:
            value = data.attributes["value"]
            if not NUMBER.fullmatch(value):  # Words of a claim, such as `10K`.
                assert data.text() == value, page.file
                continue
            assert NUMBER.fullmatch(data.text()), f"{page.file}: {data.text()}"
            assert data.text() == shown(value), f"{page.file}: charts would write it otherwise"


def shown_texts(page: Page) -> Iterator[str]:
    """What people read or hear: text outside of code, and the attributes that are read out."""
    yield page.root.text(VERBATIM)
    for each in page.root.walk():
        yield from (each.attributes[name] for name in ("alt", "aria-label", "title") if name in each.attributes)
        if each.tag == "meta":
            yield each.attributes.get("content", "")


def test_no_template_shows_through(current: list[Page]) -> None:
    found = [
        (page.file, text[max(0, match.start() - 40) : match.end() + 40])
        for page in current
        for text in shown_texts(page)
        for match in LEFTOVERS.finditer(text)
    ]
    assert found == []


def test_no_key_stands_for_its_text(pages: list[Page]) -> None:
    keys = {key for key in texts_of("en") if "_" in key}
    found = [
        (page.file, word)
        for page in pages
        for text in shown_texts(page)
        for word in re.findall(r"\w+", text)
        if word in keys
    ]
    assert found == []


@pytest.mark.parametrize("language", OTHERS)
def test_texts_are_translated(language: str) -> None:
    english, texts = texts_of("en"), texts_of(language)
    assert texts.keys() == english.keys()
    worded = {key for key, text in english.items() if re.search(r"\w", text) and not text.isupper()}
    same = {key for key in worded if texts[key] == english[key]}
    assert same <= SYMBOLS


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_have_the_same_places(language: str) -> None:
    english, texts = texts_of("en"), texts_of(language)
    places = {key: sorted(re.findall(r"\{\{.*?\}\}", text)) for key, text in texts.items()}
    assert places == {key: sorted(re.findall(r"\{\{.*?\}\}", text)) for key, text in english.items()}


@pytest.mark.parametrize(("language", "script"), [("zh-cn", "[\u4e00-\u9fff]"), ("ko", "[\uac00-\ud7a3]")])
def test_headings_and_paragraphs_are_translated(current: list[Page], language: str, script: str) -> None:
    foreign = [
        (page.file, text)
        for page in current
        if page.language == language
        for each in page.main.walk()
        if each.tag in ("h1", "h2", "h3", "p", "desc", "figcaption")
        and not any("lang" in around.attributes for around in (each, *each.ancestors) if around.tag != "html")
        and re.search("[a-z]{3,} [a-z]{3,}", text := own_words(each))
        and not re.search(script, text)
    ]
    assert foreign == []


def test_chinese_sentences_join_without_a_space(current: list[Page]) -> None:
    """What stands in a row of labels has a gap of its own."""
    rows = {"report-meta", "hero-tonight"}
    found = [
        (page.file, text)
        for page in current
        if page.language == "zh-cn"
        for each in page.main.all("p")
        if rows.isdisjoint(each.classes) and re.search("[\u3002\uff0c\uff1a\uff1b] ", text := each.text())
    ]
    assert found == []


def own_words(element: Element) -> str:
    """The text of an element without code and without parts in another language."""
    parts = []
    for child in element.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.tag not in VERBATIM and "lang" not in child.attributes:
            parts.append(own_words(child))
    return " ".join("".join(parts).split())
