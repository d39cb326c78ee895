"""What the command line asks for, done where the index is."""

import asyncio
import unicodedata
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.model import Reply
from bot.model.errors import AuditError, GoldenFileError
from bot.model.kept import EntryKind
from bot.ports import Quota
from bot.privacy import safe
from bot.upkeep.desk import Call, CommandResult, Desk
from bot.upkeep.history.replay import Replays
from bot.upkeep.history.trail import Trail
from knowledge.model.documents import Audience, Generation
from knowledge.model.errors import (
    IndexMissingError,
    KnowledgeError,
    OneVersionError,
    UnknownDocumentError,
    UnknownVersionError,
)
from knowledge.model.places import Places
from knowledge.model.report import Changes, Progress, Run, Status
from knowledge.search.retrieval import Retrieval
from tests.fakes import (
    REPORT,
    FakeAudit,
    FakeComparison,
    FakeHandle,
    FakeIndexer,
    FakeRecords,
    FakeSearch,
)
from tests.unit import given

RUN = {"source": [], "full": False, "strict": False, "accept_worse": False}
ASK = {
    "question": "헤드폰 환불은 며칠이에요?",
    "store_type": None,
    "category": None,
    "language": None,
    "as_of": None,
    "audience": "staff",
}
GENERATION = Generation(7, "fake/6", rules="1", source="/srv/handbook", made_at="2026-11-21")
STATUS = Status(GENERATION, 48, 315, {"ko": 25, "en": 23}, None, (), None)
GOLDEN = '{"id": "q", "question": "Can headphones be returned?", "answerable": true}'


def nowhere(_: Progress) -> None:
    """Nobody looks."""


async def warm() -> None:
    """It is already."""


def desk_of(
    indexer: FakeIndexer,
    handle: FakeHandle | None = None,
    comparison: FakeComparison | None = None,
    audit: FakeAudit | None = None,
    quota: Quota | None = None,
) -> Desk:
    found = given.found("Can headphones be returned?", given.passage())
    answering = Answering(FakeSearch([found], alike=0.9), Extractive(), {"en": "a", "ko": "b"})
    handle = handle or FakeHandle(Reply("14일입니다."))
    return Desk(
        handle,
        indexer,
        comparison or given.comparison(),
        answering,
        warm,
        lambda: given.TODAY,
        categories=dict,
        store_types=lambda: {"cafe"},
        gate_path=lambda source: source.paths[0] / "_gate.json",
        replays=Replays(FakeAudit(), FakeRecords(), FakeSearch(), lambda _: None),
        retrieval=Retrieval(FakeSearch([found]), safe),
        trail=Trail(audit),
        quota=quota,
    )


async def done(command: str, arguments: dict[str, Any], indexer: FakeIndexer) -> CommandResult:
    return await desk_of(indexer).done(Call(command, arguments), nowhere)


def evaluating(*goldens: str) -> dict[str, Any]:
    """The arguments of `storewise eval golden.jsonl`."""
    return {
        "golden": "golden.jsonl",
        "goldens": list(goldens),
        "as_of": None,
        "calibrate": False,
        "html": None,
    }


async def test_a_text_that_comes_with_a_question_is_handed_on() -> None:
    handle = FakeHandle(Reply("14일입니다."))
    desk = desk_of(FakeIndexer(), handle=handle)

    await desk.done(Call("ask", {**ASK, "text": "환불은 14일 안에 됩니다."}), nowhere)
    await desk.done(Call("ask", {**ASK, "text": None}), nowhere)
    await desk.done(Call("ask", ASK), nowhere)

    assert [one.selected_text for one in handle.messages] == [
        "환불은 14일 안에 됩니다.",
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("arguments", "run"),
    [
        ({}, Run()),
        ({"full": True}, Run(full=True)),
        ({"strict": True}, Run(strict=True)),
        ({"accept_worse": True}, Run(accept_worse=True)),
        (
            {"source": ["/srv/규정", "/srv/faq.md"]},
            Run(source=Places.of(Path("/srv/규정"), Path("/srv/faq.md"))),
        ),
    ],
)
async def test_a_reindex_is_run_as_it_was_asked_for(arguments: dict[str, Any], run: Run) -> None:
    indexer = FakeIndexer()

    said = await done("reindex", {**RUN, **arguments}, indexer)

    assert indexer.runs == [run]
    assert said.text.startswith("Indexed 48 documents")
    assert said.code == 0


async def test_an_index_that_is_not_published_is_exit_code_1() -> None:
    indexer = FakeIndexer(replace(REPORT, published=False, withheld="worse"))

    said = await done("reindex", RUN, indexer)

    assert said.code == 1
    assert "NOT published" in said.text


@pytest.mark.parametrize("command", ["reindex", "rollback"])
async def test_while_a_run_is_under_way_that_is_said(command: str) -> None:
    indexer = FakeIndexer(running=True, back=GENERATION)

    said = await done(command, RUN, indexer)

    assert said.code == 1
    assert said.text.startswith("The documents are already being indexed")


async def test_of_two_runs_at_once_one_is_refused() -> None:
    indexer = FakeIndexer()

    first, second = await asyncio.gather(*(done("reindex", RUN, indexer) for _ in range(2)))

    assert (first.code, second.code, len(indexer.runs)) == (0, 1, 1)


async def test_a_roll_back_says_what_answers_or_that_there_is_nothing() -> None:
    back = await done("rollback", {}, FakeIndexer(back=GENERATION))
    nothing = await done("rollback", {}, FakeIndexer())

    assert (back.code, back.text.partition(":")[0]) == (0, "Rolled back")
    assert (nothing.code, nothing.text) == (1, "There is no earlier index.")


async def test_the_status_and_the_differences_are_printed() -> None:
    indexer = FakeIndexer(replace(REPORT, changes=Changes(added=("시간@1",))), state=STATUS)

    status = await done("status", {}, indexer)
    diff = await done("diff", {}, indexer)

    assert (status.code, "48 documents" in status.text) == (0, True)
    assert "Embedder: fake/6." in status.text
    assert (diff.code, diff.text.splitlines()[1:]) == (0, ["+ 시간@1"])


@pytest.mark.parametrize(
    ("names", "asked"),
    [
        (["refund"], ("refund", None, None)),
        (["refund", "1"], ("refund", "1", None)),
        (["refund", "1", "2"], ("refund", "1", "2")),
    ],
)
async def test_what_changed_in_a_document_is_printed(
    names: list[str], asked: tuple[str, str | None, str | None]
) -> None:
    comparison = given.comparison()
    arguments = dict(zip(("document", "old", "new"), [*names, None, None], strict=False))

    said = await desk_of(FakeIndexer(), comparison=comparison).done(
        Call("diff", arguments), nowhere
    )

    assert comparison.asked == [asked]
    assert said.code == 0
    assert said.text.splitlines()[0] == "refund  1 -> 2"
    assert "      7 days -> 14 days" in said.text.splitlines()


async def test_versions_with_the_same_text_are_said_to_be_so() -> None:
    comparison = given.comparison("같은 글입니다.", "같은 글입니다.")

    said = await desk_of(FakeIndexer(), comparison=comparison).done(
        Call("diff", {"document": "refund"}), nowhere
    )

    assert said.text.splitlines()[-1] == "The text is the same in both."


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            UnknownDocumentError("refnd", ["refund-en", "refund-ko"]),
            "The index has no document “refnd”. Did you mean refund-en, refund-ko?",
        ),
        (UnknownDocumentError("환불", []), "The index has no document “환불”."),
        (
            UnknownVersionError("7", ["refund@1", "refund@2"]),
            "The index has no version “7”. Available: refund@1, refund@2.",
        ),
        (
            OneVersionError("refund@1"),
            "The index has only one version of this document: refund@1.",
        ),
    ],
)
async def test_what_cannot_be_compared_says_what_to_ask_for(
    error: KnowledgeError, said: str
) -> None:
    desk = desk_of(FakeIndexer(), comparison=given.comparison(error=error))

    answer = await desk.done(Call("diff", {"document": "refnd"}), nowhere)

    assert (answer.text, answer.code) == (said, 1)


@dataclass
class _Made:
    """A quota of which so many calls were made."""

    calls: int | None
    most: int = 500

    async def take(self) -> bool:
        return True

    async def made(self) -> int | None:
        return self.calls


@pytest.mark.parametrize(
    ("calls", "line"), [(123, "Language model: 123 of 500 calls used today."), (None, None)]
)
async def test_the_status_says_how_often_the_model_was_asked_today(
    calls: int | None, line: str | None
) -> None:
    desk = desk_of(FakeIndexer(state=STATUS), quota=_Made(calls))

    said = await desk.done(Call("status", {}), nowhere)

    assert ("Language model" in said.text) is (line is not None)
    assert line is None or said.text.splitlines()[-1] == line


async def test_without_an_index_the_status_names_the_command() -> None:
    with pytest.raises(IndexMissingError):
        await done("status", {}, FakeIndexer())


async def test_a_question_is_asked_as_the_command_line_says() -> None:
    handle = FakeHandle(Reply("14일입니다.", "ko"))
    arguments = {**ASK, "as_of": "2026-03-01", "audience": "manager", "store_type": "cafe"}

    said = await desk_of(FakeIndexer(), handle).done(Call("ask", arguments), nowhere)

    [message] = handle.messages
    assert message.text == ASK["question"]
    assert (message.scope.audience, message.scope.store_type) == (Audience.MANAGER, "cafe")
    assert message.scope.as_of is not None
    assert message.scope.as_of.isoformat() == "2026-03-01"
    assert (said.text, said.code) == ("14일입니다.", 1)
    assert said.value["answer"] == "14일입니다."


async def test_a_question_is_handed_on_as_it_is_seen() -> None:
    handle = FakeHandle(Reply("14일입니다."))
    typed = unicodedata.normalize("NFD", "환불은 \uff11\uff14일?") + "\udcff"

    await desk_of(FakeIndexer(), handle).done(Call("ask", {**ASK, "question": typed}), nowhere)

    assert [one.text for one in handle.messages] == ["환불은 14일?"]


async def test_golden_questions_are_scored() -> None:
    said = await done("eval", evaluating(GOLDEN), FakeIndexer())

    assert said.code == 0
    assert said.value["report"]["questions"][0]["verdict"] == "pass"
    assert said.text.splitlines()[0].split() == ["questions", "1"]


async def test_a_golden_question_that_cannot_be_read_is_said() -> None:
    with pytest.raises(GoldenFileError):
        await done("eval", evaluating("{"), FakeIndexer())


@pytest.mark.parametrize(
    ("command", "arguments", "indexer", "line"),
    [
        ("reindex", RUN | {"full": True}, FakeIndexer(), "reindex --full: done"),
        ("reindex", RUN | {"source": ["/home/hong-gildong"]}, FakeIndexer(), "reindex PATH: done"),
        ("rollback", {}, FakeIndexer(back=GENERATION), "rollback: done"),
        ("rollback", {}, FakeIndexer(), "rollback: failed"),
        ("reindex", RUN, FakeIndexer(running=True), "reindex: failed"),
        ("reindex", RUN, FakeIndexer(error=KnowledgeError("/home/hong")), "reindex: failed"),
        ("status", {}, FakeIndexer(state=STATUS), "status: done"),
        ("diff", {"document": "hong-gildong"}, FakeIndexer(), "diff: done"),
        ("eval", evaluating(GOLDEN) | {"golden": "hong.jsonl"}, FakeIndexer(), "eval: done"),
    ],
)
async def test_a_command_leaves_a_line_by_its_name_and_its_outcome_alone(
    command: str, arguments: dict[str, Any], indexer: FakeIndexer, line: str
) -> None:
    audit = FakeAudit()

    with suppress(KnowledgeError):
        await desk_of(indexer, audit=audit).done(Call(command, arguments), nowhere)

    [kept] = audit.kept
    assert (kept.kind, kept.who) == (EntryKind.COMMAND, "console::me")
    assert f"{kept.what}: {kept.outcome}" == line
    assert "hong" not in repr(kept)


async def test_a_log_that_cannot_be_written_keeps_no_command_from_its_work() -> None:
    indexer = FakeIndexer()

    desk = desk_of(indexer, audit=FakeAudit(error=AuditError("full")))
    said = await desk.done(Call("reindex", RUN), nowhere)

    assert (said.code, len(indexer.runs)) == (0, 1)


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [("ra2b", 2, "looks like r0123456789a"), ("r0123456789a", 1, "is none, or too old")],
)
async def test_an_answer_that_nobody_knows_is_said_so(answer: str, code: int, said: str) -> None:
    told = await done("replay", {"answer": answer, "again": False}, FakeIndexer())

    assert (told.code, said in told.text) == (code, True)
