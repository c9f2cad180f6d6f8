"""Find numbers typed into prose: a measured number comes from a query, so that it changes with the data.

Looks at content/ and at the texts of claims and guidance, in every language. Digits may stand in shortcodes, code,
places (`{name}`), links, ISO dates, versions, names, and sizes of a setting or machine (`64 MB`), and in texts that
state what was set up (`SET_UP`). Prints `error: path:line: message` for each number elsewhere, and for numbers that a
text has in one language and not in another; `review: …` for words that are numbers (twice, 两倍, 절반), which a person
must judge. A number of a claim or guidance that is chosen and not measured, as a setting, is named at the end of its
line: `# set-up: 4, 256`. Records of publications quote figures; theirs must be the same in each language, and so must
be every number of a text that points at something (`POINTERS`). Exits with 1 after any error.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

LANGUAGES = ("en", "zh-cn", "ko")

SET_UP = {"regime", "versions", "audience", "condition"}
"""Keys of texts that state what was set up, which is chosen and not measured."""

POINTERS = {"place", "evidence"}
"""Keys of texts that say where something stands in a publication, or what proves that it is wrong."""

MATTER = re.compile(r"\A---\n.*?^---$", re.DOTALL | re.MULTILINE)
SPOKEN = re.compile(r"^(?:title|description): *", re.MULTILINE)
"""Of the front matter only these are prose."""

PRODUCT = r"(?:TiDB|MySQL|InnoDB|MariaDB|PostgreSQL|AliSQL|RDS|Aurora|sysbench|CockroachDB|TiKV|Aurora MySQL)"
PERIOD = r"(?:version|versions|since|before|from|up to|自|从|版本|버전)"
JOINED = r"(?:,|、|/| and| or| 和| 与|과|와)"
NO_UNIT = r"(?![\d.]*\d| ?(?:%|s\b|ms\b|秒|초|倍|배|TPS|QPS))"

ALLOWED = tuple(
    re.compile(pattern, re.DOTALL | re.MULTILINE)
    for pattern in (
        r"\{\{[<%].*?[>%]\}\}",
        r"^```.*?^```",
        r"`[^`]*`",
        r"\{#[^}]*\}",
        r"\{\w+\}",
        r"\]\([^)]*\)",
        r"https?://\S+",
        r"^ *\d+\. ",
        r"(?<!\d)\d{4}-\d\d(?:-\d\d)?(?!\d)",
        r"(?<![\d.])v?\d+(?:\.\d+){2,}(?:/\d+)?(?![\d.])",
        rf"(?i:{PRODUCT}|{PERIOD}) ?v?\d+(?:\.\d+)*(?:{JOINED}? ?(?:{PERIOD} )?v?\d+\.\d+)*{NO_UNIT}",
        r"(?<![\d.])\d+(?:\.\d+)? ?(?:KB|MB|GB|TB|KiB|MiB|GiB|M\b|vCPU|cores?\b|核|코어)",
        r"CC BY(?:-SA)? \d\.\d|Apache-2\.0|SHA-256|UTF-8|RE2|[pP]\d\d(?!\d)|n = 1(?!\d)|ERROR \d{4}|WL#\d+|r5\.\w+",
    )
)
"""What may hold digits."""

DIGITS = re.compile(r"\d+(?:[.,]\d+)*")

WORDS = {
    "en": r"\b(?:twice|thrice|half|halves|halved|double[ds]?|doubling|tenfold|two thirds|a third|a quarter)\b",
    "zh-cn": r"[一两二三四五六七八九十百]+倍|一半|减半|翻倍|[二三四五十]分之[一二三四]|[一两三四五六七八九]成",
    "ko": r"절반|두 배|세 배|네 배|열 배|배로|[이삼사오]분의 [일이삼]",
}


class Text(NamedTuple):
    """A piece of prose, where it begins, and the numbers that its line marks as chosen."""

    path: str
    line: int
    language: str
    text: str
    set_up: frozenset[str] = frozenset()


def main() -> int:
    """Print what is found; return the exit status."""
    os.chdir(Path(__file__).resolve().parent.parent)
    errors = []
    for text in [*pages(), *translated_texts()]:
        errors += [f"{text.path}:{line}: the number {number} is typed into prose" for line, number in typed(text)]
        for line, word in words(text):
            print(f"review: {text.path}:{line}: is the word “{word}” a measured number?")
    errors += list(differing())
    for error in errors:
        print(f"error: {error}")
    if errors:
        print("hint: use the shortcode `num`, a place `{name}` of a query, or code for what is no measurement")
    return 1 if errors else 0


def blanked(text: str) -> str:
    """The text with spaces for everything that may hold digits; lines stay where they are."""
    for pattern in ALLOWED:
        text = pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    return text


def typed(text: Text) -> Iterator[tuple[int, str]]:
    """Yield each number of the text that is typed, with its line."""
    for offset, line in enumerate(blanked(text.text).split("\n")):
        for number in DIGITS.findall(line):
            if number not in text.set_up:
                yield text.line + offset, number


def words(text: Text) -> Iterator[tuple[int, str]]:
    """Yield each word that is a number, with its line."""
    for offset, line in enumerate(blanked(text.text).split("\n")):
        for found in re.finditer(WORDS[text.language], line, re.IGNORECASE):
            yield text.line + offset, found[0]


def pages() -> Iterator[Text]:
    """Yield the prose of content/."""
    for language in LANGUAGES:
        for path in sorted((Path("content") / language).rglob("*.md")):
            yield Text(path.as_posix(), 1, language, spoken(path.read_text("utf-8")))


def spoken(page: str) -> str:
    """A page whose front matter is blank but for what readers see."""

    def blank(found: re.Match[str]) -> str:
        return "\n".join(line if SPOKEN.match(line) else "" for line in found[0].split("\n"))

    return MATTER.sub(blank, page)


def translated_texts() -> Iterator[Text]:
    """Yield the texts of claims and guidance."""
    for path, _, texts in translated_groups():
        source = path.read_text("utf-8").split("\n")
        for language, text in texts.items():
            line = next((number for number, each in enumerate(source, start=1) if text.split("\n")[0] in each), 0)
            yield Text(path.as_posix(), line, language, text, marked(source[line - 1] if line else ""))


def marked(line: str) -> frozenset[str]:
    """The numbers that a line of a TOML file marks as chosen."""
    mark = re.search(r"# set-up: ([\d., ]+)$", line)
    return frozenset(mark[1].split(", ")) if mark else frozenset()


def translated_groups() -> Iterator[tuple[Path, str, dict[str, str]]]:
    """Yield each text of claims and guidance that is prose, with its key and its languages."""
    for folder in ("claims", "guidance"):
        for path in sorted((Path("data") / folder).glob("*.toml")):
            for key, texts in groups(tomllib.loads(path.read_text("utf-8")), ""):
                if last(key) not in SET_UP | POINTERS:
                    yield path, key, texts


def groups(node: object, key: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each table of three languages below a node of a TOML file, with its key."""
    if isinstance(node, dict):
        if set(node) == set(LANGUAGES):
            yield key, node
        else:
            for name, value in node.items():
                yield from groups(value, f"{key}.{name}".lstrip("."))
    elif isinstance(node, list):
        for number, value in enumerate(node, start=1):
            yield from groups(value, f"{key}[{number}]")


def last(key: str) -> str:
    """The last name of a key."""
    return key.split(".")[-1]


def differing() -> Iterator[str]:
    """Yield a message for each number, place or query that one language of a text has and another has not."""
    for path, key, texts in translated_groups():
        yield from compared({language: (f"{path.as_posix()}: `{key}`", text) for language, text in texts.items()})
    for path in sorted([*Path("data/sources").glob("**/*.toml"), *Path("data/claims").glob("*.toml")]):
        for key, texts in groups(tomllib.loads(path.read_text("utf-8")), ""):
            placed = {language: (f"{path.as_posix()}: `{key}`", text) for language, text in texts.items()}
            if last(key) in POINTERS:
                yield from compared(placed, every_number)
            elif path.is_relative_to("data/sources"):
                yield from compared(placed, figures)
    for path in sorted(Path("content/en").rglob("*.md")):
        named = [(language, Path("content") / language / path.relative_to("content/en")) for language in LANGUAGES]
        found = {language: each for language, each in named if each.exists()}
        yield from compared({name: (f"{each}:1", spoken(each.read_text("utf-8"))) for name, each in found.items()})


PLACES = re.compile(r"(\{\{< num [^>]*>\}\}|\{\w+\})|`([^`\n]*)`")
QUANTITY = re.compile(r"[1-9]\d*(?:[.,]\d+)*")


def numbers(text: str) -> set[str]:
    """The numbers of a text: its queries, its places, and what code begins with."""
    found = set()
    for place, code in PLACES.findall(text):
        quantity = QUANTITY.match(code)
        found |= {place} if place else {quantity[0]} if quantity else set()
    return found


def every_number(text: str) -> set[str]:
    """The numbers of a text, small ones too."""
    return set(DIGITS.findall(text))


def figures(text: str) -> set[str]:
    """The figures of a record of a publication; a number up to ten may be a word in another language."""
    found = {each.replace(",", "") for each in DIGITS.findall(text)}
    return {each for each in found if "." in each or int(each) > 10}


def compared(texts: dict[str, tuple[str, str]], read: Callable[[str], set[str]] = numbers) -> Iterator[str]:
    """Yield a message for each number that English has and another language lacks, or the other way."""
    counts = {language: read(text) for language, (_, text) in texts.items()}
    for language, (place, _) in texts.items():
        for number in sorted(counts["en"] - counts[language]):
            yield f"{place}: {language} lacks {number}, which en has"
        for number in sorted(counts[language] - counts["en"]):
            yield f"{place}: {language} has {number}, which en lacks"


if __name__ == "__main__":
    sys.exit(main())
