"""Every seam fails once, in a way that nobody foresaw: people get the next safer thing."""

import logging
import re
from collections.abc import Iterator
from datetime import date
from itertools import cycle

import pytest

from bot import texts
from bot.main.app import App
from bot.model import Message, Platform, Reply, Scope
from knowledge.model.documents import Language
from knowledge.model.spared import failures
from tests.sample_bot import sample_bot, sample_settings

pytestmark = pytest.mark.spares
SECRET = "Kim Minji 010-1234-5678"
ASKED = (
    "How long do customers have to return headphones?",
    "개봉한 이어폰도 환불되나요?",
)
SEAMS = {
    "search by words": "knowledge.search.snapshot.Snapshot._by_words",
    "search by meaning": "knowledge.search.snapshot.Snapshot._nearest",
    "comparing sentences": "knowledge.models.embedder.RememberedVectors.of",
    "cross-encoder": "knowledge.models.reader.Remembering.relevance",
    "stored vectors": "knowledge.index.vector_store.ChromaStore.vectors",
    "rules of the past": "bot.answering.attempts.raise_if_changed_since",
    "rules to come": "bot.answering.attempts.upcoming",
    "choice": "bot.answering.choose.extractive.Extractive.choose",
    "choice by the check": "bot.answering.choose.choosing.check",
    "conflicts": "bot.answering.attempts.with_conflicts",
    "length": "bot.answering.attempts.in_length",
    "answer by the last step": "bot.answering.attempts.finalize",
    "answer by the ranking": "bot.answering.attempts.weigh",
    "answer by the gate": "bot.answering.find.gate.gate.Gate.judged",
    "answer by its understanding": "bot.answering.understand.in_thread.classify",
    "answer by its letters": "bot.answering.pipeline.as_typed",
    "suggestions": "bot.answering.reply.next_questions.suggestions.Suggestions.below",
    "emergency": "bot.answering.shortcuts.emergency.danger_in",
    "last_day": "bot.answering.reply.notes.last_day.deadline",
    "cache": "bot.answering.answer_cache.MemoryAnswerCache.kept",
    "thread": "bot.conversation.threads.MemoryThreads.turns",
    "record": "bot.conversation.handler.record_of",
    "owners": "bot.conversation.handler.owners_of",
    "tables": "bot.shown.reply.tables_of",
    "choices": "bot.shown.reply.choices",
    "audit log": "bot.upkeep.history.trail.Trail.answered",
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with sample_bot(sample_settings(tmp_path_factory.mktemp("data"))) as made:
        yield made


async def asked(app: App, question: str, thread: str = "") -> Reply:
    scope = Scope(as_of=date(2026, 11, 27))
    message = Message(Platform.CONSOLE, thread, "U1", question, scope=scope)
    return await app.conversation.handle(message)


def fails(*_: object, **__: object) -> object:
    raise RuntimeError(SECRET)


async def forgets(*_: object) -> None:
    """Caches nothing: each of these questions is answered anew."""


def is_sorry(reply: Reply) -> bool:
    known = [text.partition("{")[0] for text in (*texts.APOLOGY.values(), *texts.TROUBLE.values())]
    return reply.failure is not None or any(one in reply.text for one in known)


@pytest.mark.parametrize(("seam", "question"), list(zip(SEAMS, cycle(ASKED), strict=False)))
async def test_a_seam_that_fails_costs_no_reply(
    app: App,
    seam: str,
    question: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("bot.answering.answer_cache.MemoryAnswerCache.keep", forgets)
    monkeypatch.setattr(SEAMS[seam], fails)
    before = failures.copy()

    with caplog.at_level(logging.ERROR):
        reply = await asked(app, question, f"thread of {seam}")

    assert not is_sorry(reply)
    assert re.search("headphones|이어폰", reply.text)
    assert reply.sources
    assert any(seam.startswith(one) for one in failures - before)
    assert SECRET not in caplog.text
    assert "RuntimeError" in caplog.text


async def test_where_nothing_can_be_searched_people_read_that_something_is_wrong(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SEAMS["search by words"], fails)
    monkeypatch.setattr(SEAMS["search by meaning"], fails)

    reply = await asked(app, "How long is a gift card valid?")

    assert reply.text.startswith(texts.TROUBLE["en"].partition("{")[0])


@pytest.mark.parametrize(("said", "language"), [("Fire!", "en"), ("불이 났어요!", "ko")])
async def test_where_the_rule_on_a_danger_cannot_be_found_people_are_told_to_call_for_help(
    app: App, said: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.answering.shortcuts.emergency.first_steps", fails)

    reply = await asked(app, said)

    assert reply.text.startswith(texts.CALL_FOR_HELP[language].partition("{")[0])
