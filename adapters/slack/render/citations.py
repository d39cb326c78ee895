"""Citations as blocks, and the scope that the answer holds for."""

import re
from urllib.parse import quote

from adapters.chat.about import edition
from adapters.chat.cutting import cut
from adapters.chat.quoted import quote_line
from adapters.chat.texts import MORE_SOURCES
from adapters.slack.render.elements import MAX_TEXT, Block, context, size
from adapters.slack.render.markdown import to_mrkdwn
from bot.model import Reply, Source
from knowledge.language.sentences import plain
from knowledge.model.documents import Language

MAX_SOURCES = 10
_ROOM = 6000
"""Characters of JSON for citations; the rest is enough for nearly all answers."""
_LENGTHS = ((300, 1000), (120, 500), (0, 150))
"""Characters of a quote and an address; the next pair is used if citations are too long."""
SHORT_URL = _LENGTHS[-1][1]
_NAME = 150
_OUT_OF_PLACE = re.compile(r"[^\w!-~]|[<>|\"]|@(?=here|channel|everyone)", re.IGNORECASE)
"""Characters in an address that end a link, notify people or are invisible."""


def citations(reply: Reply) -> list[Block]:
    """Returns a small paragraph for each source; sources without room are counted.

    The quote of a closest rule is left out: the reply has it in bold.
    """
    in_bold = {rule.number for rule in reply.closest}
    blocks: list[Block] = []
    for quote_limit, url_limit in _LENGTHS:
        blocks = [
            _cited(one, reply.language, 0 if one.number in in_bold else quote_limit, url_limit)
            for one in reply.sources[:MAX_SOURCES]
        ]
        if size(blocks) <= _ROOM:
            break
    while size(blocks) > _ROOM:
        blocks.pop()
    if missing := len(reply.sources) - len(blocks):
        blocks.append(context(MORE_SOURCES[reply.language].format(count=missing)))
    return blocks


def to_line(source: Source, language: Language, url_limit: int = _LENGTHS[0][1]) -> str:
    """Returns one citation as mrkdwn: number, title, section, page, version, date."""
    parts = [f"[{source.number}] {_linked(to_name(source.title), source.url, url_limit)}"]
    if source.section:
        parts[0] += f" › {to_name(source.section)}"
    parts += edition(source, language, to_name)
    return " · ".join(parts)


def to_name(text: str) -> str:
    """A title or heading in one line, without Slack's markup characters."""
    return cut(to_mrkdwn(plain(text[: 4 * _NAME])), _NAME)


def _cited(source: Source, language: Language, quote_limit: int, url_limit: int) -> Block:
    line = to_line(source, language, url_limit)
    shown = cut(to_mrkdwn(quote_line(source)), quote_limit)
    return context(f"{line}\n“{shown}”" if shown else line, MAX_TEXT)


def _linked(title: str, url: str | None, limit: int) -> str:
    if url is None or len(url) > limit or not url.lower().startswith(("https://", "http://")):
        return title
    address = _OUT_OF_PLACE.sub(lambda match: quote(match.group()), url).replace("&", "&amp;")
    return f"<{address}|{title}>"
