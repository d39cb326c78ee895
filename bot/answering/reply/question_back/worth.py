"""What a question back is worth: its possible replies, and whether they change the answer."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import cache

from bot import texts
from bot.answering.listed_names import names_in
from bot.answering.understand.follow_up.replied import chosen_reply
from bot.answering.understand.follow_up.yes_or_no import in_words
from bot.model import Answer, Choice, Question, SafeText, Verdict
from bot.model.said import turn_of
from bot.model.written import ANSWERED
from bot.texts import Text
from knowledge.model.documents import Language

MOST = 3
"""Replies that are tried, each as long as a question takes; the rows of a longer table are not."""

_NEAR_BEST = 0.5
"""Share of the best passage's score from which another one is near."""

Ask = Callable[[Question], Awaitable[Answer]]
"""Answers a question as a tap on it would, but without a language model."""


async def if_worth_asking(answer: Answer, ask: Ask) -> Answer:
    """Tries the replies that may be tapped; without its question if they all lead nowhere new."""
    offered, asked = choices(answer), answer.question
    if not 0 < len(offered) <= MOST:
        return answer
    replies = [
        await ask(Question(SafeText(one.question), asked.language, asked.filters, asked.dated))
        for one in offered
    ]
    return answer if _change(answer, replies) else replace(answer, follow_up=None)


def _change(answer: Answer, replies: Sequence[Answer]) -> bool:
    """Whether the replies' answers differ from each other and from the one before."""
    if any(_is_elsewhere(one, answer) for one in replies):
        return False
    said = [_said(one, answer) for one in replies]
    return len({*said}) > 1 and any(one not in ("", answer.text) for one in said)


def _said(reply: Answer, before: Answer) -> str:
    """The words of a reply's answer; closest rules that repeat the answer before say the same."""
    if reply.verdict in ANSWERED:
        return reply.text
    known = {one.text for one in before.sentences}
    if any(one.text in known for one in reply.closest):
        return before.text
    return reply.text if reply.closest else ""


def _is_elsewhere(reply: Answer, before: Answer) -> bool:
    """Whether a reply is answered from documents that the question itself did not find near.

    So is one from documents in another language only.
    """
    if reply.verdict not in ANSWERED or not reply.citations:
        return False
    best = max((hit.score for hit in before.found.hits), default=0.0)
    near = [hit for hit in before.found.hits if hit.score >= _NEAR_BEST * best]
    cited = [one.passage.header for one in reply.citations]
    is_near = {one.doc_id for one in cited} & {hit.passage.header.doc_id for hit in near}
    is_read = {one.language for one in cited} & {
        one.passage.header.language for one in before.citations
    }
    return not (is_near and is_read)


# The possible replies to the question that the bot asks back: a button each.


_MOST_CHOICES = 5
"""More are too many to read at the till; they are typed."""
_CASES: tuple[tuple[Text, tuple[Text, Text]], ...] = (
    (texts.ASK_OPENED, (texts.OPENED, texts.UNOPENED)),
    (texts.ASK_FAULTY, (texts.FAULTY, texts.NOT_FAULTY)),
    (texts.ASK_RECEIPT, (texts.WITH_RECEIPT, texts.WITHOUT_RECEIPT)),
)
"""Questions of yes or no, with what a yes and a no mean."""
_LISTS = (
    texts.ASK_GRADE,
    texts.ASK_STORE_OF,
    texts.ASK_STORE_TYPE,
    texts.ASK_WHICH_OF,
)
"""Questions that name their replies."""
_FIELD = re.compile(r"\\\{(\w+)\\\}")


def choices(answer: Answer) -> tuple[Choice, ...]:
    """The replies that may be tapped; none if the answer asks nothing back, or only a day."""
    asked, language = answer.follow_up, answer.question.language
    if asked is None or answer.verdict is Verdict.OFF_TOPIC:
        return ()
    turn = turn_of(answer)
    replies = _yes_or_no(asked, language) or _named(asked, language)
    if len(replies) > _MOST_CHOICES:
        return ()  # some without the others would look like all
    return tuple(Choice(label, chosen_reply(said, turn)) for said, label in replies)


def _yes_or_no(asked: str, language: Language) -> list[tuple[str, str]]:
    """What a person may say, and how its button is named."""
    both = (texts.YES[language], texts.NO[language])
    if in_words(both[0], asked) is None:
        return []
    meant = next((two for question, two in _CASES if asked == question[language]), None)
    labels = tuple(one[language] for one in meant) if meant else both
    return list(zip(both, labels, strict=True))


def _named(asked: str, language: Language) -> list[tuple[str, str]]:
    if asked == texts.ASK_CHANNEL[language]:
        names = [texts.IN_A_STORE[language], texts.ONLINE[language]]
    else:
        matches = (_form(wording[language]).fullmatch(asked) for wording in _LISTS)
        listed = next((match["names"] for match in matches if match), "")
        names = names_in(listed)
    return [(name, name) for name in names]


@cache
def _form(wording: str) -> re.Pattern[str]:
    """What a wording says once its fields are filled in; its last field is a list of names."""
    *_, last = _FIELD.findall(re.escape(wording))
    named = {last: "(?P<names>.+)"}
    return re.compile(_FIELD.sub(lambda one: named.get(one[1], ".+?"), re.escape(wording)))
