"""`storewise replay` and `storewise audit`: how an answer came about, and who ran what."""

import asyncio
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.main.app import App, build
from bot.model import Message, Platform, Reply
from bot.model.kept import Feedback
from bot.settings import SAMPLE, OpenAISettings, RecordsSettings, Settings, StoreSettings
from tests.flow.conftest import Handbook
from tests.flow.stand_in.editions import settings as of_edition
from tests.flow.stand_in.handbook import DISCOUNT, FILES, PARCELS
from tests.flow.stand_in.served import served

pytestmark = pytest.mark.usefixtures("process_as_it_was")

CANARIES = ("010-1234-5678", "kim.minsu@example.com", "900101-1234568", "4111 1111 1111 1111")
"""Somebody's phone number, address, resident number and card."""
TOLD = {
    DISCOUNT: f"How much is the staff discount? Call me at {CANARIES[0]}",
    PARCELS: f"고객 {CANARIES[2]} {CANARIES[0]} 카드 {CANARIES[3]} {CANARIES[1]}입니다. {PARCELS}",
}


NEAR = ("how much do we charge to shorten a skirt", "손님이 매장에서 넘어졌는데 보상은 누가 해요")
"""The sample handbook only nearly answers these."""


@contextmanager
def opened(handbook: Handbook, data: Path, **more: Any) -> Iterator[App]:
    store = StoreSettings(source=handbook.source, data=data)
    settings = Settings(openai=OpenAISettings(api_key=None), store=store, **more)
    with closing(build(settings)) as app:
        yield app


def in_slack(text: str, **more: Any) -> Message:
    return Message(Platform.SLACK, "T1:C1:1.0", "U1", text, workspace_id="T1", **more)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(list(arguments)) == code
    return capsys.readouterr().out


@pytest.mark.parametrize("question", [DISCOUNT, PARCELS])
def test_an_answer_is_told_with_all_that_led_to_it(
    question: str, handbook: Handbook, indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def asked_and_rated(app: App) -> Reply:
        reply = await app.conversation.handle(in_slack(TOLD[question]))
        now = datetime.now(UTC)
        await app.kept.records.rate(
            Feedback(reply.trace_id, "slack:T1:U2", good=False, given_at=now, reason="out_of_date")
        )
        return reply

    with opened(handbook, indexed) as app:
        reply = asyncio.run(asked_and_rated(app))
    told = json.loads(printed(capsys, "replay", reply.trace_id, "--json"))
    lines = printed(capsys, "replay", reply.trace_id)

    assert reply.answer is not None
    assert (told["id"], told["who"], told["verdict"]) == (reply.trace_id, "slack:T1:U1", "pass")
    assert told["answer"] == reply.text
    assert told["redactions"]["PHONE"] == 1
    assert told["searched"]["as_of"] == reply.answer.question.filters.as_of.isoformat()
    cited = [one for one in told["passages"] if one["cited"]]
    assert [one["id"] for one in cited] == [one.passage_id for one in reply.sources]
    assert [one["version"] for one in cited] == [one.version for one in reply.sources]
    assert {one["now"] for one in told["passages"]} == {"same"}
    assert (told["index"]["generation"], told["index_now"]) == (1, 1)
    assert told["model"] == "extractive"
    assert set(told["rules"]) == {"storewise", "prompt", "check", "gate", "redaction"}
    assert {"classify", "retrieve", "check"} <= told["steps"].keys()
    assert [(one["good"], one["reason"]) for one in told["rated"]] == [(False, "out_of_date")]
    for part in ("PHONE × 1", "unchanged", "bad by slack:T1:U2", "(published now)"):
        assert part in lines
    assert not [one for one in CANARIES if one in lines or one in json.dumps(told)]


def test_what_is_replayed_is_the_same_while_the_server_runs(
    handbook: Handbook, indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(handbook.source, indexed):
        answer_id = json.loads(printed(capsys, "ask", "--json", PARCELS))["id"]
        during = json.loads(printed(capsys, "replay", answer_id, "--json"))
    after = json.loads(printed(capsys, "replay", answer_id, "--json"))

    assert during == after
    assert (during["who"], during["verdict"], during["question"]) == ("console::me", "pass", None)


def test_documents_that_have_changed_since_are_told(
    handbook: Handbook,
    indexed: Path,
    source: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with opened(handbook, indexed) as app:
        reply = asyncio.run(app.conversation.handle(in_slack(DISCOUNT)))
    same = json.loads(printed(capsys, "replay", reply.trace_id, "--again", "--json"))
    page = source / FILES[1]
    page.write_text(page.read_text(encoding="utf-8").replace("20% off", "35% off"), "utf-8")
    monkeypatch.setenv("STOREWISE_SOURCE", str(source))
    printed(capsys, "reindex")
    told = json.loads(printed(capsys, "replay", reply.trace_id, "--again", "--json"))
    printed(capsys, "reindex", "--full")
    gone = json.loads(printed(capsys, "replay", reply.trace_id, "--again", "--json"))

    cited = [one["now"] for one in told["passages"] if one["cited"]]
    assert set(cited) & {"changed", "gone"}
    assert (told["index"]["generation"], told["index_now"]) == (1, 2)
    # The index before is kept: it still gives the same answer.
    for again in (same["again"], told["again"]):
        assert (again["same_verdict"], again["same_citations"], again["same_words"]) == (
            True,
            True,
            True,
        )
    assert gone["again"] == "its index is gone"


def test_after_the_words_have_expired_the_rest_is_still_told(
    handbook: Handbook, indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(handbook, indexed, records=RecordsSettings(days=0)) as app:
        reply = asyncio.run(app.conversation.handle(in_slack(DISCOUNT)))
    told = json.loads(printed(capsys, "replay", reply.trace_id, "--json"))
    lines = printed(capsys, "replay", reply.trace_id, "--again")

    assert (told["question"], told["answer"], told["verdict"]) == (None, None, "pass")
    assert "question     not stored" in lines
    assert "not asked again: the question is not stored" in lines


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize(
    ("answer_id", "code", "said"),
    [("12", 2, "looks like r0123456789a"), ("r0123456789a", 1, "is none, or too old")],
)
def test_an_answer_that_nobody_knows_is_said_in_one_line(
    answer_id: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", answer_id]) == code

    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("storewise: ")
    assert said in line


@pytest.mark.usefixtures("indexed")
def test_commands_are_listed_and_the_log_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, "status")
    printed(capsys, "reindex", "--full")
    answer_id = json.loads(printed(capsys, "ask", "--json", PARCELS))["id"]
    lines = printed(capsys, "audit").splitlines()
    log = json.loads(printed(capsys, "audit", "--since", "1h", "--json"))
    [file] = (tmp_path / "data" / "audit").glob("*.jsonl")
    file.write_text(file.read_text("utf-8").replace('"what": "status"', '"what": "diff"'), "utf-8")
    changed = printed(capsys, "audit", code=1).splitlines()

    assert [line.split("  ")[1:5] for line in lines[:2]] == [
        ["console::me", "command", "status", "done"],
        ["console::me", "command", "reindex --full", "done"],
    ]
    assert re.fullmatch("lines verified: 3; last line: [0-9a-f]{64}", lines[-1])
    assert (log["entries"][2]["what"], log["broken"]) == (answer_id, [])
    assert changed[-1].startswith("CHANGED after writing")


def test_a_time_that_is_none_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["audit", "--since", "yesterday"])

    assert ended.value.code == 2
    assert "write a number and m, h or d" in capsys.readouterr().err


def test_no_word_that_a_person_wrote_is_in_the_log(handbook: Handbook, indexed: Path) -> None:
    async def everything(app: App) -> None:
        for text in (*TOLD.values(), "홍길동 씨의 비밀번호는 hunter2인가요?"):
            handle = app.conversation.handle
            await handle(in_slack(text))
            await handle(in_slack(f"그럼 {CANARIES[0]} 홍길동은요?"))
            await handle(in_slack("며칠인가요?", selected_text=f"{text} 홍길동은 14일입니다."))
            for word in ("diff ", "", "full "):
                for admin in (True, False):
                    command = f"{word}{text}"
                    await handle(in_slack(command, command="reindex", admin=admin))
            await handle(in_slack(text, command=f"홍길동{CANARIES[0]}"))

    with opened(handbook, indexed) as app:
        asyncio.run(everything(app))
    written = _log(indexed)

    assert len(written.splitlines()) == 3 * (3 + 6)
    words = {*CANARIES, *(one.replace("-", "").replace(" ", "") for one in CANARIES)}
    assert not [one for one in (*words, "홍길동", "hunter2", "percent") if one in written]
    assert "이내" not in written  # nor of a document, nor of a selected text
    assert "14일" not in written


def test_a_selected_text_leaves_no_passage_and_no_hash(handbook: Handbook, indexed: Path) -> None:
    message = in_slack("며칠인가요?", selected_text="명절 환불은 14일입니다.")

    with opened(handbook, indexed) as app:
        asyncio.run(app.conversation.handle(message))
    [line] = [json.loads(one) for one in _log(indexed).splitlines()]

    assert line["about"]["selected_text"] is True
    assert (line["about"]["passages"], line["about"]["index"]) == ([], None)


def test_an_answer_that_met_trouble_is_found_by_its_reference(
    handbook: Handbook, indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (
        opened(handbook, indexed) as app,
        closing(sqlite3.connect(indexed / "knowledge.db")) as database,
    ):
        database.execute("ALTER TABLE documents RENAME TO lost")
        reply = asyncio.run(app.conversation.handle(in_slack(DISCOUNT)))
        database.execute("ALTER TABLE lost RENAME TO documents")
    lines = printed(capsys, "replay", reply.trace_id)

    assert reply.trace_id in reply.text
    assert "verdict      failed" in lines
    assert "error        " in lines


def _log(data: Path) -> str:
    [file] = (data / "audit").glob("*.jsonl")
    return file.read_text("utf-8")


@pytest.mark.usefixtures("unset")
@pytest.mark.parametrize("question", NEAR)
def test_the_closest_rules_are_told_after_a_restart(
    question: str,
    sample: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = shutil.copytree(sample, tmp_path / "data")
    monkeypatch.setenv("STOREWISE_SOURCE", str(SAMPLE))
    monkeypatch.setenv("STOREWISE_DATA", str(data))
    with closing(build(of_edition(SAMPLE, data))) as app:
        reply = asyncio.run(app.conversation.handle(in_slack(question)))

    with closing(build(of_edition(SAMPLE, data))) as app:
        kept = asyncio.run(app.kept.records.find(reply.trace_id))
    told = json.loads(printed(capsys, "replay", reply.trace_id, "--json"))
    lines = printed(capsys, "replay", reply.trace_id)

    assert kept is not None
    assert (kept.reply.outcome, kept.reply.closest) == ("closest", reply.closest)
    assert [(one["passage_id"], one["quote"]) for one in told["closest"]] == [
        (one.passage_id, one.quote) for one in reply.closest
    ]
    assert f"closest      {reply.closest[0].passage_id}" in lines
