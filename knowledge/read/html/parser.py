"""Parses a web page, also one whose author left out end tags."""

from collections.abc import Mapping
from itertools import islice

from bs4 import BeautifulSoup, Tag
from bs4.element import NamespacedAttribute

_LISTS = ("ul", "ol", "menu", "dir", "dl")
_CELLS = ("td", "th", "caption")
_PARTS = ("thead", "tbody", "tfoot")
_GRID = (*_CELLS, *_PARTS, "tr")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_ENDS = {
    "li": ("li",),
    **dict.fromkeys(("dt", "dd"), ("dt", "dd")),
    **dict.fromkeys(_CELLS, _CELLS),
    "tr": (*_CELLS, "tr"),
    **dict.fromkeys(_PARTS, _GRID),
    **dict.fromkeys(_HEADINGS, _HEADINGS),
}
"""The open elements that each start tag ends, as in a browser."""
_DEEPEST = 100
"""Open elements to look at: only a hostile page nests its elements deeper."""


def parse(html: str) -> BeautifulSoup:
    """Parses a page. Each item, cell, row and heading ends where the next one begins."""
    # Without huge_tree, the text of a comment above 10 MB would be text of the page.
    return _Page(html, "lxml", huge_tree=True)


class _Page(BeautifulSoup):
    """Ends what lxml leaves open: `<li>Enter <name><li>`, `<dt>A<dt>`, `<h2>A<h3>B</h3>`."""

    def reset(self) -> None:
        """Forgets what was parsed."""
        super().reset()
        self._starts: list[tuple[int, Tag]] = []

    def handle_starttag(
        self,
        name: str,
        namespace: str | None,
        nsprefix: str | None,
        attrs: Mapping[str | NamespacedAttribute, str],
        sourceline: int | None = None,
        sourcepos: int | None = None,
        namespaces: dict[str, str] | None = None,
    ) -> Tag | None:
        """Ends the elements that this one must not be inside, then opens it."""
        self.endData()
        self._end(self._first_ended(name))
        depth = len(self.tagStack)
        tag = super().handle_starttag(
            name, namespace, nsprefix, attrs, sourceline, sourcepos, namespaces
        )
        if tag is not None:
            self._starts.append((depth, tag))
        return tag

    def handle_endtag(self, name: str, nsprefix: str | None = None) -> None:
        """Ends the element that lxml opened last, unless another one has ended it."""
        self.endData()
        depth, tag = self._starts.pop()
        if depth < len(self.tagStack) and self.tagStack[depth] is tag:
            self._end(depth)

    def _first_ended(self, name: str) -> int:
        """The depth of the outermost element that a start tag ends, in this list or table."""
        found = depth = len(self.tagStack)
        limits = ("table",) if name in _GRID else (*_LISTS, *_CELLS, "table")
        for tag in islice(reversed(self.tagStack), _DEEPEST if name in _ENDS else 0):
            depth -= 1
            if tag.name in _ENDS[name]:
                found = depth
            elif tag.name in limits:
                break
        return found

    def _end(self, depth: int) -> None:
        while len(self.tagStack) > depth:
            self.popTag()
