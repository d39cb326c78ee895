"""Commands while a server holds the data directory: it does what they want, over loopback."""

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, web
from yarl import URL

from adapters.control import Control, send
from bot.__main__ import main
from bot.model.errors import GoldenFileError
from bot.upkeep.desk import Call, CommandResult
from knowledge.model.errors import KnowledgeError
from knowledge.model.report import Progress, Show
from tests.flow.stand_in.handbook import DISCOUNT, FILES, PARCELS
from tests.flow.stand_in.processes import TIMEOUT_S, begun, until
from tests.flow.stand_in.served import served

pytestmark = pytest.mark.usefixtures("process_as_it_was")


# --- the command line and a server --------------------------------------------------------------


@pytest.fixture
def documents(source: Path, indexed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The documents of a server that runs; the commands themselves would look elsewhere."""
    with served(source, indexed):
        monkeypatch.setenv("STOREWISE_SOURCE", str(source / "nowhere"))
        yield source


def changed(documents: Path, percent: int) -> None:
    """Another staff discount."""
    page = documents / FILES[1]
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("is 20% off", f"is {percent}% off"), encoding="utf-8")


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What a command prints."""
    assert main(list(arguments)) == code
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@pytest.mark.usefixtures("documents")
@pytest.mark.parametrize(
    ("question", "answer", "document"),
    [
        (DISCOUNT, "20% off regular prices", "staff-discount-en"),
        (PARCELS, "택배는 18:00까지 접수하면 당일에 발송됩니다.", "parcel-pickup-ko"),
    ],
)
def test_a_question_is_answered_by_the_server(
    question: str, answer: str, document: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(capsys, "ask", question)
    printed = json.loads(said(capsys, "ask", "--json", question, "--as-of", "2026-11-21"))

    assert answer in text
    assert answer in printed["answer"]
    assert printed["citations"][0]["doc_id"] == document
    assert (printed["verdict"], printed["filters"]["as_of"]) == ("pass", "2026-11-21")


@pytest.mark.usefixtures("documents")
def test_a_question_about_a_text_is_answered_by_the_server_from_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.md").write_text("명절 전날에는 16:00에 문을 닫습니다.", encoding="utf-8")

    known = said(capsys, "ask", "명절 전날에는 몇 시에 문을 닫나요?", "--text", "text.md")
    unknown = said(capsys, "ask", DISCOUNT, "--text", "text.md")

    assert known.startswith("명절 전날에는 16:00에 문을 닫습니다. [1]")
    assert unknown.startswith("This information is not available in the selected text.")


def test_reindex_diff_status_and_rollback_are_done_by_the_server(
    documents: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # It was indexed from another folder with the same files.
    said(capsys, "reindex")
    unchanged = said(capsys, "diff")
    changed(documents, 25)
    diff = said(capsys, "diff")
    versions = said(capsys, "diff", "staff-discount-en")
    report = said(capsys, "reindex")
    new = said(capsys, "ask", DISCOUNT)
    back = said(capsys, "rollback")
    old = said(capsys, "ask", DISCOUNT)
    status = said(capsys, "status")

    assert unchanged == "No documents have changed since then.\n"
    assert diff.splitlines()[1:] == ["~ staff-discount-en@2"]
    assert "      15% -> 20%" in versions.splitlines()
    assert "(1 new passages)" in report
    assert "0 added, 1 changed, 0 removed" in report
    assert ("25% off" in new, "20% off" in old) == (True, True)
    assert back.startswith("Rolled back: index 2 from ")
    assert status.startswith("Index 2 from ")
    assert "3 documents (en 2, ko 1)" in status
    assert f"Documents from {documents}." in status
    assert "Previous: index 3 from " in status


def test_the_progress_of_a_run_is_seen_where_it_was_asked_for(
    documents: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    changed(documents, 25)
    monkeypatch.setenv("FORCE_COLOR", "1")  # how rich is told that it writes to a terminal
    monkeypatch.setenv("TERM", "xterm")

    assert main(["reindex", "--full"]) == 0

    shown = capfd.readouterr().err
    assert "documents" in shown
    assert "passages" in shown


@pytest.mark.usefixtures("documents")
def test_golden_questions_are_asked_of_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    golden, out = tmp_path / "golden.jsonl", tmp_path / "out.json"
    golden.write_text(
        json.dumps({"id": "en", "question": DISCOUNT, "answerable": True, "answers": ["20%"]})
        + "\n"
        + json.dumps({"id": "ko", "question": PARCELS, "answerable": True, "answers": ["18:00"]}),
        encoding="utf-8",
    )

    printed = said(capsys, "eval", str(golden), "--json", str(out))

    told = json.loads(out.read_text(encoding="utf-8"))
    assert printed.splitlines()[0].split() == ["questions", "2"]
    assert [one["right"] for one in told["questions"]] == [True, True]


@pytest.mark.usefixtures("documents")
def test_trouble_of_the_server_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "빈 폴더"
    empty.mkdir()

    code = main(["reindex", str(empty)])

    [line] = capsys.readouterr().err.splitlines()
    assert code == 1
    assert line == f"storewise: there is no document that can be read in {empty}"


@pytest.mark.usefixtures("documents")
def test_a_second_server_is_refused_and_told_who_is_the_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = main(["serve"])

    [line] = capsys.readouterr().err.splitlines()
    assert code == 1
    assert f"is in use by `storewise serve` (process {os.getpid()})" in line


@pytest.mark.long
def test_a_server_that_was_killed_stops_no_command(
    source: Path,
    indexed: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        monkeypatch.setenv("SERVER_PORT", str(free.getsockname()[1]))
    monkeypatch.setenv("STOREWISE_SOURCE", str(source))
    with begun("serve") as server:
        until(server, "Stop with Ctrl-C.")
        alive = said(capsys, "status")
        refused = main(["serve"])
        who = capsys.readouterr().err
        server.send_signal(signal.SIGKILL)
        server.communicate(timeout=TIMEOUT_S)
    left = (indexed / "lock.holder").exists()

    answer = said(capsys, "ask", PARCELS)
    changed(source, 30)
    report = said(capsys, "reindex")
    audit = said(capsys, "audit")

    assert "  console::me  start  serve  done  host=this machine slack=False" in audit
    assert alive.startswith("Index 2 from ")
    assert refused == 1
    assert f"`storewise serve` (process {server.pid})" in who
    assert left
    assert "18:00" in answer
    assert "1 changed" in report
    assert not (indexed / "lock.holder").exists()


# --- both ends by themselves --------------------------------------------------------------------


@dataclass
class Answers:
    """Does what it is told to with an order, and keeps it."""

    said: CommandResult = field(
        default_factory=lambda: CommandResult("14일입니다.", 0, {"answer": "14일입니다."})
    )
    steps: tuple[Progress, ...] = ()
    error: Exception | None = None
    released: asyncio.Event | None = None
    """What it waits for."""
    calls: list[Call] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    taken: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, call: Call, show: Show) -> CommandResult:
        self.calls.append(call)
        self.taken.set()
        for one in self.steps:
            await asyncio.to_thread(show, one)
        try:
            if self.released is not None:
                await self.released.wait()
        except asyncio.CancelledError:
            self.ended.append("stopped")
            raise
        self.ended.append("done")
        self.over.set()
        if self.error is not None:
            raise self.error
        return self.said


@dataclass(frozen=True)
class Place:
    """Where orders are taken."""

    address: str
    token: str


CALL = Call("ask", {"question": "환불은 며칠이에요?"})


@asynccontextmanager
async def controlled(answers: Answers) -> AsyncIterator[Place]:
    """Orders are taken meanwhile."""
    places: list[Place] = []
    control = Control(answers, lambda address, token: places.append(Place(address, token)))
    application = web.Application()
    application.cleanup_ctx.append(control.running)
    runner = web.AppRunner(application)
    await runner.setup()
    try:
        yield places[0]
    finally:
        await runner.cleanup()


def nowhere(_: Progress) -> None:
    """Nobody looks."""


async def test_an_order_and_what_comes_of_it_arrive_whole() -> None:
    answers = Answers(
        steps=(Progress("passages", 64, 315, 12.5), Progress("questions", 1, 48)),
        said=CommandResult("길다 " * 100_000, 1, {"answer": None, "citations": [{"page": 3}]}),
    )
    seen: list[Progress] = []

    async with controlled(answers) as place:
        said = await send(place.address, place.token, CALL, seen.append)

    assert answers.calls == [CALL]
    assert said == answers.said
    assert seen == list(answers.steps)


@pytest.mark.parametrize("token", ["", "wrong", "비밀"])
async def test_without_the_token_nothing_is_done(token: str) -> None:
    answers = Answers()

    async with controlled(answers) as place:
        said = await send(place.address, token, CALL, nowhere)
        async with (
            ClientSession() as session,
            session.post(place.address, json={"command": "status", "arguments": {}}) as response,
        ):
            status = response.status

    assert (said, status, answers.calls) == (None, 403, [])


async def test_a_token_that_is_no_text_is_refused_like_any_other() -> None:
    async with controlled(Answers()) as place:
        reader, writer = await asyncio.open_connection("127.0.0.1", URL(place.address).port)
        writer.write(
            b"POST / HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer \xff\xfe\r\n"
            b"Content-Length: 0\r\nConnection: close\r\n\r\n"
        )
        status = await reader.readline()
        writer.close()
        await writer.wait_closed()

    assert b" 403 " in status


async def test_orders_are_taken_on_this_machine_only() -> None:
    async with controlled(Answers()) as place:
        assert place.address.startswith("http://127.0.0.1:")


async def test_where_nobody_listens_the_command_does_it_itself() -> None:
    async with controlled(Answers()) as place:
        pass

    assert await send(place.address, place.token, CALL, nowhere) is None


@pytest.mark.parametrize(
    "error",
    [KnowledgeError("there is no /srv/handbook"), GoldenFileError("golden.jsonl:3: needs an id")],
)
async def test_trouble_that_was_expected_is_the_same_at_the_other_end(error: Exception) -> None:
    async with controlled(Answers(error=error)) as place:
        with pytest.raises(type(error)) as raised:
            await send(place.address, place.token, CALL, nowhere)

    assert str(raised.value) == str(error)


async def test_a_bug_is_logged_without_words_and_the_caller_is_told_where(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with controlled(Answers(error=ZeroDivisionError("홍길동"))) as place:
        with pytest.raises(KnowledgeError, match="its log says more"):
            await send(place.address, place.token, CALL, nowhere)

    assert "a bug stopped an order" in [record.message for record in caplog.records]
    assert "홍길동" not in caplog.text
    assert "환불" not in caplog.text


async def test_an_order_is_finished_though_its_caller_has_gone() -> None:
    answers = Answers(released=asyncio.Event(), steps=(Progress("passages", 1, 2),))
    assert answers.released is not None

    async with controlled(answers) as place:
        seen = asyncio.Event()
        caller = asyncio.create_task(send(place.address, place.token, CALL, lambda _: seen.set()))
        await seen.wait()
        caller.cancel()
        await asyncio.gather(caller, return_exceptions=True)
        answers.released.set()
        await answers.over.wait()

    assert answers.ended == ["done"]


async def test_a_server_that_is_stopped_ends_short_orders_and_stops_long_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("adapters.control._END_S", 0.05)
    short = Answers(released=asyncio.Event())
    long = Answers(released=asyncio.Event())
    assert short.released is not None

    results: list[Any] = []
    for answers in (short, long):
        async with controlled(answers) as place:
            caller = asyncio.create_task(send(place.address, place.token, CALL, nowhere))
            await answers.taken.wait()
            asyncio.get_running_loop().call_later(0.01, short.released.set)
        results += await asyncio.gather(caller, return_exceptions=True)

    assert (short.ended, long.ended) == (["done"], ["stopped"])
    assert results[0] == short.said
    assert isinstance(results[1], KnowledgeError)
    assert str(results[1]) == "the running server was stopped meanwhile"
