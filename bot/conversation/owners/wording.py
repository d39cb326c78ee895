"""Words the message to an owner, and what the person who sends it reads."""

from collections.abc import Sequence

from bot import texts
from bot.conversation.owners.telling import Fate, Told
from bot.model import Reply, Source
from bot.model.access import may_read
from bot.model.kept.records import StoredAnswer
from bot.stores import Stores
from bot.texts import Section
from knowledge.model.documents import Audience, Language, as_place

_TEXTS = Section("owners")

_MOST_SOURCES = 4
"""Sentences in a message: a conflict has two, closest rules are up to three."""
_QUOTE = 300

TELL = _TEXTS.TELL
"""The button, and the title of what it opens."""
WITHOUT_NAME = _TEXTS.WITHOUT_NAME
WITH_NAME = _TEXTS.WITH_NAME
NAMELESS = _TEXTS.NAMELESS
NAMED = _TEXTS.NAMED


def message_of(record: StoredAnswer, language: Language, reader: Audience) -> str | None:
    """Returns the message to an owner whose role is `reader`'s.

    Whoever may not read all documents behind an answer gets no sentence of them, and no conflict.
    """
    reply = record.reply
    quotes = may_read(reader, reply.audience)
    if reply.disputed and not quotes:
        return None
    lines = [(_TEXTS.CONTRADICT if reply.disputed else _TEXTS.LACK)[language]]
    lines.append(_TEXTS.ASKED[language].format(question=record.question))
    if quotes and reply.sources:
        if not reply.disputed:
            lines.append(_TEXTS.CLOSEST[language])
        lines += [_said(one, language) for one in reply.sources[:_MOST_SOURCES]]
    return "\n".join([*lines, _TEXTS.PLEASE[language]])


def confirming(reply: Reply) -> str:
    """Returns what a person reads before the question is sent; the question stands below it."""
    said = _TEXTS.GOES_WITH if reply.disputed else _TEXTS.GOES
    return said[reply.language].format(owners=_joined(reply.owners, reply.language))


def outcome_of(told: Told, reply: Reply, stores: Stores) -> str:
    """Returns what became of it; where nobody was reached, whom to ask instead."""
    language = reply.language
    store = stores.get(reply.scope.store if reply.scope else None)
    other = store.owner if store and store.owner else texts.STORE_MANAGER[language]
    lines = []
    for fate, said in (
        (Fate.SENT, _TEXTS.SENT),
        (Fate.KNOWN, _TEXTS.KNOWN),
        (Fate.MISSED, _TEXTS.MISSED),
    ):
        owners = [name for name, became in told.items() if became is fate]
        if owners:
            lines.append(said[language].format(owners=_joined(owners, language), other=other))
    return "\n".join(lines)


def _said(source: Source, language: Language) -> str:
    version = f"v{source.version.removeprefix('v')}" if source.version else ""
    place = ", ".join(filter(None, (as_place(source.title, source.section), version)))
    return _TEXTS.SAYS[language].format(place=place, quote=_in_a_line(source.quote))


def _in_a_line(quote: str) -> str:
    line = " ".join(quote.split())
    return line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1].rstrip()}…"


def _joined(owners: Sequence[str], language: Language) -> str:
    return _TEXTS.AND[language].join(owners)
