"""Where an answer comes from, as blocks: its citations, and which rules it was made by."""

import re
from urllib.parse import quote

from adapters.slack.cutting import cut
from adapters.slack.elements import MAX_TEXT, Block, context, size
from adapters.slack.markdown import to_mrkdwn
from adapters.slack.texts import BARELY, IN_FORCE, LANGUAGES
from bot import texts
from bot.model import Answer, Confidence, Reply, Source, Verdict
from bot.rendering import shown_quote
from knowledge.model import Language
from knowledge.sentences import plain

MAX_SOURCES = 10
_ROOM = 6000
"""Characters of JSON; an answer has always as much left as it may have."""
_LENGTHS = ((300, 1000), (120, 500), (0, 150))
"""How long a quote and an address may be; the next pair when the citations take too much room."""
SHORT_URL = _LENGTHS[-1][1]
_NAME = 150
_OUT_OF_PLACE = re.compile(r"[^\w!-~]|[<>|\"]|@(?=here|channel|everyone)", re.IGNORECASE)
"""What ends a link, calls people or is not seen, in an address."""


def citations(reply: Reply) -> list[Block]:
    """Return one small paragraph for each source; those without room are counted."""
    blocks: list[Block] = []
    for lengths in _LENGTHS:
        blocks = [_cited(one, reply.language, *lengths) for one in reply.sources[:MAX_SOURCES]]
        if size(blocks) <= _ROOM:
            break
    while size(blocks) > _ROOM:
        blocks.pop()
    missing = len(reply.sources) - len(blocks)
    return [*blocks, context(f"+{missing}")] if missing else blocks


def to_line(source: Source, language: Language, url_limit: int = _LENGTHS[0][1]) -> str:
    """Return one citation as mrkdwn: number, title, section, page, version, date."""
    parts = [f"[{source.number}] {_linked(_name(source.title), source.url, url_limit)}"]
    if source.section:
        parts[0] += f" › {_name(source.section)}"
    if source.page is not None:
        parts.append(texts.PAGE[language].format(page=source.page))
    if source.version:
        parts.append("v" + _name(source.version.removeprefix("v")))
    if source.effective_from is not None:
        parts.append(texts.EFFECTIVE[language].format(date=source.effective_from.isoformat()))
    return " · ".join(parts)


def scope_line(reply: Reply) -> str:
    """Return which store, language and day the documents were read for, and doubts about it."""
    if reply.answer is None:
        return ""
    filters, language = reply.answer.question.filters, reply.language
    parts = [
        _store(filters.store_type, language),
        LANGUAGES[reply.answer.question.language][language],
        IN_FORCE[language].format(day=filters.as_of.isoformat()),
    ]
    line = " · ".join(part for part in parts if part)
    return f"{BARELY[language]}\n{line}" if _in_passing(reply.answer) else line


def _store(name: str | None, language: Language) -> str:
    if name is None:
        return ""
    known = texts.STORE_TYPES.get(name)
    return known[language] if known else _name(name)


def _in_passing(answer: Answer) -> bool:
    return answer.verdict is Verdict.PASS and answer.confidence is Confidence.LOW


def _cited(source: Source, language: Language, quote_limit: int, url_limit: int) -> Block:
    line = to_line(source, language, url_limit)
    quote = cut(to_mrkdwn(shown_quote(source)), quote_limit)
    return context(f"{line}\n“{quote}”" if quote else line, MAX_TEXT)


def _name(text: str) -> str:
    """A title or a heading in one line, without marks that Slack would take for its own."""
    return cut(to_mrkdwn(plain(text[: 4 * _NAME])), _NAME)


def _linked(title: str, url: str | None, limit: int) -> str:
    if url is None or len(url) > limit or not url.lower().startswith(("https://", "http://")):
        return title
    address = _OUT_OF_PLACE.sub(lambda match: quote(match.group()), url).replace("&", "&amp;")
    return f"<{address}|{title}>"
