"""The pages of the built site, and what they link to."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from ddlbench.database import statements
from dom import Element, read_html
from sitebuild import BASE_URL, PREFIX, ROOT, Build
from sitedata import TEST_DATA
from support import LANGUAGES

LOCALES = {"en": "en", "zh-cn": "zh-CN", "ko": "ko"}
MINUS = "\N{MINUS SIGN}"
NUMBER = re.compile(rf"[-{MINUS}]?\d[\d,]*(\.\d+)?")

REFERENCES = {
    "action", "data", "data-intervals", "data-module", "data-pictures", "data-spec", "data-spec-narrow", "data-zstd",
    "formaction", "href", "poster", "src", "srcset", "xlink:href",
}  # fmt: skip
"""Attributes that name another resource."""


@dataclass(frozen=True, eq=False)
class Page:
    """One HTML file of the site."""

    file: str
    root: Element

    @cached_property
    def language(self) -> str:
        """The language of the folder that the page is in."""
        first = self.file.partition("/")[0]
        return first if first in LANGUAGES else "en"

    @cached_property
    def name(self) -> str:
        """What the page is called in every language, such as `reports/tidb-add-index-load`, the home page `.`"""
        path = self.file if self.language == "en" else self.file.partition("/")[2]
        return Path(path).parent.as_posix() if path.endswith("index.html") else path.removesuffix(".html")

    @cached_property
    def path(self) -> str:
        """The path of the page on its host."""
        return PREFIX + self.file.removesuffix("index.html")

    @cached_property
    def url(self) -> str:
        """The address of the page."""
        return urljoin(BASE_URL, self.path)

    @cached_property
    def ids(self) -> list[str]:
        """All ids, in the order of the document."""
        return [each.id for each in self.root.walk() if each.id is not None]

    @cached_property
    def main(self) -> Element:
        """The content without header and footer."""
        return self.root.one("main")

    def by_id(self, name: str) -> Element:
        """The element with an id."""
        [found] = [each for each in self.root.walk() if each.id == name]
        return found

    def references(self) -> list[tuple[Element, str, str]]:
        """Every element that names a resource: the element, its attribute, the absolute address."""
        return [
            (each, name, urljoin(self.url, value))
            for each in self.root.walk()
            for name, value in each.attributes.items()
            if name in REFERENCES
        ]


def read_pages(build: Build) -> list[Page]:
    """All pages of a built site."""
    files = sorted(build.public.rglob("*.html"))
    return [
        Page(file.relative_to(build.public).as_posix(), read_html(file.read_text(encoding="utf-8"))) for file in files
    ]


KINDS = ("engines", "machines", "guidance", "tonight")
"""Folders of the data whose every file has a page."""


def page_names() -> list[str]:
    """The pages that the content folder and the data call for."""
    content = ROOT / "content" / "en"
    files = [file.relative_to(content).with_suffix("").as_posix() for file in content.rglob("*.md")]
    names = {name.removesuffix("_index").rstrip("/") or "." for name in files}
    data = [ROOT / "data", TEST_DATA]
    names |= {f"data/queries/{name}" for name in statements("site")}
    names |= {f"sources/{folder.name}" for folder in (ROOT / "data" / "sources").iterdir()}
    names |= {f"{kind}/{file.stem}" for kind in KINDS for each in data for file in each.glob(f"{kind}/*.toml")}
    names |= {file.parent.relative_to(each).as_posix() for each in data for file in each.glob("runs/*/*/*/run.toml")}
    names |= {file.relative_to(ROOT / "data").with_suffix("").as_posix() for file in kept_versions()}
    return sorted(names | {"404"})


def kept_versions() -> list[Path]:
    """The files of all versions that have been cut."""
    return sorted((ROOT / "data" / "versions").rglob("*.json"))


def page_path(name: str, language: str) -> str:
    """The path of a page below the site's address."""
    folder = "" if language == "en" else f"{language}/"
    return folder + {"404": "404.html", ".": ""}.get(name, f"{name}/")


def in_site(url: str) -> str | None:
    """The path of an address inside the site, None for any other address."""
    parts = urlsplit(url)
    host = urlsplit(BASE_URL)
    if (parts.scheme, parts.netloc) != (host.scheme, host.netloc):
        return None
    return unquote(parts.path)


def file_of(build: Build, path: str) -> Path:
    """The file that a host serves for a path of the site."""
    file = build.public / path.removeprefix(PREFIX)
    return file / "index.html" if path.endswith("/") else file


def generated(build: Build, name: str) -> Any:  # noqa: ANN401
    """A file of `build/hugo`."""
    return json.loads((build.project / "build" / "hugo" / f"{name}.json").read_text(encoding="utf-8"))


def described(text: str, language: str) -> str:
    """What the pipeline says of a table, column, query or check, as the pages of a language say it."""
    file = ROOT / "pipeline" / "ddlbench" / "descriptions" / f"{language}.toml"
    translated = tomllib.loads(file.read_text("utf-8"))[text] if language != "en" else text
    return str(translated).replace("`", "")


def page_named(pages: list[Page], name: str, language: str) -> Page:
    """A page by its name and language."""
    [found] = [page for page in pages if (page.name, page.language) == (name, language)]
    return found


def rows_of(table: Element) -> list[list[Element]]:
    """The cells of a table by rows, without the line numbers."""
    return [row.all("td") for row in table.all("tr")]


def cell_text(cell: Element) -> str:
    """What a cell holds, as the data has it: without marks, the value instead of its wording, empty for no value."""
    if any(child.matches("span", "visually-hidden") for child in cell.children if isinstance(child, Element)):
        return ""
    values = cell.all("data")
    own = "".join(child for child in cell.children if isinstance(child, str)).strip()
    return values[0].attributes["value"] if values else plain(own)


def plain(text: str) -> str:
    """A number of a page as the data has it: no grouping, a hyphen for a minus."""
    return text.replace(MINUS, "-").replace(",", "") if NUMBER.fullmatch(text) else text


def texts_of(language: str) -> dict[str, str]:
    """The interface strings of a language."""
    return tomllib.loads((ROOT / "i18n" / f"{language}.toml").read_text(encoding="utf-8"))
