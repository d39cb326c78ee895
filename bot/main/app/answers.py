"""Builds the ways to answer, and the language model beside them."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from bot.answering import check, instructions
from bot.answering.answer_cache import Answers, MemoryAnswerCache
from bot.answering.choose.by_model import ModelChooser
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.find.gate import weights_file
from bot.answering.find.gate.gate import Gate
from bot.answering.pipeline import Answering
from bot.answering.selected_text import Selected
from bot.answering.understand import classify
from bot.answering.wording.wording import Wording
from bot.main.app.finding import Finding
from bot.main.app.kept import Given, Kept
from bot.model.errors import ModelUnavailableError
from bot.privacy import Redactor
from bot.upkeep.trial import Trial
from bot.upkeep.whereabouts import fitted_gate
from knowledge.language.meanings import kinds
from knowledge.model.documents import Filters, Generation, StorePlace
from knowledge.model.release import VERSION
from knowledge.models.e5.rare_words import is_uncommon
from knowledge.models.kinds import message_kinds
from knowledge.split.injections import is_injection
from knowledge.split.token_count import TokenCounter

if TYPE_CHECKING:
    from adapters.records import SqlCalls


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways to answer: with and without cache, from a selected text, from one generation."""

    finding: Finding
    past_cache: Answering
    """Without the cache, for the evaluation: it measures how answers are made."""
    cached: Answering
    selected: Selected
    in_own_words: Callable[[Generation], Answering]
    """Answers from one generation of the index, without a language model."""
    gate: Gate
    rules: dict[str, str]
    """The versions of everything that shapes answers."""
    racer: TimedModel | None
    quota: "SqlCalls | None"
    """Counts the language model's calls of a day; None without a limit."""
    trial: Trial | None
    """Tries the language model on known questions; None if there is none."""

    async def warm_up(self) -> None:
        """Loads models and patterns before the first question."""
        # Patterns are compiled on first use, which takes longer than a question.
        await asyncio.to_thread(classify, "환불 refund", self.finding.given.today())
        await asyncio.to_thread(is_injection, "환불 refund")
        await asyncio.to_thread(is_uncommon, "refund")
        await asyncio.to_thread(kinds.shipped)
        await asyncio.to_thread(message_kinds, "refund")
        await self.finding.search.warm_up()
        if self.racer:
            await self.racer.warm_up()

    async def suggest_meanwhile(self, leads: Callable[[], bool]) -> None:
        """Tries what may be asked next while nobody asks, until it is cancelled."""
        given = self.finding.given
        place = StorePlace() if given.stores else None
        await self.cached.suggest_meanwhile(lambda: Filters(given.today(), place=place), leads)

    async def model_trouble(self) -> ModelUnavailableError | None:
        """Why the language model does not choose answers now, although it is on; else None."""
        trouble = self.racer.trouble if self.racer else None
        return ModelUnavailableError(trouble, self.racer.worse) if self.racer and trouble else None

    def of_contents(self, contents: str) -> Answering | None:
        """Answers from the index with these contents, if it is still on disk."""
        generations = self.finding.generations
        known = (generations.published(), generations.previous())
        found = next((one for one in known if one and one.contents == contents), None)
        return self.in_own_words(found) if found else None


def ways_of(given: Given, kept: Kept, finding: Finding) -> Ways:
    """Builds the ways to answer from the index."""
    settings, redactor, corpus = given.settings, given.redactor, given.corpus
    path = fitted_gate(finding.source(), settings.store.data)
    gate = weights_file.read(path, [one.name for one in finding.halves.embedders])
    rules = _rules(gate, redactor)
    quota = _quota(given, kept)
    racer, wording = _racer(given, quota)
    length, most = settings.answer.length, settings.cache.answer_cache
    make = partial(
        Answering,
        finding.search,
        Extractive(),
        corpus,
        gate,
        racer,
        length=length,
        redactor=redactor,
        clock=given.clock,
        emergency_number=settings.emergency.number,
        wording=wording,
        rules=repr(rules),
        tries=kept.tries if settings.suggestions.ahead else None,
        pins=kept.known_pins,
    )

    # Indexes are compared by what they find, so no model needs to read hundreds of questions.
    def from_index(generation: Generation, model: TimedModel | None = None) -> Answering:
        found_in = finding.search.at(generation)
        return Answering(
            found_in, Extractive(), corpus, gate, model, redactor=redactor, suggests=False
        )

    trial = None
    if racer is not None and (tries := settings.openai.trial):
        golden = settings.store.golden
        trial = Trial(racer, finding.search, from_index, given.today, golden, tries)
    return Ways(
        finding,
        past_cache=make(),
        cached=make(answers=Answers(MemoryAnswerCache(most)) if most else None),
        selected=Selected(Extractive(), racer, finding.select, length, redactor),
        in_own_words=from_index,
        gate=gate,
        rules=rules,
        racer=racer,
        quota=quota,
        trial=trial,
    )


def _rules(gate: Gate, redactor: Redactor) -> dict[str, str]:
    return {
        "storewise": VERSION,
        "prompt": instructions.version(),
        "check": str(check.VERSION),
        "gate": hashlib.sha256(repr(gate).encode()).hexdigest()[:12],
        "redaction": redactor.version,
    }


def _quota(given: Given, kept: Kept) -> "SqlCalls | None":
    most = given.settings.openai.daily_calls
    if not most:
        return None
    from adapters.records import SqlCalls

    return SqlCalls(kept.database, most, given.today)


def _racer(given: Given, quota: "SqlCalls | None") -> tuple[TimedModel | None, Wording | None]:
    """The language model that chooses beside the ranking, and the one that words, if any."""
    openai, redactor = given.settings.openai, given.redactor
    if not openai.writes:
        return None, None
    from adapters.openai.chat import build_chat

    count = TokenCounter().count
    chat = build_chat(openai, count, redactor)
    racer = TimedModel(
        ModelChooser(chat, count, redactor),
        openai.chat_budget_s,
        load=chat.warm_up,
        quota=quota,
        patience_s=openai.patience_s,
    )
    if openai.wording == "off":
        return racer, None
    return racer, Wording(chat, openai.wording, openai.chat_budget_s, redactor, quota)
