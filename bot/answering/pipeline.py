"""The five steps from a question to an answer, with one retry."""

from dataclasses import replace

from bot import texts
from bot.answering.check import check
from bot.answering.classify import classify, narrowed
from bot.answering.conflict import compared
from bot.answering.continuing import about, continued
from bot.answering.evidence import weigh
from bot.answering.finalize import Corpus, finalize, refuse
from bot.answering.gate import Gate
from bot.answering.several import part_of, together
from bot.answering.suggestions import suggestions
from bot.answering.talking import talked
from bot.answering.upcoming import upcoming
from bot.answering.versions import compared_or_new, counted, dated
from bot.days import written
from bot.model import Answer, Checked, Evidence, Judged, Question, Turn, Verdict
from bot.ports import ChatModel, Index, Search
from bot.telemetry import step
from bot.understood import Talk, Understood

ATTEMPTS = 2
LIMIT = 6
"""Passages that an answer is made from; two more on the second attempt."""
ENOUGH = 0.5
"""Likelihood from which on the evidence is answered from."""
ABOUT_THE_STORE = 0.2
"""Below this likelihood a question is not about the store at all."""

_CLEARLY_BETTER = 1.2
"""Times the score of what is in force that makes a rule to come the one that was asked for.

Of 174 golden questions about what holds none reaches 1.1, of 4 about a rule to come all do.
"""

_BY_ITSELF = frozenset(Talk) - {Talk.EMPTY, Talk.TOO_SHORT}
"""What leans on no question before; a word alone may: "and clothes?"."""


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

    async def answer(self, question: Question, before: Turn | None = None) -> Answer:
        """Answer from the documents, or say honestly why not. Raises KnowledgeError, BotError.

        A message that leans on the question before in its thread stands by itself in the answer.
        """
        question, understood = _understood(question, before)
        if understood.talk:
            return talked(question, understood, self._corpus)
        # One index for all searches of a question: an answer never mixes two.
        async with self._index.pinned() as search:
            if len(understood.parts) == 1:
                return await self._one(question, understood, search)
            answers = [
                await self._one(*_understood(one, None), search)
                for one in part_of(question, understood.parts)
            ]
        return replace(together(question, answers, understood.parts), understood=understood)

    async def _one(self, question: Question, understood: Understood, search: Search) -> Answer:
        if understood.talk:
            return talked(question, understood, self._corpus)
        asked = await dated(narrowed(question, understood), understood, search)
        answer = await compared_or_new(asked, understood, search)
        answer = counted(answer or await self._answered(asked, search), understood, asked)
        with step("suggest"):
            others = await suggestions(answer.question, answer.citations, search)
        return replace(answer, suggestions=others, understood=understood)

    async def _answered(self, question: Question, search: Search) -> Answer:
        evidence, checked, sought = Evidence(), Checked(Verdict.INSUFFICIENT), question
        asked, best = question, Judged()
        for attempt in range(1, ATTEMPTS + 1):
            asked, evidence = await self._found(sought, search, LIMIT + 2 * (attempt - 1))
            judged = self._gate.judged(evidence)
            best = max(best, judged, key=lambda one: one.likelihood)
            if attempt == 1 and (later := await self._upcoming(asked, evidence, search)):
                return later
            checked = await self._checked(asked, evidence, judged.likelihood, search)
            if checked.kept:
                with step("finalize"):
                    answer = finalize(asked, checked, evidence, judged.likelihood, attempt)
                return replace(answer, judged=best)
            sought = replace(question, filters=question.filters.widened())

        with step("finalize"):
            refusal = refuse(
                asked, checked.verdict, self._corpus, evidence, ATTEMPTS, checked.issues
            )
        return replace(refusal, judged=best)

    async def _found(
        self, question: Question, search: Search, limit: int
    ) -> tuple[Question, Evidence]:
        """The evidence, and the question in the wording that it is likeliest to answer."""
        if not question.wordings:
            return question, await _retrieved(question, search, limit)
        found: list[tuple[Question, Evidence]] = []
        for wording in question.wordings:
            asked = replace(question, text=wording, sought=None, wordings=())
            evidence = await _retrieved(asked, search, limit)
            found.append((asked, about(question.text, evidence)))
        return max(found, key=lambda one: self._gate.judged(one[1]).likelihood)

    async def _upcoming(
        self, question: Question, evidence: Evidence, search: Search
    ) -> Answer | None:
        """What is to hold from a later day on, where that fits much better than what holds now."""
        least = _CLEARLY_BETTER * _best_score(evidence)
        async for then, later in upcoming(question, search):
            if _best_score(later) < least:
                continue
            judged = self._gate.judged(later)
            checked = await self._checked(then, later, judged.likelihood, search)
            if checked.kept:
                lead = texts.NOT_IN_FORCE[question.language].format(
                    day=written(then.filters.as_of, question.language)
                )
                answer = finalize(question, checked, later, judged.likelihood, 1, lead)
                return replace(answer, judged=judged)
        return None

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


def _understood(question: Question, before: Turn | None) -> tuple[Question, Understood]:
    """What a message is about; where it leans on the question before, in the words of both."""
    with step("classify"):
        today = question.filters.as_of
        understood = classify(question.text, today)
        wordings = () if understood.talk in _BY_ITSELF else continued(question.text, before)
        if wordings:
            whole = classify(wordings[0], today)
            understood = replace(whole, talk=None, parts=wordings[:1])
        return replace(question, wordings=wordings), understood


def _best_score(evidence: Evidence) -> float:
    """How well the best statement fits the question."""
    return max((one.score for one in evidence.candidates), default=0.0)


async def _retrieved(question: Question, search: Search, limit: int) -> Evidence:
    with step("retrieve"):
        found = await search.find(question.sought or question.text, question.filters, limit)
        return await weigh(question, found, search)
