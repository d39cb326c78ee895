"""Removes text that a rendered page does not show: hidden, struck out, commented out."""

import re
from collections.abc import Iterable
from html.parser import HTMLParser

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
