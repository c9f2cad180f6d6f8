"""Everything that a page names is there, at the place where it will be served, and comes from this site."""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import unquote, urldefrag, urljoin
from xml.etree import ElementTree

import pytest
from dom import Element
from sitebuild import BASE_URL, PREFIX, Build
from sitepages import LOCALES, Page, file_of, in_site, page_names
from support import LANGUAGES

LEADS_ELSEWHERE = {("a", "href"), ("link", "href")}
LINK_RELATIONS = {"alternate", "canonical", "license"}
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML_LINK = "{http://www.w3.org/1999/xhtml}link"
CSS_REFERENCE = re.compile(r"""(?:url\(\s*|@import\s+)['"]?([^'")\s;]+)""")


def test_each_language_has_every_page(pages: list[Page]) -> None:
    found = {language: {page.name for page in pages if page.language == language} for language in LANGUAGES}
    assert found == {language: set(page_names()) for language in LANGUAGES}


def test_ids_are_unique_on_their_page(pages: list[Page]) -> None:
    repeated = [
        (page.file, name) for page in pages for name, times in Counter(page.ids).items() if times > 1 or not name
    ]
    assert repeated == []


def problem_of(site: Build, by_path: dict[str, Page], address: str) -> str | None:
    """What is wrong with an address of the site, if anything."""
    url, fragment = urldefrag(address)
    path = in_site(url)
    if path is None:
        return None
    if not path.startswith(PREFIX):
        return "is outside the sub-path"
    if not file_of(site, path).is_file():
        return "is not there"
    if fragment and (path not in by_path or unquote(fragment) not in by_path[path].ids):
        return "names no id of its page"
    return None


def test_every_link_and_fragment_resolves(site: Build, pages: list[Page]) -> None:
    by_path = {page.path: page for page in pages}
    checked = [
        (page.file, address, problem_of(site, by_path, address))
        for page in pages
        for _, _, address in page.references()
    ]
    assert [each for each in checked if each[2]] == []
    assert sum(in_site(address) is not None for _, address, _ in checked) > 3000


def test_labels_and_descriptions_name_ids_of_the_page(pages: list[Page]) -> None:
    names = ("aria-labelledby", "aria-describedby", "aria-controls", "for")
    missing = [
        (page.file, name, reference)
        for page in pages
        for each in page.root.walk()
        for name in names
        for reference in each.attributes.get(name, "").split()
        if reference not in page.ids
    ]
    assert missing == []


def may_leave(element: Element, attribute: str) -> bool:
    """Whether an element may name another host: a link that people follow, or a relation that nothing loads."""
    if (element.tag, attribute) not in LEADS_ELSEWHERE:
        return False
    return element.tag == "a" or element.attributes["rel"] in LINK_RELATIONS


def test_nothing_is_loaded_from_another_host(pages: list[Page]) -> None:
    loaded = [
        (page.file, element.tag, address)
        for page in pages
        for element, attribute, address in page.references()
        if in_site(address) is None and not address.startswith("data:") and not may_leave(element, attribute)
    ]
    assert loaded == []


def test_links_to_others_are_safe_addresses(pages: list[Page]) -> None:
    leaving = {address for page in pages for _, _, address in page.references() if in_site(address) is None}
    assert {address for address in leaving if not address.startswith("https://")} == set()
    assert "https://creativecommons.org/licenses/by/4.0/" in leaving


def test_style_sheets_load_only_files_of_the_site(site: Build) -> None:
    sheets = list(site.public.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        base = BASE_URL + sheet.relative_to(site.public).as_posix()
        for reference in CSS_REFERENCE.findall(sheet.read_text(encoding="utf-8")):
            path = in_site(urljoin(base, reference))
            assert path is not None and file_of(site, path).is_file(), f"{sheet.name} loads {reference}"


def test_chart_specs_load_nothing(site: Build) -> None:
    specs = list(site.public.rglob("*.vl.json"))
    assert specs
    assert [spec.name for spec in specs if re.search(r'"(?:url|href)":', spec.read_text(encoding="utf-8"))] == []


def alternates(page: Page) -> dict[str, str]:
    """Addresses of a page's translations by their hreflang, as its head lists them."""
    links = [each.attributes for each in page.root.one("head").all("link") if "hreflang" in each.attributes]
    assert len(links) == len({link["hreflang"] for link in links})
    return {link["hreflang"]: link["href"] for link in links}


def test_translations_point_at_each_other(pages: list[Page]) -> None:
    places = {(page.name, page.language): page.url for page in pages if page.name != "404"}
    for page in pages:
        expected = {LOCALES[language]: places.get((page.name, language), "") for language in LANGUAGES}
        expected["x-default"] = expected["en"]
        assert alternates(page) == ({} if page.name == "404" else expected), page.file


def test_each_page_names_its_own_address(pages: list[Page]) -> None:
    for page in pages:
        links = [each for each in page.root.one("head").all("link") if each.attributes["rel"] == "canonical"]
        expected = [] if page.name == "404" else [page.url]
        assert [link.attributes["href"] for link in links] == expected, page.file


def test_language_switch_leads_to_the_same_page(pages: list[Page]) -> None:
    for page in pages:
        switch = [each.attributes for each in page.root.all("a") if "data-language-link" in each.attributes]
        expected = {each.path for each in pages if each.name == page.name}
        assert {link["href"] for link in switch} == expected and len(switch) == len(LANGUAGES), page.file
        assert [link["lang"] for link in switch if "aria-current" in link] == [LOCALES[page.language]], page.file


@pytest.fixture
def sitemaps(site: Build) -> list[ElementTree.Element]:
    index = ElementTree.parse(site.public / "sitemap.xml").getroot()
    files = [file_of(site, in_site(location.text or "") or "") for location in index.iter(f"{SITEMAP}loc")]
    return [ElementTree.parse(file).getroot() for file in files]


def test_sitemap_has_every_page_once(pages: list[Page], sitemaps: list[ElementTree.Element]) -> None:
    listed = [location.text or "" for sitemap in sitemaps for location in sitemap.iter(f"{SITEMAP}loc")]
    assert sorted(listed) == sorted(page.url for page in pages if page.name != "404")


def test_sitemap_names_translations(pages: list[Page], sitemaps: list[ElementTree.Element]) -> None:
    heads = {page.url: set(alternates(page).values()) for page in pages if page.name != "404"}
    listed = {
        entry.findtext(f"{SITEMAP}loc"): {link.attrib["href"] for link in entry.iter(XHTML_LINK)}
        for sitemap in sitemaps
        for entry in sitemap.iter(f"{SITEMAP}url")
    }
    assert listed == heads
