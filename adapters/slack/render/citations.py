"""Citations as blocks, and the scope that the answer holds for."""

import re
from urllib.parse import quote

from adapters.chat.about import edition, scope_line
from adapters.chat.cutting import cut
from adapters.chat.quoted import unsaid_line
from adapters.chat.texts import MORE_SOURCES
from adapters.slack.render.elements import MAX_TEXT, Block, context
from adapters.slack.render.markdown import to_mrkdwn
from bot.model import Reply, Source
from knowledge.language.sentences import plain
from knowledge.model.documents import Language

MAX_SOURCES = 10
_ROOM = 2800
"""Characters of all lines together: a paragraph may have 3,000."""
_NUMBER = re.compile(r"(?:<[^|>]+\|)?\[\d")
"""How the line of a source begins."""
_LENGTHS = ((300, 1000), (120, 500), (0, 150))
"""Characters of a quote and an address; the next pair is used if citations are too long."""
SHORT_URL = _LENGTHS[-1][1]
_NAME = 150
_OUT_OF_PLACE = re.compile(r"[^\w!-~]|[<>|\"]|@(?=here|channel|everyone)", re.IGNORECASE)
"""Characters in an address that end a link, notify people or are invisible."""


def citations(reply: Reply) -> list[Block]:
    """Returns one small paragraph: the sources, a line each, and what the answer holds for.

    A quote is left out where the answer has its words; whole passages are a click away. Sources
    without room are counted.
    """
    lines: list[str] = []
    for quote_limit, url_limit in _LENGTHS:
        lines = [
            line
            for one in reply.sources[:MAX_SOURCES]
            for line in _cited(one, reply, quote_limit, url_limit)
        ]
        if len("\n".join(lines)) <= _ROOM:
            break
    while len("\n".join(lines)) > _ROOM:
        lines.pop()
    if missing := len(reply.sources) - sum(bool(_NUMBER.match(line)) for line in lines):
        lines.append(MORE_SOURCES[reply.language].format(count=missing))
    scope = scope_line(reply, to_name)
    lines += [scope] if scope else []
    return [context("\n".join(lines), MAX_TEXT)] if lines else []


def to_line(
    source: Source,
    language: Language,
    url_limit: int = _LENGTHS[0][1],
    *,
    with_section: bool = True,
) -> str:
    """Returns one citation as mrkdwn: number, title, section, page, version, date."""
    parts = [f"[{source.number}] {_linked(to_name(source.title), source.url, url_limit)}"]
    if source.section and with_section:
        parts[0] += f" › {to_name(source.section)}"
    parts += edition(source, language, to_name)
    return " · ".join(parts)


def to_name(text: str) -> str:
    """A title or heading in one line, without Slack's markup characters."""
    return cut(to_mrkdwn(plain(text[: 4 * _NAME])), _NAME)


def _cited(source: Source, reply: Reply, quote_limit: int, url_limit: int) -> list[str]:
    """The line of a source, and its quote below if the answer does not say it."""
    language = reply.language
    if any(source.number == rule.number for rule in reply.closest):
        # The rule stands in the answer, in bold and below its title.
        number = _linked(f"[{source.number}]", source.url, url_limit)
        return [" · ".join([number, *edition(source, language, to_name)])]
    is_one_of_two = sum(one.title == source.title for one in reply.sources) > 1
    line = to_line(source, language, url_limit, with_section=is_one_of_two)
    unsaid = cut(to_mrkdwn(unsaid_line(source, reply.text)), quote_limit)
    return [line, f"“{unsaid}”"] if unsaid else [line]


def _linked(title: str, url: str | None, limit: int) -> str:
    if url is None or len(url) > limit or not url.lower().startswith(("https://", "http://")):
        return title
    address = _OUT_OF_PLACE.sub(lambda match: quote(match.group()), url).replace("&", "&amp;")
    return f"<{address}|{title}>"
