"""Answers for the store that a question is asked in or names, and asks which one if it matters."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Protocol
from zoneinfo import ZoneInfo

from bot import texts
from bot.answering.listed_names import one_of
from bot.answering.pipeline import Answering
from bot.answering.reply.refusal import without_advice
from bot.model import Answer, Question, Turn, Verdict
from bot.model.understood import Talk, Understood
from bot.model.written import ANSWERED
from bot.ports import Index
from bot.privacy import still_safe
from bot.stores import Store, Stores
from bot.stores.store import Named, named_in
from knowledge.model.documents import Header, StoreNames, StorePlace

_LOOKED_AT = 4
"""Passages among which a store's own document makes it worth asking which store it is."""
_MOST_NAMED = 3
"""Stores that are named as examples."""


class StoreIndex(Index, Protocol):
    """The index, and what it says of stores; knowledge.search.hybrid.HybridSearch is one."""

    async def mentions(self, words: str) -> bool:
        """Whether any rule has these words one after the other. Raises IndexMissingError."""
        ...

    async def store_names(self) -> StoreNames:
        """Returns the stores that documents are limited to. Raises IndexMissingError."""
        ...


@dataclass(frozen=True, slots=True)
class Told:
    """An answer, with the question as it was answered."""

    answer: Answer
    question: Question
    before: Turn | None
    """The thread's last turn, unless the question was asked once more."""
    store: Store | None = None
    """The store that it is for; None for no particular one."""


class InStores:
    """Finds out for which store a question is, and answers it from what counts there."""

    def __init__(self, stores: Stores, index: StoreIndex, zone: ZoneInfo) -> None:
        """`zone` is the time zone of stores without one of their own."""
        self._stores = stores
        self._index = index
        self._zone = zone

    async def answer(
        self,
        answering: Answering,
        question: Question,
        before: Turn | None = None,
        here: str | None = None,
    ) -> Told:
        """Answers for the store that the question names, else that of its thread, else `here`.

        Raises KnowledgeError, BotError.
        """
        named = named_in(question.text, self._stores)
        store = self._stores.get(before.store if before else None) or self._stores.get(here)
        store = named.store if named else store
        limits = await self._index.store_names()
        question = self._placed(question, store, limits)
        if named and not named.rest and before:
            # "And in Gangnam?" asks the last question once more.
            question, before = replace(question, text=before.question, said=question.text), None
        answer: Answer | None = None
        if named and named.rest:
            answer = await self._with_name(answering, question, before, named)
            question = question if answer else replace(question, text=still_safe(named.rest))
        answer = answer or await answering.answer(question, before)
        if store is None and limits:
            answer = await self._asking_which(answering, answer, question, before)
        return Told(_with_owner(answer, store), question, before, store)

    def _placed(self, question: Question, store: Store | None, limits: StoreNames) -> Question:
        """The question in a store: its documents, its type, its day."""
        if store is None:
            place = StorePlace()
            return replace(question, filters=replace(question.filters, place=place))
        filters = question.filters
        day = filters.as_of if question.dated else store.today(self._zone)
        return replace(
            question,
            filters=replace(
                filters,
                as_of=day,
                store_type=filters.store_type or store.store_type,
                # Stores without documents of their own share answers.
                place=limits.known(store.place),
            ),
        )

    async def _with_name(
        self, answering: Answering, question: Question, before: Turn | None, named: Named
    ) -> Answer | None:
        """Answers with the store's name in the question; None unless rules hold it and answer."""
        if not await self._index.mentions(named.name):
            return None
        answer = await answering.answer(question, before)
        return answer if answer.verdict in ANSWERED else None

    async def _asking_which(
        self, answering: Answering, answer: Answer, question: Question, before: Turn | None
    ) -> Answer:
        """Asks which store it is, if documents of particular stores answer or come closest."""
        if answer.understood.talk or answer.understood.danger:
            return answer
        everywhere = replace(question.filters, place=None)
        async with self._index.pinned() as search:
            found = await search.find(answer.question.to_look_up, everywhere, _LOOKED_AT)
        if not any(hit.passage.header.is_for_some for hit in found.hits):
            return answer
        other = await answering.answer(replace(question, filters=everywhere), before)
        are_own = [one.passage.header.is_for_some for one in other.citations]
        language = question.language
        if answer.verdict in ANSWERED:
            # Beside an answer, rules that are merely close to the question are no reason to ask.
            is_asked = other.verdict in ANSWERED and any(are_own)
            said = still_safe(texts.ASK_STORE_FOR_OWN[language])
            return replace(answer, follow_up=said) if is_asked else answer
        if not any(are_own[:1]):
            return answer
        own = [one.passage.header for one in found.hits if one.passage.header.is_for_some]
        return Answer(
            question=answer.question,
            verdict=Verdict.INSUFFICIENT,
            text=still_safe(texts.TALK[Talk.WHICH_STORE][language]),
            follow_up=still_safe(self._which(own, question)),
            found=other.found,
            understood=Understood(Talk.WHICH_STORE),
            index=answer.index,
        )

    def _which(self, headers: Iterable[Header], question: Question) -> str:
        language = question.language
        each = [[one for one in self._stores.all if _has(one, header)] for header in headers]
        # One of each document's first: those of one region say the same.
        ids = dict.fromkeys(one.store_id for some in zip_longest(*each) for one in some if one)
        named = [*ids][:_MOST_NAMED]
        names = [one.name(language) for one in self._stores.all if one.store_id in named]
        if not names:
            return texts.ASK_STORE[language]
        return texts.ASK_STORE_OF[language].format(names=one_of(names, language))


def _with_owner(answer: Answer, store: Store | None) -> Answer:
    """Adds whom the staff of the store ask, where nothing was found."""
    if store is None or store.owner is None or answer.understood.talk or answer.citations:
        return answer
    if answer.verdict in ANSWERED:
        return answer
    language = answer.question.language
    refusal = without_advice(answer.text, language)
    said = texts.ASK_STORE_OWNER[language].format(owner=store.owner)
    return replace(answer, text=still_safe(f"{refusal} {said}"))


def _has(store: Store, header: Header) -> bool:
    """Whether a document counts in a store."""
    place = store.place
    pairs = ((place.store, header.stores), (place.region, header.regions))
    return all(not some or one in some for one, some in (*pairs, (place.brand, header.brands)))
