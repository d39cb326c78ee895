"""Words the message to an owner, and what the person who sends it reads."""

from collections.abc import Sequence

from bot import texts
from bot.conversation.owners.telling import Fate, Told
from bot.model import Reply, Source
from bot.model.access import may_read
from bot.model.kept.records import StoredAnswer
from bot.stores import Stores
from bot.texts import in_both
from knowledge.model.documents import Audience, Language, as_place

_MOST_SOURCES = 4
"""Sentences in a message: a conflict has two, closest rules are up to three."""
_QUOTE = 300

TELL = in_both("Tell the owner", "담당 부서에 알리기")
"""The button, and the title of what it opens."""
WITHOUT_NAME = in_both("Without my name", "이름 없이 보내기")
WITH_NAME = in_both("With my name", "이름과 함께 보내기")
NAMELESS = in_both(
    "A colleague would like you to look at this.", "직원 한 명이 확인을 요청했습니다."
)
NAMED = in_both("{user} would like you to look at this.", "{user} 님이 확인을 요청했습니다.")
_CONTRADICT = in_both(
    "These documents contradict each other. Which one counts?",
    "문서의 내용이 서로 다릅니다. 어느 쪽이 맞습니까?",
)
_LACK = in_both("The documents don't answer this question.", "문서에서 답을 찾지 못한 질문입니다.")
_ASKED = in_both("Question: “{question}”", "질문: “{question}”")
_SAYS = in_both("- {place}: “{quote}”", "- {place}: “{quote}”")
_CLOSEST = in_both("Closest rules:", "가장 가까운 규정:")
_PLEASE = in_both(
    "Once the documents say it, I'll answer from them.",
    "문서에 반영하면 다음부터 그 내용으로 답합니다.",
)
_GOES = in_both("{owners} will get this question:", "{owners}에 다음 질문을 보냅니다.")
_GOES_WITH = in_both(
    "{owners} will get this question, and the sentences that disagree:",
    "{owners}에 다음 질문과 서로 다른 문장을 보냅니다.",
)
_SENT = in_both("Sent to {owners}.", "{owners}에 보냈습니다.")
_KNOWN = in_both(
    "{owners} know about this already. They were told today.",
    "{owners}에 오늘 이미 전달된 질문입니다.",
)
_MISSED = in_both(
    "I couldn't reach {owners}. Please ask {other}.",
    "{owners}에 보내지 못했습니다. 문의: {other}",
)
_AND = in_both(" and ", ", ")


def message_of(record: StoredAnswer, language: Language, reader: Audience) -> str | None:
    """Returns the message to an owner whose role is `reader`'s.

    Whoever may not read all documents behind an answer gets no sentence of them, and no conflict.
    """
    reply = record.reply
    quotes = may_read(reader, reply.audience)
    if reply.disputed and not quotes:
        return None
    lines = [(_CONTRADICT if reply.disputed else _LACK)[language]]
    lines.append(_ASKED[language].format(question=record.question))
    if quotes and reply.sources:
        if not reply.disputed:
            lines.append(_CLOSEST[language])
        lines += [_said(one, language) for one in reply.sources[:_MOST_SOURCES]]
    return "\n".join([*lines, _PLEASE[language]])


def confirming(reply: Reply) -> str:
    """Returns what a person reads before the question is sent; the question stands below it."""
    said = _GOES_WITH if reply.disputed else _GOES
    return said[reply.language].format(owners=_joined(reply.owners, reply.language))


def outcome_of(told: Told, reply: Reply, stores: Stores) -> str:
    """Returns what became of it; where nobody was reached, whom to ask instead."""
    language = reply.language
    store = stores.get(reply.scope.store if reply.scope else None)
    other = store.owner if store and store.owner else texts.STORE_MANAGER[language]
    lines = []
    for fate, said in ((Fate.SENT, _SENT), (Fate.KNOWN, _KNOWN), (Fate.MISSED, _MISSED)):
        owners = [name for name, became in told.items() if became is fate]
        if owners:
            lines.append(said[language].format(owners=_joined(owners, language), other=other))
    return "\n".join(lines)


def _said(source: Source, language: Language) -> str:
    version = f"v{source.version.removeprefix('v')}" if source.version else ""
    place = ", ".join(filter(None, (as_place(source.title, source.section), version)))
    return _SAYS[language].format(place=place, quote=_in_a_line(source.quote))


def _in_a_line(quote: str) -> str:
    line = " ".join(quote.split())
    return line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1].rstrip()}…"


def _joined(owners: Sequence[str], language: Language) -> str:
    return _AND[language].join(owners)
