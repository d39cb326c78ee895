"""Tells a closest rule in full, after a reply that chose it: its whole section, word for word."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot import texts
from bot.answering.check.holding import holds, without_labels
from bot.answering.reply.answer import in_other_language, is_foreign, not_in_force
from bot.answering.reply.citations import citations_of, marked, said
from bot.answering.reply.closest import heading_of
from bot.answering.reply.length.lists import sentences_of
from bot.answering.reply.refusal import refuse, say
from bot.answering.shortcuts.said import Said
from bot.answering.understand import in_one_form
from bot.answering.understand.follow_up.chosen_rule import chosen_rules
from bot.model import (
    Answer,
    ClosestPlace,
    Confidence,
    Question,
    SafeText,
    Sentence,
    Turn,
    Verdict,
)
from bot.model.access import may_read
from bot.model.said import Corpus
from bot.model.understood import Intent, Talk, Understood
from bot.model.written import sentence_of
from bot.ports import Search
from knowledge.model.documents import Passage
from knowledge.split.statements import Statement, statements
from knowledge.split.units import units

_MOST_PASSAGES = 3
_LONGEST = 1500
"""Characters of a section: longer, and nobody reads it in a chat. "View sources" has the rest."""


async def of_shown(said: Said) -> Answer | None:
    """The answer to a reply that means a closest rule of the thread's last turn, else None."""
    rules = chosen_rules(in_one_form(said.question).text, said.before)
    if rules is None or said.before is None:
        return None
    async with said.index.pinned() as search:
        answer = await of_chosen(rules, said.question, said.before, search, said.corpus)
        return answer and replace(answer, index=search.generation)


async def of_chosen(
    rules: Sequence[ClosestPlace],
    question: Question,
    before: Turn,
    search: Search,
    corpus: Corpus,
) -> Answer | None:
    """The one chosen rule in full; for several, asks which; for none, a refusal.

    None if the rule is no longer in the documents.
    """
    asked = replace(question, text=before.question, said=question.text)
    if not rules:
        answer = refuse(asked, Verdict.INSUFFICIENT, corpus)
        return replace(answer, understood=_understood(before.question))
    if len(rules) > 1:
        return talked(question, Understood(Talk.WHICH_RULE), corpus)
    sentences = list(in_full(await passages_of(rules[0], question, search)))
    return _told(asked, sentences) if sentences else None


async def passages_of(rule: ClosestPlace, question: Question, search: Search) -> list[Passage]:
    """The passages of the rule's section that the asker may read, as they are indexed now."""
    return [
        one
        for one in await search.history.passages(rule.header)
        if one.section == rule.section and may_read(question.filters.audience, one.header.audience)
    ][:_MOST_PASSAGES]


def in_full(passages: Sequence[Passage]) -> Iterator[Sentence]:
    """Yields the section's statements, a list as its items; none that only repeats others."""
    length, quoted = 0, set[str]()
    for passage in passages:
        for one in statements(passage):
            length += len(one.text)
            if length > _LONGEST or quoted.issuperset(one.quotes):
                continue
            for sentence in _items_of(one, passage) or (sentence_of(passage, one),):
                if holds(sentence):
                    yield sentence
                    quoted.update(cited.quote for cited in sentence.citations)


def _items_of(statement: Statement, passage: Passage) -> tuple[Sentence, ...]:
    """The lead-in and the items of a statement that is a whole list."""
    for unit in units(passage):
        if sum(unit.has(passage, (one,)) for one in statement.quotes) > 1 and unit.lead:
            return sentences_of(unit)
    return ()


def _told(question: Question, sentences: Sequence[Sentence]) -> Answer:
    language, passage = question.language, sentences[0].citations[0].passage
    citations = citations_of(sentences, _MOST_PASSAGES)
    lines = [texts.IN_FULL[language].format(place=heading_of(passage))]
    since = passage.header.effective_from
    if since and since > question.filters.as_of:
        lines.append(not_in_force(since, language))
    if is_foreign(sentences[0], question):
        lines.append(in_other_language(sentences[0], language))
    return Answer(
        question=question,
        verdict=Verdict.PASS,
        text=said([*lines, *(marked(without_labels(one), citations) for one in sentences)]),
        citations=citations,
        sentences=tuple(sentences),
        confidence=Confidence.HIGH,
        understood=_understood(question.text),
    )


def _understood(question: SafeText) -> Understood:
    return Understood(intent=Intent.POLICY_LOOKUP, words=question, parts=(question,))


# Answers small talk and general knowledge: messages that need no search.


def talked(
    question: Question, understood: Understood, corpus: Corpus, before: Turn | None = None
) -> Answer:
    """Returns a kind word; for general knowledge what the bot can answer.

    `before` is the thread's last turn: its question is asked again after an unclear reply.
    """
    answer = _said(question, understood.talk, corpus, before)
    return replace(answer, understood=understood)


def _said(question: Question, talk: Talk | None, corpus: Corpus, before: Turn | None) -> Answer:
    language = question.language
    name = corpus[language]
    if talk is None or talk is Talk.GENERAL_KNOWLEDGE:
        return say(question, texts.WHAT_I_KNOW[language].format(corpus=name))
    answer = say(question, texts.TALK[talk][language].format(corpus=name))
    asked_again = before.asked_back if before and talk is Talk.UNCLEAR_REPLY else None
    return replace(answer, follow_up=asked_again)
