"""What the audit log is told of an answer, and what it keeps nobody from."""

import asyncio
import json
import logging
from typing import Any

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.conversation.commands import Commands
from bot.conversation.handler import Conversation
from bot.model import Scope
from bot.model.errors import AuditError, ModelTrouble, ModelUnavailableError
from bot.model.kept import CONSOLE, EntryKind, Outcome
from bot.upkeep.history.provenance import text_hash
from bot.upkeep.history.trail import Trail
from knowledge.model.documents import Generation, Language
from knowledge.model.errors import KnowledgeError
from tests.fakes import FakeAudit, FakeChooser, FakeIndexer, FakeSearch
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
ASKED = "Can unopened headphones be returned?"
ASKED_KO = "개봉하지 않은 헤드폰은 환불할 수 있나요?"
PASSAGE = given.passage()
RULES = {"prompt": "abc", "check": "1"}


def conversation(
    audit: FakeAudit, search: FakeSearch, racer: TimedModel | None = None
) -> Conversation:
    return Conversation(
        Answering(search, Extractive(), CORPUS, racer=racer),
        Commands(FakeIndexer(), given.comparison()),
        today=lambda: given.TODAY,
        trail=Trail(audit, RULES),
    )


def finding(asked: str = ASKED, text: str = given.REFUND) -> FakeSearch:
    generation = Generation(7, None, "1", "/srv", contents="c0ffee", made_at="2026-11-20")
    found = given.found(asked, given.passage(text))
    return FakeSearch([found], alike=0.9, generation=generation)


async def told(search: FakeSearch, text: str = ASKED, racer: TimedModel | None = None) -> Any:
    """The line about one answer, as it is read again."""
    audit = FakeAudit()
    await conversation(audit, search, racer).handle(given.message(text))
    [entry] = audit.kept
    return json.loads(json.dumps(entry.about)) | {"outcome": entry.outcome, "kind": entry.kind}


@pytest.mark.parametrize(("asked", "text"), [(ASKED, given.REFUND), (ASKED_KO, given.REFUND_KO)])
async def test_an_answer_is_told_by_its_passages_index_and_rules(asked: str, text: str) -> None:
    about = await told(finding(asked, text), f"{asked} 010-1234-5678")

    assert (about["kind"], about["outcome"]) == (EntryKind.ANSWER, "pass")
    assert about["redactions"] == {"PHONE": 1}
    assert about["index"] == {"generation": 7, "contents": "c0ffee", "made_at": "2026-11-20"}
    assert about["rules"] == RULES
    [passage] = about["passages"]
    assert (passage["id"], passage["doc_id"], passage["version"]) == (
        "refund-policy@2#1",
        "refund-policy",
        "2",
    )
    assert (passage["hash"], passage["cited"]) == (text_hash(text), 1)
    assert about["searched"]["as_of"] == given.TODAY.isoformat()
    assert text[:20] not in json.dumps(about, ensure_ascii=False)


@pytest.mark.parametrize(
    ("asked", "right", "wrong"),
    [
        (
            "How long can opened headphones be returned?",
            "Opened headphones can be returned within 3 days.",
            "Unopened headphones can be returned within 14 days.",
        ),
        (
            "개봉한 헤드폰은 며칠 안에 환불되나요?",
            "개봉한 헤드폰은 3일 이내에 환불합니다.",
            "개봉하지 않은 헤드폰은 14일 이내에 환불합니다.",
        ),
    ],
)
async def test_what_a_model_chose_and_the_check_dropped_is_told_by_codes(
    asked: str, right: str, wrong: str
) -> None:
    model = FakeChooser(name="gpt", wanted=wrong)

    about = await told(finding(asked, f"{wrong} {right}"), asked, TimedModel(model, 60.0))

    assert (about["model_calls"], about["outcome"]) == (1, "pass")
    assert about["rejected"] == ["sentence 1: other_state"]
    assert wrong not in json.dumps(about, ensure_ascii=False)


async def test_a_model_s_trouble_is_told_by_its_kind() -> None:
    model = FakeChooser(error=ModelUnavailableError(ModelTrouble.AUTH))

    about = await told(finding(), racer=TimedModel(model, 60.0))

    assert (about["troubles"], about["model"], about["outcome"]) == (
        ["auth"],
        "extractive",
        "pass",
    )


async def test_trouble_is_told_by_its_kind_alone() -> None:
    about = await told(FakeSearch(error=KnowledgeError("/srv/홍길동")))

    assert (about["outcome"], about["error"]) == (Outcome.FAILED, "KnowledgeError")
    assert "홍길동" not in json.dumps(about, ensure_ascii=False)


@pytest.mark.parametrize("text", ["안녕하세요", "thanks!", "", "?"])
async def test_what_is_no_question_leaves_no_line(text: str) -> None:
    audit = FakeAudit()

    await conversation(audit, finding()).handle(given.message(text))

    assert audit.kept == []


async def test_who_asks_for_which_store_is_told_without_personal_data() -> None:
    audit = FakeAudit()
    scope = Scope(store_type="010-1234-5678", category="kim@example.com")

    await conversation(audit, finding()).handle(given.message(ASKED, scope=scope))

    assert "010-1234" not in repr(audit.kept)
    assert "kim@" not in repr(audit.kept)
    assert audit.kept[0].who == "slack:T1:U1"


async def test_a_log_that_cannot_be_written_keeps_no_answer_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    error = AuditError("/srv/data/audit cannot be written")
    error.__cause__ = OSError(28, "No space left on device")

    reply = await conversation(FakeAudit(error=error), finding()).handle(given.message(ASKED))

    assert "[1]" in reply.text
    [line] = [one for one in caplog.records if one.levelno == logging.ERROR]
    assert (line.message, line.__dict__["cause"]) == ("audit log not written", "OSError")


async def test_a_command_that_is_stopped_leaves_its_line() -> None:
    audit, begun = FakeAudit(), asyncio.Event()

    async def reindexing() -> None:
        async with Trail(audit).following(CONSOLE, "reindex"):
            begun.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(reindexing())
    await begun.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert [(one.what, one.outcome) for one in audit.kept] == [("reindex", Outcome.STOPPED)]
