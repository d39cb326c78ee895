"""The five steps from a question to an answer, with one retry."""

from dataclasses import replace

from bot import texts
from bot.answering.check import check
from bot.answering.classify import is_small_talk
from bot.answering.conflict import compared
from bot.answering.evidence import weigh
from bot.answering.finalize import Corpus, finalize, refuse, say
from bot.answering.gate import Gate
from bot.model import Answer, Checked, Evidence, Judged, Question, Verdict
from bot.ports import ChatModel, Index, Search
from bot.telemetry import step

ATTEMPTS = 2
LIMIT = 6
"""Passages that an answer is made from; two more on the second attempt."""
ENOUGH = 0.5
"""Likelihood from which on the evidence is answered from."""
ABOUT_THE_STORE = 0.2
"""Below this likelihood a question is not about the store at all."""


class Answering:
    """Answers questions from the store's documents."""

    def __init__(
        self, index: Index, model: ChatModel, corpus: Corpus, gate: Gate | None = None
    ) -> None:
        """Without a gate, the product's own weights decide."""
        self._index = index
        self._model = model
        self._corpus = corpus
        self._gate = gate or Gate.shipped()

    async def answer(self, question: Question) -> Answer:
        """Answer from the documents, or say honestly why not. Raises KnowledgeError, BotError."""
        with step("classify"):
            if is_small_talk(question.text):
                return say(question, texts.GREETING[question.language])
        # One index for all searches of a question: an answer never mixes two.
        async with self._index.pinned() as search:
            return await self._answered(question, search)

    async def _answered(self, question: Question, search: Search) -> Answer:
        evidence, checked, sought = Evidence(), Checked(Verdict.INSUFFICIENT), question
        best = Judged()
        for attempt in range(1, ATTEMPTS + 1):
            evidence = await _retrieved(sought, search, LIMIT + 2 * (attempt - 1))
            judged = self._gate.judged(evidence)
            best = max(best, judged, key=lambda one: one.likelihood)
            checked = await self._checked(sought, evidence, judged.likelihood, search)
            if checked.kept:
                with step("finalize"):
                    answer = finalize(question, checked, evidence, judged.likelihood, attempt)
                return replace(answer, judged=best)
            sought = replace(question, filters=question.filters.widened())

        with step("finalize"):
            refusal = refuse(
                question, checked.verdict, self._corpus, evidence, ATTEMPTS, checked.issues
            )
        return replace(refusal, judged=best)

    async def _checked(
        self, question: Question, evidence: Evidence, likely: float, search: Search
    ) -> Checked:
        if likely < ABOUT_THE_STORE:
            return Checked(Verdict.OFF_TOPIC)
        if likely < ENOUGH:
            return Checked(Verdict.INSUFFICIENT)
        with step("generate"):
            draft = await self._model.draft(question, evidence)
        with step("check"):
            checked = check(draft, question, evidence)
            return await compared(question, checked, search)


async def _retrieved(question: Question, search: Search, limit: int) -> Evidence:
    with step("retrieve"):
        found = await search.find(question.text, question.filters, limit)
        return await weigh(question, found, search)
