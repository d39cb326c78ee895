"""Answers a follow-up: asks each question that it may mean, and takes the best answer."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.answering.reply.refusal import refuse
from bot.answering.understand import classify
from bot.answering.understand.follow_up.meanings import meanings
from bot.answering.understand.in_thread import as_question
from bot.model import Answer, Evidence, Question, Turn, Verdict
from bot.model.said import Corpus
from bot.model.understood import Understood
from bot.model.written import ANSWERED
from bot.ports import Search
from knowledge.model.errors import KnowledgeError
from knowledge.model.spared import Spared

_SURE_ELSEWHERE = 0.8
"""Likelihood from which an answer of another document shows that the subject has changed."""
_LESS = 0.4
"""Likelihood that a bare thing loses in another document ("what about clothing?"), and any answer
that only repeats the one before."""
_GUESS = 0.35
"""Fitness below which an answer asserts nothing: of a bare thing elsewhere, a likelihood of .75."""

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
    best = max(tried, key=lambda told: _fitness(told, before), default=None)
    # If two of them have the same answer, the likelier one spells the message out.
    told = best and next(one for one in tried if _same(one, best))
    return told and _if_no_guess(told, before, corpus)


def _if_no_guess(told: Told, before: Turn | None, corpus: Corpus) -> Told:
    answer, question, whole = told
    is_given, fitness = _fitness(told, before)
    # A shortcut, such as a list of changes, has no likelihood and guesses nothing.
    if not is_given or fitness >= _GUESS or not answer.judged.likelihood:
        return told
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
    """Whether an answer says more on the document just cited, or is likely wherever it stands."""
    answer = told[0]
    if not is_answered(told) or not answer.citations:
        return is_answered(told)
    if _is_there(told):
        return not _repeats(told, before)
    return answer.judged.likelihood >= _SURE_ELSEWHERE


def _same(one: Told, other: Told) -> bool:
    same = one[0].sentences[:1] == other[0].sentences[:1]
    return one is other or (same and is_answered(one) and is_answered(other))


def _repeats(told: Told, before: Turn | None) -> bool:
    """Whether it says what was just said, although nothing shows that it has the own words."""
    answer, question, _ = told
    if question.must_hold is not None or before is None or not answer.citations:
        return False
    return answer.citations[0].quote in before.shown


def _fitness(told: Told, before: Turn | None) -> tuple[bool, float]:
    """How well a meaning of a follow-up is answered; a bare thing means one just talked about."""
    answer, question, _ = told
    is_bare = question.must_hold is not None and question.said is None
    is_less = (is_bare and not _is_there(told)) or _repeats(told, before)
    return is_answered(told), answer.judged.likelihood - _LESS * is_less


def _is_there(told: Told) -> bool:
    """Whether an answer stands in the document just cited."""
    just_cited = {place.header.doc_id for place in told[1].just_cited}
    return any(one.passage.header.doc_id in just_cited for one in told[0].citations)


def is_answered(told: Told) -> bool:
    """Whether it is an answer, and no refusal."""
    return told[0].verdict in ANSWERED
