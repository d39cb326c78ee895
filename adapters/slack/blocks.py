"""A reply as Block Kit blocks, within Slack's limits."""

import json
from collections.abc import Iterator
from typing import Any

from adapters.slack.markdown import cut, to_markdown, to_mrkdwn, to_plain
from bot import texts
from bot.model import Reply, Source
from bot.rendering import shown_quote, suggestion_line
from knowledge.model import Language

Block = dict[str, Any]
Form = dict[str, Any]
"""The arguments `text` and `blocks` of a post."""

MAX_TEXT = 3000
MAX_BLOCKS = 12_000  # msg_blocks_too_long comes at about 13,200 characters of JSON
MAX_SOURCES = 10
_SOURCES_ROOM = 8000
_LENGTHS = ((300, 1000), (120, 500), (0, 150))
"""How long a quote and an address may be; the next pair when the citations take too much room."""
_NAME = 150
_LINE = 400


def to_forms(reply: Reply) -> Iterator[Form]:
    """Yield the reply in three forms, the richest first; where Slack refuses one, the next."""
    text = cut(to_plain(reply.text.strip()), MAX_TEXT) or "…"
    yield {"text": text, "blocks": to_blocks(reply)}
    yield {"text": text, "blocks": to_blocks(reply, simple=True)}
    yield {"text": _with_sources(reply)}


def to_blocks(reply: Reply, *, simple: bool = False) -> list[Block]:
    """Return notice, answer, citations and follow-up; citations take their room first."""
    above = [_context(to_mrkdwn(reply.notice))] if reply.notice else []
    below = _sources(reply)
    if reply.follow_up:
        below.append(_context(to_mrkdwn(reply.follow_up)))
    if reply.suggestions:
        below.append(_context(to_mrkdwn(suggestion_line(reply)), MAX_TEXT))
    text = cut((to_plain if simple else to_markdown)(reply.text.strip()), MAX_TEXT)
    if not text:
        return [*above, *below]
    frame = _section if simple else _markdown
    excess = max(0, _size([*above, frame(text), *below]) - MAX_BLOCKS)
    return [*above, frame(cut(text, len(text) - excess)), *below]


def to_line(source: Source, language: Language, url_limit: int = _LENGTHS[0][1]) -> str:
    """Return one citation as mrkdwn: number, title, section, page, version, date."""
    title = cut(to_mrkdwn(source.title), _NAME)
    parts = [f"[{source.number}] {_linked(title, source.url, url_limit)}"]
    if source.section:
        parts[0] += f" › {cut(to_mrkdwn(source.section), _NAME)}"
    if source.page is not None:
        parts.append(texts.PAGE[language].format(page=source.page))
    if source.version:
        parts.append("v" + cut(to_mrkdwn(source.version.removeprefix("v")), _NAME))
    if source.effective_from is not None:
        parts.append(texts.EFFECTIVE[language].format(date=source.effective_from.isoformat()))
    return " · ".join(parts)


def _linked(title: str, url: str | None, limit: int) -> str:
    if url is None or len(url) > limit or not url.lower().startswith(("https://", "http://")):
        return title
    address = url.replace("&", "&amp;")
    for character in '<>| "':
        address = address.replace(character, f"%{ord(character):02X}")
    return f"<{address}|{title}>"


def _sources(reply: Reply) -> list[Block]:
    blocks: list[Block] = []
    for lengths in _LENGTHS:
        blocks = [_source(one, reply.language, *lengths) for one in reply.sources[:MAX_SOURCES]]
        if _size(blocks) <= _SOURCES_ROOM:
            break
    while _size(blocks) > _SOURCES_ROOM:
        blocks.pop()
    missing = len(reply.sources) - len(blocks)
    return [*blocks, _context(f"+{missing}")] if missing else blocks


def _source(source: Source, language: Language, quote_limit: int, url_limit: int) -> Block:
    line = to_line(source, language, url_limit)
    quote = cut(to_mrkdwn(shown_quote(source)), quote_limit)
    return _context(f"{line}\n“{quote}”" if quote else line, MAX_TEXT)


def _with_sources(reply: Reply) -> str:
    """Everything as one text, for where no blocks pass."""
    url_limit = _LENGTHS[-1][1]
    lines = [to_line(one, reply.language, url_limit) for one in reply.sources[:MAX_SOURCES]]
    while lines and len("\n".join(lines)) > MAX_TEXT // 2:
        lines.pop()
    end = "\n".join(filter(None, (*lines, cut(to_mrkdwn(reply.follow_up or ""), _LINE))))
    start = "\n".join(filter(None, (to_mrkdwn(reply.notice or ""), to_plain(reply.text))))
    return f"{cut(start, MAX_TEXT - len(end) - 2)}\n\n{end}".strip() or "…"


def _markdown(text: str) -> Block:
    return {"type": "markdown", "text": text}


def _section(text: str) -> Block:
    return {"type": "section", "text": _mrkdwn(text)}


def _context(text: str, limit: int = _LINE) -> Block:
    return {"type": "context", "elements": [_mrkdwn(cut(text, limit))]}


def _mrkdwn(text: str) -> Block:
    # verbatim: Slack makes no links or mentions of its own out of plain words.
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def _size(blocks: list[Block]) -> int:
    return len(json.dumps(blocks, ensure_ascii=False))
