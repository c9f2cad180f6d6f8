"""HTML as a tree, read strictly: an end tag that closes nothing is an error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
VERBATIM = frozenset(("code", "pre"))


@dataclass(eq=False)
class Element:
    """An element with its attributes, those without a value as an empty text."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None = None
    children: list[Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        """This element and all below it, in the order of the document."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, tag: str = "", name: str = "") -> list[Element]:
        """Elements below this one by tag and by one of their classes."""
        return [each for each in self.walk() if each is not self and each.matches(tag, name)]

    def one(self, tag: str = "", name: str = "") -> Element:
        """The only element by tag and class."""
        [found] = self.all(tag, name)
        return found

    def matches(self, tag: str = "", name: str = "") -> bool:
        """Whether the element has this tag and this class."""
        return tag in ("", self.tag) and (not name or name in self.classes)

    @property
    def classes(self) -> list[str]:
        """The names in the class attribute."""
        return self.attributes.get("class", "").split()

    @property
    def id(self) -> str | None:
        """The id attribute."""
        return self.attributes.get("id")

    @property
    def ancestors(self) -> Iterator[Element]:
        """The elements around this one, the nearest first."""
        if self.parent is not None:
            yield self.parent
            yield from self.parent.ancestors

    def texts(self, without: frozenset[str] = frozenset()) -> Iterator[str]:
        """Pieces of text, except those in elements of some tags."""
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in without:
                yield from child.texts(without)

    def text(self, without: frozenset[str] = frozenset()) -> str:
        """The text with single spaces."""
        return " ".join("".join(self.texts(without)).split())


class Reader(HTMLParser):
    """Builds the tree of a document."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"{self.getpos()}: an attribute of <{tag}> stands twice"
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open and close an element of an SVG."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost open element, which this must be."""
        assert tag == self.open.tag, f"{self.getpos()}: </{tag}> inside <{self.open.tag}>"
        assert self.open.parent is not None
        self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        """Add text."""
        self.open.children.append(data)


def read_html(text: str) -> Element:
    """The root of a document; what is around it is its own root without a tag."""
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open is reader.root, f"<{reader.open.tag}> is never closed"
    return reader.root
