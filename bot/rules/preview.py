"""What would be indexed of a rule, and what the documents in force say about the same."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.answering.check.conflicts import with_conflicts
from bot.model import Checked, Question, Sentence, Verdict
from bot.model.rules import Fault, Rule, RuleError
from bot.model.written import sentence_of
from bot.ports import Drafts, Index, Search
from bot.privacy import still_safe
from bot.rules.folder import markdown_of
from knowledge.language.values import differ, same, values
from knowledge.model.documents import Audience, Filters, Header, Passage
from knowledge.model.errors import UnreadableDocumentError
from knowledge.split.statements import statements

_COMPARED = 30
"""Statements of a rule that are compared; a rule has one to five."""
_NEAREST = 3
_FOUND = 6


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of a document in force."""

    title: str
    section: str
    text: str
    doc_id: str
    version: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A rule as it would be indexed, beside what is in force on its first day."""

    passages: tuple[Passage, ...]
    """Without personal data."""
    contradicts: tuple[tuple[str, Said], ...] = ()
    """Sentences of the rule, each with one that says otherwise."""
    repeats: tuple[Said, ...] = ()
    """Sentences that say the same already."""
    nearest: tuple[Said, ...] = ()
    """What answers its question today, or comes closest; none of those above."""
    orders: tuple[str, ...] = ()
    """Sentences addressed to a language model, which would never be quoted."""

    @property
    def text(self) -> str:
        """All that would be indexed."""
        return "\n\n".join(one.text for one in self.passages)


class Previews:
    """Makes previews."""

    def __init__(self, index: Index, drafts: Drafts) -> None:
        self._index = index
        self._drafts = drafts

    async def of(self, rule: Rule, reader: Audience) -> Preview:
        """Makes the preview of a rule, with what its reader may read of other documents.

        Raises RuleError, IndexMissingError.
        """
        try:
            passages = await asyncio.to_thread(self._drafts.passages, markdown_of(rule))
        except UnreadableDocumentError as error:
            raise RuleError(Fault.UNREADABLE) from error
        if not any(map(statements, passages)):
            raise RuleError(Fault.UNREADABLE)
        async with self._index.pinned() as search:
            return await _compared(rule, passages, reader, search, self._drafts)


async def _compared(
    rule: Rule, passages: tuple[Passage, ...], reader: Audience, search: Search, drafts: Drafts
) -> Preview:
    filters = Filters(as_of=rule.effective_from, audience=reader)
    mine = [sentence_of(one, each) for one in passages for each in statements(one)][:_COMPARED]
    disputed: dict[tuple[str, Said], None] = {}
    others: dict[str, Passage] = {}
    for one in mine:
        disputed |= dict.fromkeys(await _disputed(one, filters, search))
        hits = (await search.find(one.text, filters, _FOUND)).hits
        others |= {
            hit.passage.passage_id: hit.passage for hit in hits if _is_other(hit.passage, rule)
        }
    copies = drafts.copies(passages, [*others.values()])
    repeats = _repeats(mine, [*others.values()], copies)
    nearest = await _nearest(rule, mine, filters, search)
    disputed |= {(text, said): None for text, said in nearest if text is not None}
    known = {said for _, said in disputed} | {*repeats}
    return Preview(
        passages,
        tuple(disputed),
        repeats,
        tuple(said for _, said in nearest if said not in known),
        tuple(drafts.orders(passages)),
    )


async def _disputed(sentence: Sentence, filters: Filters, search: Search) -> list[tuple[str, Said]]:
    header = sentence.citations[0].passage.header
    question = Question(still_safe(sentence.text), header.language, filters)
    checked = Checked(Verdict.PASS, kept=(sentence,))
    found = (await with_conflicts(question, checked, search)).kept
    return [
        (sentence.text, _said(one.citations[0].passage, one.text))
        for one in found
        if one != sentence and one.citations[0].passage.header.doc_id != header.doc_id
    ]


def _repeats(
    mine: Sequence[Sentence], others: Sequence[Passage], copies: Sequence[Passage]
) -> tuple[Said, ...]:
    """The sentences of other documents that say the same, and passages that nearly do."""
    words = {_even(one.text) for one in mine}
    found = [
        _said(one, each.text)
        for one in others
        for each in statements(one)
        if _even(each.text) in words
    ]
    known = {one.doc_id for one in found}
    found += [_said(one, one.text) for one in copies if one.header.doc_id not in known]
    return tuple(dict.fromkeys(found))


async def _nearest(
    rule: Rule, mine: Sequence[Sentence], filters: Filters, search: Search
) -> list[tuple[str | None, Said]]:
    """What comes closest to its question; with a sentence of the rule if their values differ."""
    asked = rule.question or rule.title
    hits = (await search.find(asked, filters, _FOUND)).hits
    passages = [hit.passage for hit in hits if _is_other(hit.passage, rule)]
    said = [_said(one, each.text) for one in passages for each in statements(one)]
    near = await search.likeness(asked, [one.text for one in said])
    ranked = sorted(zip(near, said, strict=True), key=lambda one: -one[0])
    return [(_with_another_value(mine, one.text), one) for _, one in ranked[:_NEAREST]]


def _with_another_value(mine: Sequence[Sentence], other: str) -> str | None:
    """The first sentence with a value that differs from one of the other, of the same kind."""
    theirs = values(other)
    for one in mine:
        own = values(one.text)
        if any(differ(a, b) for a in own for b in theirs) and not any(
            same(a, b) for a in own for b in theirs
        ):
            return one.text
    return None


def _is_other(passage: Passage, rule: Rule) -> bool:
    return passage.header.doc_id != rule.doc_id and _shares_a_store(passage.header, rule)


def _shares_a_store(header: Header, rule: Rule) -> bool:
    pairs = ((header.stores, rule.stores), (header.store_types, rule.store_types))
    return all(not one or not two or {*one} & {*two} for one, two in pairs)


def _said(passage: Passage, text: str) -> Said:
    header = passage.header
    return Said(header.title, " › ".join(passage.section), text, header.doc_id, header.version)


def _even(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".。!")
