"""HTML whose author left end tags out, with those that a browser thinks of."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import islice

from knowledge.read.html.hidden_text import VOID_TAGS, Attributes

_LISTS = frozenset("ul ol menu dir dl".split())
_CELLS = frozenset("td th caption".split())
_TABLE = frozenset("table template".split())
_PARTS = frozenset("thead tbody tfoot".split())
_GRID = _TABLE | _PARTS | _CELLS | {"tr"}
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_BLOCKS = _LISTS | _HEADINGS | frozenset(
    "address article aside blockquote center details dialog div fieldset figcaption figure footer "
    "form header hgroup hr main nav p pre search section summary table li dt dd".split()
)  # fmt: skip
_ENDS = {
    "li": frozenset({"li"}),
    **dict.fromkeys(("dt", "dd"), frozenset({"dt", "dd"})),
    **dict.fromkeys(("td", "th"), _CELLS),
    "tr": _CELLS | {"tr"},
    **dict.fromkeys(_PARTS, _CELLS | _PARTS | {"tr"}),
    **dict.fromkeys(_HEADINGS, _HEADINGS),
}
"""What a start tag ends, when it is open."""
_DEEPEST = 100
"""So many elements around a tag are looked at: a text that is deeper is made to do harm."""


def with_end_tags(html: str) -> str:
    """The same page, each item, cell and paragraph ending where the next one begins."""
    # Else "<li>A<li>B" is one item within the other.
    return "".join(_Closer(html).parts())


class _Closer(HTMLParser):
    """Finds where end tags are missing, and those that end nothing."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self._html = html
        self._lines = [0, *(match.end() for match in re.finditer("\n", html))]
        self._open: list[str] = []
        self._changes: list[tuple[int, int, str]] = []

    def parts(self) -> Iterator[str]:
        """The text between the changes, and what they put in."""
        self.feed(self._html)
        self.close()
        last = 0
        for start, end, tags in self._changes:
            yield self._html[last:start]
            yield tags
            last = end
        yield self._html[last:]

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Ends what may not hold this element, then opens it."""
        if tag in _BLOCKS:
            self._end(frozenset({"p"}), _CELLS | _TABLE | {"button"})
        if tag in _ENDS:
            self._end(_ENDS[tag], _walls(tag))
        if tag not in VOID_TAGS:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        """As a browser: `<li/>` is only another way to write `<li>`."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Goes out of an element; what is not open in this cell has no end in it."""
        if tag in VOID_TAGS:
            return
        walls = _TABLE if tag in _GRID else _CELLS | _TABLE
        depth = self._depth(frozenset({tag}), walls)
        if depth:
            del self._open[-depth:]
        elif len(self._open) < _DEEPEST:
            start = self._place()
            end = self._html.find(">", start) + 1 or len(self._html)
            self._changes.append((start, end, ""))

    def _end(self, ended: frozenset[str], walls: frozenset[str]) -> None:
        """Closes the outermost of these that is open within the walls."""
        depth = self._depth(ended, walls, outermost=True)
        if not depth:
            return
        place = self._place()
        tags = "".join(f"</{tag}>" for tag in reversed(self._open[-depth:]))
        self._changes.append((place, place, tags))
        del self._open[-depth:]

    def _depth(
        self, wanted: frozenset[str], walls: frozenset[str], *, outermost: bool = False
    ) -> int:
        """How many elements have to end for one of these to end; none when it is not open."""
        found = 0
        for depth, tag in enumerate(islice(reversed(self._open), _DEEPEST), 1):
            if tag in wanted:
                found = depth
                if not outermost:
                    break
            elif tag in walls:
                break
        return found

    def _place(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def _walls(tag: str) -> frozenset[str]:
    """What an element may stand in, so that what is open around that goes on."""
    if tag in _CELLS:
        return _GRID - _CELLS
    if tag == "tr" or tag in _PARTS:
        return _TABLE
    return _LISTS | _CELLS | _TABLE
