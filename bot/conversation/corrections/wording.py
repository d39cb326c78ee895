"""The message that corrects earlier answers: what was said, and what holds today."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import tzinfo

from bot.answering.reply.citations import owner_line
from bot.conversation.outgoing import outgoing
from bot.model import Reply
from bot.model.days import in_words
from bot.shown.rendering import shown_quote
from bot.texts import ASK_STORE_MANAGER, Section
from bot.upkeep.reports.damage import WITHDRAWN, Told
from knowledge.model.documents import Header, Language

_TEXTS = Section("corrections")

_MOST = 3
"""Quotes that are named; a person rarely asked about more of one rule in a thread."""
_QUOTE = 300


def heading(told: Sequence[Told], language: Language, zone: tzinfo) -> str:
    """Says what was quoted when, and that it is no longer correct."""
    lines: list[str] = []
    for one in _different(told)[:_MOST]:
        said = _TEXTS.ALSO_QUOTED if lines else _TEXTS.QUOTED
        quote = shown_quote(one.source)
        lines.append(
            said[language].format(
                day=in_words(one.answer.given_at.astimezone(zone).date(), language),
                quote=quote if len(quote) <= _QUOTE else f"{quote[: _QUOTE - 1].rstrip()}…",
                title=one.source.title,
                version=one.source.version,
            )
        )
    return " ".join([*lines, _TEXTS.NO_LONGER[language]])


def reply_of(
    told: Sequence[Told],
    answer: Reply,
    header: Header | None,
    language: Language,
    zone: tzinfo,
) -> Reply:
    """Makes the message: the answer of today, or that no rule says it now and whom to ask.

    `header` is that of the rule, if the index still has it.
    """
    above = heading(told, language, zone)
    if answer.outcome == "answer":
        between = "\n" if "\n" in answer.text else " "
        text = f"{above}\n\n{_TEXTS.TODAY[language]}{between}{answer.text}"
        reply = replace(answer, text=text, notice=None, language=language, later=None, answer=None)
        return outgoing(replace(reply, steps={}, spent={}))
    is_withdrawn = all(one.why == WITHDRAWN for one in told)
    ends = [(_TEXTS.GONE if is_withdrawn else _TEXTS.NOT_SAID)[language]]
    owner = owner_line(header, language) if header else None
    ends.append(owner or ASK_STORE_MANAGER[language])
    return outgoing(Reply(f"{above}\n\n{' '.join(ends)}", language))


def _different(told: Sequence[Told]) -> list[Told]:
    """Those with different quotes, the earliest of each."""
    ordered = sorted(told, key=lambda one: one.answer.given_at)
    return list({one.source.quote: one for one in reversed(ordered)}.values())[::-1]
