"""The week's message to administrators: what it has, and when it is sent."""

import asyncio
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from adapters.database import Database
from adapters.records.counts import SqlShortLived
from adapters.web.watching.notices import Words, tell_weekly
from bot.main.app import App, build
from bot.main.serve.digests import claiming
from bot.model import Message, Platform
from bot.model.days import Weekly
from bot.model.errors import RecordsError
from bot.model.kept import Feedback
from bot.settings import OpenAISettings, Settings, StoreSettings
from bot.upkeep.history.provenance import record_of
from bot.upkeep.reports import Reports
from bot.upkeep.reports.week import Digest, Week, words_of
from knowledge.model.documents import Language
from tests.fakes import FakeRecords

_SEOUL = ZoneInfo("Asia/Seoul")
_MONDAY = datetime(2026, 11, 23, 8, 59, tzinfo=_SEOUL)


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (_MONDAY, _MONDAY + timedelta(minutes=1)),
        (_MONDAY + timedelta(minutes=1), _MONDAY + timedelta(days=7, minutes=1)),
        (_MONDAY + timedelta(days=3), _MONDAY + timedelta(days=7, minutes=1)),
        (_MONDAY - timedelta(days=1), _MONDAY + timedelta(minutes=1)),
    ],
)
def test_a_day_and_a_time_come_once_a_week(moment: datetime, expected: datetime) -> None:
    assert Weekly.written("Mon 09:00").after(moment) == expected


@pytest.mark.parametrize("written", ["", "monday 9", "mon 24:00", "mon", "09:00", "월 09:00"])
def test_another_form_is_refused_with_the_right_one(written: str) -> None:
    with pytest.raises(ValueError, match="mon 09:00"):
        Weekly.written(written)


def _document(title: str, text: str, **dates: date) -> str:
    days = "".join(f"{name}: {day}\n" for name, day in dates.items())
    return f"---\ntitle: {title}\nlanguage: en\n{days}---\n## {title}\n\n{text}\n"


async def _week(tmp_path: Path) -> tuple[App, FakeRecords]:
    """A bot with rules that begin and end, and three people who missed one thing."""
    folder = tmp_path / "documents"
    folder.mkdir()
    store = StoreSettings(source=folder, data=tmp_path / "data")
    app = build(Settings(openai=OpenAISettings(api_key=None), store=store))
    today = app.given.today()
    files = {
        "till.md": _document("Till", "The till holds ₩200,000 in the morning."),
        "soon.md": _document(
            "Winter hours", "We open at ten.", effective_from=today + timedelta(days=3)
        ).replace("language: en", "language: en\nowner: Finance"),
        "later.md": _document(
            "Spring hours", "We open at nine.", effective_from=today + timedelta(days=30)
        ),
        "ends.md": _document(
            "Autumn offer", "Coffee is half price.", effective_until=today + timedelta(days=2)
        ),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    await app.indexer.rebuild()
    records = FakeRecords()
    question = "do we sell postage stamps?"
    reply = await app.conversation.handle(Message(Platform.SLACK, "", "U0", question))
    for number in range(3):
        message = Message(
            Platform.SLACK, f"C{number}", f"U{number}", question, trace_id=f"r{number}"
        )
        named = replace(reply, trace_id=message.trace_id)
        record = record_of(message, named, datetime.now(UTC) - timedelta(hours=1))
        assert record is not None
        await records.keep(record)
    await records.rate(Feedback("r0", "slack::U0", False, datetime.now(UTC), "wrong"))
    return app, records


async def test_the_week_has_what_was_missing_and_what_begins_and_ends(tmp_path: Path) -> None:
    app, records = await _week(tmp_path)
    with closing(app):
        reports = Reports(records, app.search, app.indexer, app.given.today, _SEOUL)
        week = await Digest(reports, app.search, app.given.today).week()

    assert week.questions == 3
    assert week.gaps == [("do we sell postage stamps?", 3)]
    assert week.bad == ["do we sell postage stamps?"]
    assert [one.title for one in week.begins] == ["Winter hours"]
    assert [one.title for one in week.ends] == ["Autumn offer"]


async def test_an_owner_reads_of_their_own_documents_alone(tmp_path: Path) -> None:
    app, records = await _week(tmp_path)
    with closing(app):
        reports = Reports(records, app.search, app.indexer, app.given.today, _SEOUL)
        digest = Digest(reports, app.search, app.given.today)
        finance, nobody = await digest.week("finance"), await digest.week("Legal")

    assert [one.title for one in finance.begins] == ["Winter hours"]
    assert (finance.ends, finance.bad) == ([], [])
    assert not nobody
    assert words_of(finance, "en").splitlines()[0] == "This week for finance:"
    assert words_of(finance, "ko").splitlines()[0] == "finance 담당 문서의 지난 한 주 소식입니다."


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_message_leaves_out_what_there_is_none_of(language: Language) -> None:
    everything = Week(12, [("stamps?", 3)], ["hours?"], [("60% ≠ 80%", None)])
    only = Week(12, [("stamps?", 3)])

    all_of_it, said = words_of(everything, language), words_of(only, language)

    assert "60% ≠ 80%" in all_of_it
    assert "stamps?" in said
    assert len(said.splitlines()) < len(all_of_it.splitlines())
    assert "12" in said.splitlines()[0]


def test_a_long_list_is_cut_and_counted() -> None:
    week = Week(90, [(f"question {number}?", 2) for number in range(8)])

    assert "… and 3 more" in words_of(week, "en")


def test_a_week_without_anything_is_no_message() -> None:
    assert not Week(40)


class _Clock:
    def __init__(self) -> None:
        self.now = _MONDAY

    def __call__(self) -> datetime:
        return self.now


async def _told(made: "list[Words | Exception | None]", minutes: int) -> list[str]:
    """What administrators read while the clock goes on by so many minutes."""
    clock, said, left = _Clock(), [], list(made)

    async def make() -> Words | None:
        one = left.pop(0)
        if isinstance(one, Exception):
            raise one
        return one

    async def tell(words: Words) -> bool:
        said.append(words("en"))
        return True

    async def pass_by() -> None:
        for _ in range(minutes):
            clock.now += timedelta(minutes=1)
            await asyncio.sleep(0.002)

    weekly = Weekly.written("mon 09:00")
    telling = asyncio.create_task(tell_weekly(weekly, make, [tell], clock, look_s=0.001))
    await asyncio.sleep(0.002)
    await pass_by()
    await _ended(telling)
    return said


async def test_it_is_told_once_at_its_time() -> None:
    assert await _told([lambda _: "the week"], 30) == ["the week"]


@pytest.mark.postgres
async def test_of_several_replicas_one_tells_it_whichever_is_there(
    databases: tuple[Database, Database],
) -> None:
    clock, said = _Clock(), []

    async def make() -> Words | None:
        return lambda _: "이번 주"

    async def tell(words: Words) -> bool:
        said.append(words("ko"))
        return True

    def replica(database: Database) -> asyncio.Task[None]:
        is_ours = claiming(SqlShortLived(database), "week 0")
        weekly = Weekly.written("mon 09:00")
        return asyncio.create_task(tell_weekly(weekly, make, [tell], clock, 0.001, is_ours))

    replicas = [replica(one) for one in (*databases, databases[0])]
    await asyncio.sleep(0.01)
    await _ended(replicas.pop())
    clock.now += timedelta(minutes=1)
    async with asyncio.timeout(30):
        while not said:  # noqa: ASYNC110 - as the people see it
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    for one in replicas:
        await _ended(one)

    assert said == ["이번 주"]


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_nothing_to_say_is_not_said() -> None:
    assert await _told([None], 30) == []


async def test_records_that_cannot_be_read_do_not_end_it(caplog: pytest.LogCaptureFixture) -> None:
    assert await _told([RecordsError("its disk is full")], 30) == []

    assert "no digest" in caplog.text
