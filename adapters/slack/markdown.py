"""Text for Slack's dialects, without anything that calls people or hides a link."""

import re

from knowledge.sentences import plain

ZERO_WIDTH = "\u200b"

_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]")
"""What nobody sees, but what parts a word, or turns the order of letters around."""
_CALL = re.compile(r"@(?=(?:here|channel|everyone)(?![a-z0-9_]))", re.IGNORECASE)
_TOKEN = re.compile(r"(<|&lt;|&#0*60;|&#x0*3c;)(?=[!@#/a-z])", re.IGNORECASE)
_LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\]\((https?://[^()\s]{1,2000})\)")
_LINKISH = re.compile(r"\](?=[(:\[])")
_BOLD = re.compile(r"(\*{1,3})(?=\S)([^*\n]+)(?<=\S)\1")
_LINE_END = re.compile(r"(?<=[^\s|])\n(?=\S)")
_HEADING = re.compile(r"^ {0,3}#{1,6} +", re.MULTILINE)
_FENCED = re.compile(r"(^```.*?(?:^```[ \t]*$|\Z))", re.MULTILINE | re.DOTALL)
_RULE = re.compile(r"(?:\|[ ]?:?-{1,40}:?[ ]?)+\|")
"""The line below the head of a table."""


def to_markdown(text: str) -> str:
    """Return an answer for a `markdown` block."""
    # Entities would be shown or resolved there, depending on the client: break tokens instead.
    calm = _TOKEN.sub(rf"\1{ZERO_WIDTH}", _CALL.sub(f"@{ZERO_WIDTH}", seen(text)))
    # Markdown may take the end of a line for a blank; two blanks before it keep it.
    return _LINE_END.sub("  \n", _BOLD.sub(_with_room, _without_links(calm)))


def to_mrkdwn(text: str) -> str:
    """Return any text for a mrkdwn object: as it is, nothing in it means anything to Slack."""
    escaped = seen(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _CALL.sub(f"@{ZERO_WIDTH}", escaped)


def to_plain(text: str) -> str:
    """Return an answer for a mrkdwn object, without its Markdown; what is fenced stays so."""
    pieces = _FENCED.split(text)
    return "".join(
        to_mrkdwn(piece if number % 2 else _without_marks(piece))
        for number, piece in enumerate(pieces)
    )


def to_label(text: str) -> str:
    """Return any text for a plain_text object, in one line."""
    return _CALL.sub(f"@{ZERO_WIDTH}", plain(seen(text)))


def to_words(text: str) -> str:
    """Return a document's words without Markdown's marks, for where nothing means anything."""
    words = _HEADING.sub("", seen(text)).replace("**", "").replace("`", "")
    return _without_bars(_LINK.sub(r"\1 (\2)", words))


def seen(text: str) -> str:
    """Return a text without what nobody sees of it."""
    return _UNSEEN.sub("", text)


def _without_marks(text: str) -> str:
    # No *bold*: next to Korean letters Slack would show the stars.
    words = _HEADING.sub("", _BOLD.sub(r"\2", seen(text)))
    return _without_bars(_without_links(words))


def _without_bars(text: str) -> str:
    return "\n".join(_cells(line) for line in text.split("\n") if not _is_rule(line))


def _is_rule(line: str) -> bool:
    return _RULE.fullmatch(line.strip()) is not None


def _cells(line: str) -> str:
    """A row of a table as its cells; any other line as it is."""
    row = line.strip()
    if not (row.startswith("|") and row.endswith("|")):
        return line
    return " · ".join(cell.strip() for cell in row.split("|") if cell.strip())


def _without_links(text: str) -> str:
    shown = _LINK.sub(r"\1 (\2)", text)
    return _LINKISH.sub(f"]{ZERO_WIDTH}", shown)


def _with_room(bold: re.Match[str]) -> str:
    """Part stars that stand between punctuation and a letter, which CommonMark takes for text."""
    before, after = bold.string[: bold.start()][-1:], bold.string[bold.end() :][:1]
    inner = bold[2]
    left = ZERO_WIDTH if before.isalnum() and not inner[0].isalnum() else ""
    right = ZERO_WIDTH if after.isalnum() and not inner[-1].isalnum() else ""
    return f"{left}{bold[0]}{right}"
