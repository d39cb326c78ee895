"""Text for Slack's two dialects, without anything that calls people or hides a link."""

import re

ZERO_WIDTH = "\u200b"

_CALL = re.compile(r"@(?=(?:here|channel|everyone)\b)", re.IGNORECASE)
_TOKEN = re.compile(r"<(?=[!@#a-z])", re.IGNORECASE)
_LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\]\((https?://[^()\s]{1,2000})\)")
_LINKISH = re.compile(r"\](?=[(:\[])")
_BOLD = re.compile(r"(\*{1,3})(?=\S)([^*\n]+)(?<=\S)\1")
_HEADING = re.compile(r"^ {0,3}#{1,6} +", re.MULTILINE)


def to_markdown(text: str) -> str:
    """Return an answer for a `markdown` block."""
    # Entities would be shown or resolved there, depending on the client: break tokens instead.
    calm = _TOKEN.sub(f"<{ZERO_WIDTH}", _CALL.sub(f"@{ZERO_WIDTH}", text))
    return _BOLD.sub(_with_room, _without_links(calm))


def to_mrkdwn(text: str) -> str:
    """Return any text for a mrkdwn object: as it is, nothing in it means anything to Slack."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _CALL.sub(f"@{ZERO_WIDTH}", escaped)


def to_plain(text: str) -> str:
    """Return an answer for a mrkdwn object, without its Markdown."""
    # No *bold*: next to Korean letters Slack would show the stars.
    plain = _HEADING.sub("", _BOLD.sub(r"\2", text))
    return to_mrkdwn(_without_links(plain))


def cut(text: str, limit: int) -> str:
    """Return at most so many characters, ended by … between words where something is missing."""
    if len(text) <= limit:
        return text
    if limit < 1:
        return ""
    # Neither half a word, unless it is a long one, nor half an entity.
    kept = re.sub(r"(?<=\s)\S{0,40}$|&\w{0,4}$", "", text[: limit - 1])
    return kept.rstrip() + "…"


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
