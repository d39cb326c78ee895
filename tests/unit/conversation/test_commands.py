"""/reindex and the words after it: for administrators, one run at a time, with a report."""

import asyncio
import logging
from dataclasses import replace

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.conversation.commands import Commands
from bot.conversation.handler import Conversation
from bot.model import Reply
from bot.model.kept import EntryKind
from bot.upkeep.history.trail import Trail
from bot.upkeep.reports import Reports
from knowledge.model.documents import Generation
from knowledge.model.errors import KnowledgeError, OneVersionError, UnknownDocumentError
from knowledge.model.report import Changes, Progress, Run, Skipped, Status
from tests.fakes import (
    REPORT,
    FakeAudit,
    FakeComparison,
    FakeIndexer,
    FakeNotify,
    FakeRecords,
    FakeSearch,
)
from tests.unit import given

ENGLISH, KOREAN = "", "다시 색인"
"""What may stand after /reindex; it shows which language the person speaks."""


async def said(
    indexer: FakeIndexer,
    text: str = ENGLISH,
    *,
    sender: str = "UADMIN",
    command: str = "reindex",
    notify: FakeNotify | None = None,
    comparison: FakeComparison | None = None,
    audit: FakeAudit | None = None,
) -> Reply:
    """What the bot replies to a command."""
    answering = Answering(FakeSearch(), Extractive(), {"en": "documents", "ko": "문서"})
    reports = Reports(FakeRecords(), FakeSearch(), indexer, lambda: given.TODAY)
    compare = comparison or given.comparison()
    commands = Commands(indexer, compare, Trail(audit), reports=reports)
    handle = Conversation(answering, commands, lambda: given.TODAY).handle
    return await handle(given.message(text, command=command, sender=sender), notify)


@pytest.mark.parametrize(
    ("text", "note", "report"),
    [
        (
            ENGLISH,
            "Indexing the documents…",
            "Indexed 48 documents, 315 passages in 2.3 s (7 new passages).",
        ),
        (
            KOREAN,
            "문서를 색인하는 중입니다…",
            "문서 48개, 문단 315개를 2.3초 만에 색인했습니다 (새 문단 7개).",
        ),
    ],
)
async def test_an_administrator_is_told_at_once_and_gets_a_report(
    text: str, note: str, report: str
) -> None:
    indexer, notify = FakeIndexer(), FakeNotify()

    reply = await said(indexer, text, notify=notify)

    assert [one.text for one in notify.notes] == [note]
    assert (reply.text, reply.private, len(indexer.runs)) == (report, True, 1)


async def test_the_note_comes_before_the_work() -> None:
    indexer, notify = FakeIndexer(error=KnowledgeError()), FakeNotify()

    await said(indexer, notify=notify)

    assert len(notify.notes) == 1


async def test_where_no_note_can_be_shown_the_report_still_comes() -> None:
    assert (await said(FakeIndexer())).text.startswith("Indexed 48 documents")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        (
            ENGLISH,
            "Only administrators can do this. Ask the person who runs storewise at your company.",
        ),
        (KOREAN, "관리자만 할 수 있는 작업입니다. 회사의 storewise 담당자에게 문의하세요."),
    ],
)
async def test_nobody_else_may_reindex_and_only_they_see_the_refusal(
    text: str, refusal: str, caplog: pytest.LogCaptureFixture
) -> None:
    indexer, notify = FakeIndexer(), FakeNotify()

    reply = await said(indexer, text, sender="U1", notify=notify)

    assert (reply.text, reply.private) == (refusal, True)
    assert (indexer.runs, notify.notes) == ([], [])
    assert [record.message for record in caplog.records] == ["command refused"]


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        (ENGLISH, "The documents are already being indexed, so I didn't start again."),
        (KOREAN, "이미 색인 중이라 새로 시작하지 않았습니다."),
    ],
)
async def test_a_second_run_is_not_started(text: str, refusal: str) -> None:
    indexer, notify = FakeIndexer(running=True), FakeNotify()

    reply = await said(indexer, text, notify=notify)

    assert (reply.text, reply.private) == (refusal, True)
    assert (indexer.runs, notify.notes) == ([], [])


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        (ENGLISH, "The documents are already being indexed, so I didn't start again."),
        (KOREAN, "이미 색인 중이라 새로 시작하지 않았습니다."),
    ],
)
async def test_of_two_commands_at_once_one_starts_a_run(text: str, refusal: str) -> None:
    indexer, notify = FakeIndexer(), FakeNotify()

    _, second = await asyncio.gather(*(said(indexer, text, notify=notify) for _ in range(2)))

    assert (second.text, second.private) == (refusal, True)
    assert len(indexer.runs) == 1


@pytest.mark.parametrize(
    ("text", "sorry"),
    [
        (ENGLISH, "I couldn't index the documents, so the earlier index stays. Reference: "),
        (KOREAN, "문서를 색인하지 못해 이전 색인을 그대로 씁니다. 참조 번호: "),
    ],
)
async def test_a_run_that_fails_is_said_without_its_reason_in_the_chat(
    text: str, sorry: str, caplog: pytest.LogCaptureFixture
) -> None:
    indexer = FakeIndexer(error=KnowledgeError("/srv/secret folder"))

    reply = await said(indexer, text)

    [record] = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert (reply.text, reply.private) == (sorry + reply.trace_id, True)
    assert "secret" not in caplog.text + str(record.__dict__)
    assert record.__dict__["cause"] == "KnowledgeError"


@pytest.mark.parametrize(
    ("text", "unknown"),
    [(ENGLISH, "I don't know that command."), (KOREAN, "알 수 없는 명령입니다.")],
)
@pytest.mark.parametrize("sender", ["UADMIN", "U1"])
async def test_an_unknown_command_does_nothing(text: str, unknown: str, sender: str) -> None:
    indexer = FakeIndexer()

    reply = await said(indexer, text, sender=sender, command="drop-everything")

    assert (reply.text, reply.private, indexer.runs) == (unknown, True, [])


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            ENGLISH,
            [
                "No embedder is installed, so passages are searched by words only.",
                "Documents without front matter: 3. I took the title and language from the text.",
                "Skipped files:",
                "- a.pdf: it has no text",
            ],
        ),
        (
            KOREAN,
            [
                "임베딩 모델이 없어 단어로만 검색합니다.",
                "문서 3개에 머리말(front matter)이 없어 제목과 언어를 본문에서 정했습니다.",
                "건너뛴 파일:",
                "- a.pdf: it has no text",
            ],
        ),
    ],
)
async def test_the_report_says_what_should_be_mended(text: str, lines: list[str]) -> None:
    skipped = (Skipped("a.pdf", "a.pdf: it has no text"),)
    report = replace(REPORT, words_only=True, assumed=3, skipped=skipped)

    reply = await said(FakeIndexer(report), text)

    assert reply.text.splitlines()[1:] == lines


@pytest.mark.parametrize(("text", "rest"), [(ENGLISH, "… and 2 more"), (KOREAN, "… 외 2개")])
async def test_of_many_skipped_files_ten_are_named_and_the_rest_counted(
    text: str, rest: str
) -> None:
    skipped = tuple(Skipped(f"{n}.pdf", f"{n}.pdf: empty") for n in range(12))

    reply = await said(FakeIndexer(replace(REPORT, skipped=skipped)), text)

    lines = reply.text.splitlines()
    assert lines[-1] == rest
    assert len([line for line in lines if line.startswith("- ")]) == 10


# --- what may stand after /reindex --------------------------------------------------------------

GENERATION = Generation(
    7, "fake/6", rules="1", source="/srv/handbook", made_at="2026-11-21T09:00:00+00:00"
)
STATUS = Status(GENERATION, 48, 315, {"ko": 25}, None, (), Progress("passages", 64, 315, 12.0))


@pytest.mark.parametrize(
    ("text", "run"),
    [
        ("full", Run(full=True)),
        ("전체", Run(full=True)),
        ("force", Run(accept_worse=True)),
        (" Force ", Run(accept_worse=True)),
        ("강제", Run(accept_worse=True)),
        ("", Run()),
        ("다시 색인", Run()),
    ],
)
async def test_a_run_is_made_as_the_word_says(text: str, run: Run) -> None:
    indexer = FakeIndexer()

    await said(indexer, text)

    assert indexer.runs == [run]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "status",
            [
                "Index 7 from 21 November 2026 at 09:00 has 48 documents (ko 25), 315 passages, "
                "searched by words and meaning.",
                "Documents from /srv/handbook.",
                "Indexing is in progress: passages 64 of 315, about 12 s left.",
            ],
        ),
        (
            "상태",
            [
                "2026년 11월 21일 09:00에 만든 7번 색인: 문서 48개(ko 25), 문단 315개, "
                "단어와 의미로 검색.",
                "문서 위치: /srv/handbook",
                "색인이 진행 중입니다: 문단 64/315, 약 12초 남음.",
            ],
        ),
    ],
)
async def test_the_status_comes_without_a_run_and_during_one(text: str, lines: list[str]) -> None:
    indexer, notify = FakeIndexer(state=STATUS, running=True), FakeNotify()

    reply = await said(indexer, text, notify=notify)

    assert (reply.text.splitlines(), reply.private) == (lines, True)
    assert (indexer.runs, notify.notes) == ([], [])


@pytest.mark.parametrize(
    ("text", "nothing"),
    [
        (
            "status",
            "I haven't read the documents yet. Please ask an administrator to run /reindex.",
        ),
        (
            "상태",
            "아직 문서를 읽지 않아 답할 수 없습니다. 관리자에게 /reindex 실행을 요청해 주세요.",
        ),
    ],
)
async def test_without_an_index_the_status_says_so_to_the_administrator_only(
    text: str, nothing: str
) -> None:
    reply = await said(FakeIndexer(), text)

    assert (reply.text, reply.private) == (nothing, True)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("rollback", "Rolled back: index 7 from 21 November"),
        ("되돌리기", "되돌렸습니다: 이제 2026년 11월 21일 09:00에 만든 7번 색인으로 답합니다."),
    ],
)
async def test_a_roll_back_says_what_answers_now(text: str, start: str) -> None:
    indexer = FakeIndexer(back=GENERATION)

    reply = await said(indexer, text)

    assert reply.text.startswith(start)
    assert (reply.private, indexer.runs) == (True, [])


@pytest.mark.parametrize(
    ("text", "nothing"),
    [
        ("rollback", "There is no earlier index."),
        ("되돌리기", "이전 색인이 없습니다."),
    ],
)
async def test_where_there_is_nothing_to_roll_back_to_that_is_said(text: str, nothing: str) -> None:
    assert (await said(FakeIndexer(), text)).text == nothing


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("rollback", "The documents are already being indexed, so I didn't start again."),
        ("되돌리기", "이미 색인 중이라 새로 시작하지 않았습니다."),
    ],
)
async def test_during_a_run_nothing_is_rolled_back(text: str, refusal: str) -> None:
    assert (await said(FakeIndexer(running=True, back=GENERATION), text)).text == refusal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rolback", "You can use: /reindex · /reindex status"),
        ("status now", "You can use: /reindex · /reindex status"),
        ("되돌려줘", "사용할 수 있는 명령: /reindex · /reindex 상태"),
    ],
)
async def test_a_word_that_is_misspelt_begins_no_run(text: str, words: str) -> None:
    """A run that is asked for publishes what was rolled back."""
    indexer, notify = FakeIndexer(), FakeNotify()

    reply = await said(indexer, text, notify=notify)

    assert reply.text.startswith(words)
    assert (reply.private, indexer.runs, notify.notes) == (True, [], [])


@pytest.mark.parametrize(
    "text", ["status", "되돌리기", "force", "전체", "diff refund", "비교 refund"]
)
async def test_nobody_else_may_do_any_of_it(text: str) -> None:
    indexer = FakeIndexer(state=STATUS, back=GENERATION)

    reply = await said(indexer, text, sender="U1")

    assert "/srv/handbook" not in reply.text
    assert (reply.private, indexer.runs) == (True, [])


# --- what changed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "old", "new", "value"),
    [
        ("diff refund 1 2", "Return it within 7 days.", "Return it within 14 days.",
         "      7 days -> 14 days"),
        ("비교 Refund 1 2", "7일 이내에 환불합니다.", "14일 이내에 환불합니다.",
         "      7일 -> 14일"),
    ],
)  # fmt: skip
async def test_what_changed_in_a_document_is_shown_as_it_is(
    text: str, old: str, new: str, value: str
) -> None:
    comparison = given.comparison(old, new)

    reply = await said(FakeIndexer(), text, comparison=comparison)

    lines = reply.text.splitlines()
    assert comparison.asked == [(text.split()[1], "1", "2")]
    assert (lines[0], lines[-1], reply.private) == ("```", "```", True)
    assert value in lines


@pytest.mark.parametrize(("text", "counted"), [("diff refund", "… and "), ("비교 refund", "… 외 ")])
async def test_a_long_difference_fits_into_one_message(text: str, counted: str) -> None:
    old = "\n\n".join(f"- {n}번 상품은 7일 이내에 환불합니다. ```" for n in range(200))

    reply = await said(FakeIndexer(), text, comparison=given.comparison(old, old.replace("7", "9")))

    assert len(reply.text) < 3000
    assert reply.text.splitlines()[-2].startswith(counted)
    assert reply.text.count("```") == 2


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("diff", "Since the last index: 1 added"),
        ("비교", "이전 색인과 비교: 문서 추가 1개"),
    ],
)
async def test_without_a_document_those_that_differ_are_named(text: str, head: str) -> None:
    indexer = FakeIndexer(replace(REPORT, changes=Changes(added=("hours@1",))))

    reply = await said(indexer, text)

    assert reply.text.startswith(head)
    assert reply.text.endswith("+ hours@1")


@pytest.mark.parametrize(
    ("text", "error", "sorry"),
    [
        ("diff refnd", UnknownDocumentError("refnd", ["refund"]),
         "The index has no document “refnd”. Did you mean refund?"),
        ("비교 refnd-policy-ko 1 2", UnknownDocumentError("refnd-policy-ko", ["refund-ko"]),
         "색인에 “refnd-policy-ko” 문서가 없습니다. 비슷한 이름: refund-ko"),
        ("diff refund", OneVersionError("refund@1"),
         "The index has only one version of this document: refund@1."),
        ("비교 refund", OneVersionError("refund@1"),
         "색인에 이 문서의 버전이 하나뿐입니다: refund@1."),
    ],
)  # fmt: skip
async def test_what_cannot_be_compared_is_said_in_the_language_of_the_word(
    text: str, error: KnowledgeError, sorry: str
) -> None:
    reply = await said(FakeIndexer(), text, comparison=given.comparison(error=error))

    assert (reply.text, reply.private) == (sorry, True)


SECRET = "010-1234-5678"


@pytest.mark.parametrize(
    ("text", "indexer", "line"),
    [
        ("", FakeIndexer(), "reindex: done"),
        ("다시 색인", FakeIndexer(), "reindex: done"),
        ("full", FakeIndexer(), "reindex full: done"),
        ("강제", FakeIndexer(), "reindex force: done"),
        ("rollback", FakeIndexer(back=Generation(6, None, "1", "")), "rollback: done"),
        ("되돌리기", FakeIndexer(), "rollback: failed"),
        ("상태", FakeIndexer(), "status: failed"),
        (f"diff {SECRET}", FakeIndexer(), "diff: done"),
        (f"비교 {SECRET}", FakeIndexer(), "diff: done"),
        (f"홍길동 {SECRET}", FakeIndexer(), "other: done"),
        ("", FakeIndexer(running=True), "reindex: failed"),
        ("", FakeIndexer(error=KnowledgeError(SECRET)), "reindex: failed"),
    ],
)
async def test_a_command_leaves_a_line_without_what_else_was_written(
    text: str, indexer: FakeIndexer, line: str
) -> None:
    audit = FakeAudit()

    await said(indexer, text, audit=audit)

    [kept] = audit.kept
    assert (kept.kind, kept.who.rpartition(":")[2]) == (EntryKind.COMMAND, "UADMIN")
    assert f"{kept.what}: {kept.outcome}" == line
    assert not any(word in repr(kept) for word in (SECRET, "홍길동"))


@pytest.mark.parametrize("text", ["", "full", "되돌리기", f"{SECRET} 홍길동"])
async def test_who_was_refused_a_command_is_in_the_log(text: str) -> None:
    audit = FakeAudit()

    await said(FakeIndexer(), text, sender="U1", audit=audit)

    [kept] = audit.kept
    assert (kept.outcome, kept.who.rpartition(":")[2]) == ("refused", "U1")
    assert SECRET not in repr(kept)


@pytest.mark.parametrize(
    ("command", "text", "head"),
    [
        ("storewise", "report gaps 7d", "Missing rules, last 7 days: 0 questions"),
        ("storewise", "보고 빠진 규정 7일", "빠진 규정, 최근 7일: 질문 0건"),
        ("storewise", "보고 usage", "사용량, 최근 30일: 질문 0건"),
        ("report", "usage", "Usage, last 30 days: 0 questions"),
        ("report", "리포트 평가", "평가, 최근 30일: 질문 0건"),
        ("report", "gapz", "Which report? Write usage, gaps, feedback, contradictions or damage"),
        ("report", "gaps 30x", "Write the period as 12h, 7d or 4w: report gaps 30d"),
        ("storewise", "report gaps 30x", "Write the period as 12h, 7d or 4w: /storewise report"),
        ("storewise", "보고 매출", "어떤 보고서인지 적어 주세요: 사용량, 빠진 규정"),
        ("storewise", "", "You can use: /storewise report usage"),
        ("storewise", "도와줘", "사용할 수 있는 명령: /storewise 보고 사용량"),
    ],
)
async def test_a_report_or_what_to_write_comes_in_the_language_of_the_words(
    command: str, text: str, head: str
) -> None:
    reply = await said(FakeIndexer(), text, command=command)

    assert reply.text.startswith(head)
    assert reply.private


@pytest.mark.parametrize(
    ("text", "sender", "line"),
    [
        ("report gaps 30d", "UADMIN", "report gaps: done"),
        ("보고 평가", "UADMIN", "report feedback: done"),
        ("report gaps", "U1", "report gaps: refused"),
        (f"report {SECRET}", "U1", "report other: refused"),
        (SECRET, "U1", "storewise: refused"),
    ],
)
async def test_a_report_is_for_administrators_and_in_the_log(
    text: str, sender: str, line: str
) -> None:
    audit = FakeAudit()

    reply = await said(FakeIndexer(), text, command="storewise", sender=sender, audit=audit)

    [kept] = audit.kept
    assert f"{kept.what}: {kept.outcome}" == line
    assert ("administrators" in reply.text or "관리자" in reply.text) is (sender == "U1")
