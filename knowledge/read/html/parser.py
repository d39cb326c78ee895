"""Parses a web page, also one whose author left out end tags."""

import re
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
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


# Removes text that a rendered page does not show: hidden, struck out, commented out.

UNSEEN_TAGS = frozenset(
    "script style nav footer template noscript iframe form svg del s strike".split()
)
_VOID_TAGS = frozenset("area base br col embed hr img input link meta source track wbr".split())
_CODE = re.compile(
    r"^(?P<fence>```+|~~~+).*?(?:^(?P=fence)|\Z)|(?P<tick>`+).+?(?P=tick)", re.S | re.M
)
_NOTHING = re.compile(r"0(?:\.0+)?(?:px|pt|em|rem|%)?|[01]px")
_STRUCK = re.compile(r"~~[^~\n]+~~")

Attributes = Iterable[tuple[str, str | None]]


def is_unseen(tag: str, attributes: Attributes) -> bool:
    """Whether a page hides an element with its contents."""
    given = {name: (value or "").replace(" ", "").lower() for name, value in attributes}
    style = given.get("style", "")
    return (
        tag in UNSEEN_TAGS
        or "hidden" in given
        or given.get("aria-hidden") == "true"
        or "display:none" in style
        or "visibility:hidden" in style
        or "line-through" in style
        or _is_invisible(style)
    )


def _is_invisible(style: str) -> bool:
    """Whether letters have no size, or the colour of their background."""
    said = dict(one.partition(":")[::2] for one in style.split(";"))
    behind = said.get("background-color") or said.get("background")
    colour = said.get("color")
    return bool(
        colour == "transparent"
        or (colour and colour == behind)
        or _NOTHING.fullmatch(said.get("font-size", ""))
        or _NOTHING.fullmatch(said.get("opacity", ""))
    )


def without_unseen(markdown: str) -> str:
    """Markdown without hidden HTML and without struck out text."""
    # Code shows its tags.
    masked = without_code(markdown)
    last = masked.rfind("<!--")
    if last > masked.rfind("-->"):
        masked = masked[:last]
    finder = _Finder(masked)
    shown = "".join(markdown[start:end] for start, end in finder.shown())
    return _STRUCK.sub("", shown)


def without_code(markdown: str) -> str:
    """Markdown with its code replaced by blanks of the same length, so that offsets stay."""
    return _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), markdown)


class _Finder(HTMLParser):
    """Finds the visible stretches of a text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self._text = text
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._hidden: list[tuple[int, int]] = []
        self._open: list[str] = []
        self._since = 0

    def shown(self) -> list[tuple[int, int]]:
        """Start and end of each stretch, in order."""
        self.feed(self._text)
        self.close()
        if self._open:
            self._hidden.append((self._since, len(self._text)))
        starts = [0, *(end for _, end in self._hidden)]
        ends = [*(start for start, _ in self._hidden), len(self._text)]
        return list(zip(starts, ends, strict=True))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Starts to hide, or goes deeper into a hidden element."""
        if tag in _VOID_TAGS:
            return
        if self._open:
            self._open.append(tag)
        elif is_unseen(tag, attrs):
            self._open, self._since = [tag], self._place()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Ignores an element without content: it hides nothing."""

    def handle_endtag(self, tag: str) -> None:
        """Leaves a hidden element. An element without an end tag ends with the one around it."""
        if tag not in self._open:
            return
        while self._open.pop() != tag:
            pass
        if not self._open:
            end = self._text.find(">", self._place())
            self._hidden.append((self._since, end + 1 if end >= 0 else len(self._text)))

    def handle_comment(self, data: str) -> None:
        """Hides a comment, but not <!channel> and the like, which are words of the text."""
        start = self._place()
        if not self._open and self._text.startswith("<!--", start):
            end = self._text.find("-->", start)
            self._hidden.append((start, end + len("-->") if end >= 0 else len(self._text)))

    def _place(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


# Removes marks without meaning of their own: footnote numbers, task boxes, rules.

_NUMBER = re.compile(r"[\[(]?[0-9]{1,3}[\])]?|[*†‡]{1,3}")
_METRES = re.compile(r"(?<![A-Za-z'’])(?:[kcm]?m|ft|yd)$", re.IGNORECASE)
_LONGEST = 4
"""Letters of a unit, and the one character before it."""
_POWERS = {"2": "²", "3": "³"}
_TASK = re.compile(
    r"^(?P<item>\s*(?:[-*+•]|\d{1,3}[.)])\s+)(?:\[[ xX]\]|[☐☑☒])\s+(?=\S)", re.MULTILINE
)
_RULE = r" {0,3}(?:-[- ]{2,}|\*[* ]{2,}|_[_ ]{2,})"
_ONE = re.compile(_RULE)
_RULED = re.compile(rf"(?:(?<=\n\n)|\A){_RULE}(?:\n{{1,2}}|\Z)")
_BOX = re.compile(r"^(?P<indent>[ \t]*)[☐☑☒]\s*(?=\S)", re.MULTILINE)


def raised(text: str, before: str) -> str:
    """The text of a superscript: a power after a unit, empty for a footnote's number."""
    if text in _POWERS and _METRES.search(before[-_LONGEST:]):
        return _POWERS[text]
    return "" if _NUMBER.fullmatch(text) else text


def without_boxes(markdown: str) -> str:
    """Markdown with plain items instead of tasks with boxes."""
    return _BOX.sub(r"\g<indent>- ", _TASK.sub(r"\g<item>", markdown))


def is_rule(line: str) -> bool:
    """Whether a line is a horizontal rule."""
    return bool(_ONE.fullmatch(line))


def without_rules(markdown: str) -> str:
    """Markdown without its horizontal rules."""
    # A rule right below a text makes it a heading, so it stays.
    return _RULED.sub("", markdown)
