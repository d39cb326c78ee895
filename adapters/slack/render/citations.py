"""Citations as blocks, and the scope that the answer holds for."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from adapters.chat.about import edition, scope_line, scope_parts
from adapters.chat.cutting import cut
from adapters.chat.quoted import unsaid_line
from adapters.chat.texts import MORE_SOURCES
from adapters.chat.words import to_words
from adapters.slack.render.elements import MAX_TEXT, Block, context
from adapters.slack.render.markdown import to_mrkdwn
from bot.model import Reply, Source
from knowledge.language.sentences import plain
from knowledge.model.documents import Language

MAX_SOURCES = 10
_ROOM = 2800
"""Characters of all lines together: a paragraph may have 3,000."""
_LENGTHS = ((300, 1000), (120, 500), (0, 150))
"""Characters of a quote and an address; the next pair is used if citations are too long."""
SHORT_URL = _LENGTHS[-1][1]
_NAME = 150
_OUT_OF_PLACE = re.compile(r"[^\w!-~]|[<>|\"]|@(?=here|channel|everyone)", re.IGNORECASE)
"""Characters in an address that end a link, notify people or are invisible."""


@dataclass(frozen=True, slots=True)
class _Cited:
    """One or more sources from the same version of a document."""

    numbers: tuple[str, ...]
    of: str
    """Title, page, version and date, as far as they are shown."""
    quote: str = ""
    """The words that the answer does not say itself."""

    def line(self) -> str:
        """The sources as mrkdwn, with the quote below."""
        line = " ".join([*self.numbers, self.of]).rstrip()
        return f"{line}\n“{self.quote}”" if self.quote else line


def citations(reply: Reply, said: str) -> list[Block]:
    """Returns one small paragraph: the sources, a line each, and what the answer holds for.

    A quote is left out where `said`, the answer as it is shown, has its words; whole passages are a
    click away. Sources without room are counted.
    """
    cited: list[_Cited] = []
    for quote_limit, url_limit in _LENGTHS:
        sources = reply.sources[:MAX_SOURCES]
        cited = _merged(_cited(one, reply, said, quote_limit, url_limit) for one in sources)
        if _length(cited) <= _ROOM:
            break
    while _length(cited) > _ROOM:
        cited.pop()
    lines = [one.line() for one in cited]
    if missing := len(reply.sources) - sum(len(one.numbers) for one in cited):
        lines.append(MORE_SOURCES[reply.language].format(count=missing))
    if len(lines) == 1 and not any(one.quote for one in cited):
        lines = [" · ".join([lines[0], *scope_parts(reply, to_name)])]
    elif scope := scope_line(reply, to_name):
        lines.append(scope)
    return [context("\n".join(lines), MAX_TEXT)] if lines else []


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


def _cited(source: Source, reply: Reply, said: str, quote_limit: int, url_limit: int) -> _Cited:
    """A source, with its quote if the answer does not say it."""
    facts = edition(source, reply.language, to_name)
    if any(source.number == rule.number for rule in reply.closest):
        # The rule stands in the answer, in bold and below its title.
        number = _linked(f"[{source.number}]", source.url, url_limit)
        return _Cited((number,), "".join(f"· {one} " for one in facts).rstrip())
    title = _linked(to_name(source.title), source.url, url_limit)
    # The sentences that a table shortens are a click away.
    unsaid = "" if reply.is_shortened else unsaid_line(source, to_words(said))
    quote = cut(to_mrkdwn(unsaid), quote_limit)
    return _Cited((f"[{source.number}]",), " · ".join([title, *facts]), quote)


def _merged(cited: Iterable[_Cited]) -> list[_Cited]:
    """One entry for all from one version of a document; those with quotes stay apart."""
    merged: dict[tuple[str, ...], _Cited] = {}
    for one in cited:
        key = (one.of, *one.numbers) if one.quote else (one.of,)
        before = merged.get(key)
        merged[key] = replace(one, numbers=(*before.numbers, *one.numbers)) if before else one
    return [*merged.values()]


def _length(cited: Sequence[_Cited]) -> int:
    return sum(len(one.line()) + 1 for one in cited)


def _linked(title: str, url: str | None, limit: int) -> str:
    if url is None or len(url) > limit or not url.lower().startswith(("https://", "http://")):
        return title
    address = _OUT_OF_PLACE.sub(lambda match: quote(match.group()), url).replace("&", "&amp;")
    return f"<{address}|{title}>"
