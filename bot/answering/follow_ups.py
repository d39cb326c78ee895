"""Answers a follow-up: asks each question that it may mean, and takes the best answer."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.answering.reply.refusal import refuse
from bot.answering.understand import classify
from bot.answering.understand.follow_up.meanings import meanings, needs_before
from bot.answering.understand.in_thread import as_question
from bot.model import Answer, Evidence, Question, Turn, Verdict
from bot.model.said import Corpus
from bot.model.understood import Understood
from bot.model.written import ANSWERED
from bot.ports import Search
from bot.privacy import still_safe
from knowledge.model.errors import KnowledgeError
from knowledge.model.spared import Spared

_SURE = 0.8
"""Likelihood from which a message that needs nothing before it is a question of its own."""
_SURE_THERE = 0.9
"""Likelihood from which an answer of the document just cited is what was meant."""
_LESS = 0.4
"""Fitness that a bare thing loses in another document ("what about clothing?"), and any answer that
only repeats the one before."""
_THERE, _AGREES = 0.1, 0.1
"""Likelihood that an answer gains in the document just cited, and fitness for each other meaning
that has the same answer."""
_AGAIN = 0.2
"""Fitness that an answer loses which was just told, so that a new one as likely comes first."""
_GUESS = 0.65
"""Likelihood below which an answer asserts nothing, unless the message was asked as it stands."""

Told = tuple[Answer, Question, Understood]
"""An answer, with the question as it was asked and understood for it."""
Ask = Callable[[Question, Understood], Awaitable[Answer]]
"""Answers one question."""


async def likeliest(
    question: Question, before: Turn | None, search: Search, ask: Ask, corpus: Corpus
) -> Told | None:
    """The best answer to what a follow-up may mean; None for any other message.

    One that is little more than a guess is shown as the closest rule.
    """
    tried = await _tried(question, before, search, ask)
    best = max(tried, key=lambda one: _fitness(one, tried, before), default=None)
    if best is None or _is_guess(best):
        return best and _as_closest(best, corpus)
    # Of those with the same answer, the likelier meaning spells the message out.
    return next(one for one in tried if _same(one, best))


def as_said(told: Told) -> Told:
    """An answer with the message in the person's words: no heading is shown as what they asked."""
    answer, question, whole = told
    if not question.only_there or question.said is None:
        return told
    asked = replace(question, text=still_safe(question.said), said=None)
    return replace(answer, question=asked), asked, whole


def _is_guess(told: Told) -> bool:
    """Whether it asserts too much; a shortcut, such as a list of changes, guesses nothing."""
    answer, question, _ = told
    # Whatever is read below a heading is answered there: that shows nothing.
    likely = answer.judged.likelihood if question.only_there else _likely(told)
    is_likely = likely >= _GUESS or not answer.judged.likelihood
    return is_answered(told) and not is_likely and not _is_plain(question)


def _as_closest(told: Told, corpus: Corpus) -> Told:
    answer, question, whole = told
    found = Evidence(answer.found)
    near = refuse(question, Verdict.INSUFFICIENT, corpus, found, 1, others=answer.sentences[:1])
    return replace(near, judged=answer.judged, limit=answer.limit), question, whole


async def _tried(question: Question, before: Turn | None, search: Search, ask: Ask) -> list[Told]:
    """Asks what the message may mean, the likeliest first, until an answer is sure."""
    tried: list[Told] = []
    with Spared("follow-up", KnowledgeError):
        for one in await meanings(question, before, search):
            whole = as_question(classify(one.text, one.filters.as_of))
            tried.append((await ask(one, whole), one, whole))
            if _is_sure(tried[-1], before):
                break
    return tried


def _is_sure(told: Told, before: Turn | None) -> bool:
    """Whether an answer is surely meant, so that no other meaning has to be tried."""
    answer, question, _ = told
    if not is_answered(told) or not answer.citations:
        return is_answered(told)
    likely = answer.judged.likelihood
    is_there = likely >= _SURE_THERE and _is_there(told)
    is_whole = likely >= _SURE and _is_plain(question) and not needs_before(question.text)
    return (is_there or is_whole) and not _repeats(told, before)


def _is_plain(question: Question) -> bool:
    """Whether a message is asked as it stands, and is no bare thing."""
    return question.said is None and question.must_hold is None


def _same(one: Told, other: Told) -> bool:
    same = one[0].sentences[:1] == other[0].sentences[:1]
    return one is other or (same and is_answered(one) and is_answered(other))


def _is_again(told: Told, before: Turn | None) -> bool:
    """Whether it says what was just said."""
    shown = before.shown if before else ""
    return any(one.quote in shown for one in told[0].citations[:1])


def _repeats(told: Told, before: Turn | None) -> bool:
    """Whether it says what was just said, although nothing shows that it has the own words."""
    return told[1].must_hold is None and _is_again(told, before)


def _fitness(told: Told, tried: Sequence[Told], before: Turn | None) -> tuple[bool, float]:
    """How well a meaning is answered; the more, the more meanings have the same, new answer."""
    agreeing = sum(_same(told, one) for one in tried) - 1
    gained = -_AGAIN if _is_again(told, before) else _AGREES * agreeing
    is_less = _repeats(told, before) or _is_bare_elsewhere(told)
    return is_answered(told), _likely(told) + gained - _LESS * is_less


def _likely(told: Told) -> float:
    """How likely an answer is meant; a bare thing means one just talked about."""
    gained = _THERE * _is_there(told) - _THERE * _is_bare_elsewhere(told)
    return told[0].judged.likelihood + gained


def _is_bare_elsewhere(told: Told) -> bool:
    question = told[1]
    is_bare = question.must_hold is not None and question.said is None
    return is_bare and not _is_there(told)


def _is_there(told: Told) -> bool:
    """Whether an answer stands in the document just cited."""
    just_cited = {place.header.doc_id for place in told[1].just_cited}
    return any(one.passage.header.doc_id in just_cited for one in told[0].citations)


def is_answered(told: Told) -> bool:
    """Whether it is an answer, and no refusal."""
    return told[0].verdict in ANSWERED
