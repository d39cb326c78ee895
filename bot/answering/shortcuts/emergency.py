"""Answers a report of a danger, such as "fire!" or "손님이 쓰러졌어요", with what to do first.

Such a message shares hardly a word with its rule. So the documents are asked what to do in a danger
of its kind, and the section of the best step is told whole and in order.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from bot import texts
from bot.answering.check.conflicts import with_conflicts
from bot.answering.find.evidence import weigh
from bot.answering.reply.answer import finalize
from bot.answering.reply.refusal import say
from bot.answering.reply.several import together
from bot.answering.reply.tie import Tie
from bot.answering.shortcuts.rule_in_full import in_full, passages_of
from bot.answering.shortcuts.said import Said
from bot.answering.understand.kinds import Danger, danger_in
from bot.model import (
    Answer,
    Candidate,
    Checked,
    ClosestPlace,
    Evidence,
    Judged,
    Question,
    Sentence,
    Verdict,
)
from bot.model.understood import Talk, Understood
from bot.model.written import ANSWERED
from bot.ports import Search
from bot.privacy import still_safe
from bot.telemetry import step
from bot.texts import Section
from knowledge.model.documents import Found
from knowledge.model.errors import KnowledgeError
from knowledge.model.spared import Spared
from knowledge.models.kinds import statement_kinds
from knowledge.split.context import ends_with_a_colon

_TEXTS = Section("emergency")

_MOST_SENTENCES = 10
_LOOKED_AT = 8
"""Passages to search for the rule, in each language."""
_SURE = 0.8
"""Likelihood that a section whose step fits the danger is the right answer."""
_FITS = -2.0
"""Log odds of the best step from which its section is about the danger."""
_NOT_NOW = 0.8
"""Likelihood from which a statement is about other times: drills, checks, forms."""
ASKED = _TEXTS.table("ASKED")
"""What the documents are asked in each kind of danger; the kinds are those in `kinds.npz`."""


async def in_danger(said: Said) -> Answer | None:
    """What to do first; below it, unless the danger is sure, the answer to the message."""
    question = said.question
    with step("classify"):
        # The encoder takes 10 ms: other messages do not wait for it.
        danger = await asyncio.to_thread(danger_in, question.text)
    if danger is None:
        return None
    first: Answer | None = None
    with suppress(KnowledgeError), Spared("emergency", KnowledgeError):
        async with said.index.pinned() as search:
            first = await first_steps(danger, question, search)
            first = first and replace(first, index=search.generation)
    if first is None and not danger.needs_help:
        return None
    first = first or _call_for_help(said)
    if danger.sure:
        return first
    others = await said.ask(question, said.before)
    if first.citations:
        return above(first, others, question)
    return replace(others, text=still_safe(f"{first.text}\n\n{others.text}"))


def _call_for_help(said: Said) -> Answer:
    help_ = texts.CALL_FOR_HELP[said.question.language].format(number=said.emergency_number)
    return replace(say(said.question, help_), understood=Understood(Talk.DANGER, danger=True))


async def first_steps(danger: Danger, question: Question, search: Search) -> Answer | None:
    """The section that says what to do, whole and in order; None if no document has one."""
    asked = still_safe(ASKED[danger.kind][question.language])
    # A channel's category would hide the rules on safety.
    filters = replace(question.filters, category=None)
    plain = replace(question, text=asked, said=question.text, sought=None, filters=filters)
    with step("retrieve"):
        found = await _found(danger, plain, search)
    evidence = await weigh(plain, found, search)
    best = await asyncio.to_thread(_first_step, evidence)
    if best is None or best.score - best.lifted < _FITS:
        return None
    section = await _section(best, plain, search)
    kept = await asyncio.to_thread(_for_now, section)
    if not kept:
        return None
    checked = Checked(Verdict.PASS, tuple(_best_first(kept, evidence, Tie.of(plain, found))))
    checked = await with_conflicts(plain, checked, search)
    answer = finalize(question, checked, Evidence(found), _SURE, 1)
    return replace(
        answer,
        # In a danger there is no time for a question back.
        follow_up=None,
        limit=_LOOKED_AT,
        judged=Judged(_SURE),
        understood=Understood(danger=True, parts=(question.text,)),
    )


def above(first: Answer, others: Answer, question: Question) -> Answer:
    """The steps, and below them the answer to the question that the message may be instead."""
    told = {one.text for one in first.sentences}
    if others.verdict not in ANSWERED or told.issuperset(one.text for one in others.sentences):
        return first
    language = question.language
    headed = [
        replace(one, question=replace(one.question, said=still_safe(head[language])))
        for one, head in ((first, texts.IN_DANGER), (others, texts.OTHERWISE))
    ]
    whole = together(question, headed, question.text[:0])
    return replace(whole, understood=replace(others.understood, danger=True, talk=None))


async def _found(danger: Danger, question: Question, search: Search) -> Found:
    """Passages about the danger, in each language, and for the message itself."""
    mine = texts.spoken(question.language)
    sought = [*ASKED[danger.kind].values(), question.own_words]
    each = [await search.find(text, question.filters, _LOOKED_AT) for text in sought]
    own = texts.LANGUAGES.index(mine)
    hits = {hit.passage.passage_id: hit for found in each for hit in found.hits}
    return replace(each[own], hits=tuple(hits.values()))


async def _section(best: Candidate, question: Question, search: Search) -> list[Sentence]:
    passage = best.hit.passage
    place = ClosestPlace(passage.header, passage.section)
    known = await passages_of(place, question, search)
    return list(in_full(known if passage in known else [passage]))


def _best_first(kept: Sequence[Sentence], evidence: Evidence, tie: Tie) -> Iterator[Sentence]:
    """The first sentences in their order, led by the step for the very danger.

    Steps below a heading that names the danger are all for it, and keep their order.
    """
    steps = [one for one in kept if not ends_with_a_colon(one.text)]
    leads = [one.text for one in kept[:1] if one not in steps]
    above = " ".join((kept[0].citations[0].passage.above, *leads))
    quotes = [one.statement.quotes[0] for one in evidence.candidates]
    named = [
        one for one in steps if tie.shares_a_word(one.text) and one.citations[0].quote in quotes
    ]
    first = min(named, key=lambda one: quotes.index(one.citations[0].quote), default=None)
    is_for_it = first is None or tie.shares_a_word(above) or steps[0] in named
    if first and (not is_for_it or first not in kept[:_MOST_SENTENCES]):
        kept = [replace(first, mark=""), *(one for one in kept if one is not first)]
    yield from kept[:_MOST_SENTENCES]


# The encoder takes 10 ms a statement: both are for a thread.


def _first_step(evidence: Evidence) -> Candidate | None:
    return next((one for one in evidence.candidates if _is_step(one.statement.text)), None)


def _for_now(section: Sequence[Sentence]) -> list[Sentence]:
    return [one for one in section if one.mark or not _is_for_later(one)]


def _is_step(text: str) -> bool:
    return statement_kinds(text).get("step", 0.0) > 1 / 2


def _is_for_later(sentence: Sentence) -> bool:
    return statement_kinds(sentence.text).get("other", 0.0) >= _NOT_NOW
