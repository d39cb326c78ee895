"""A store's message of the day: what is in it, when it is posted, and that it is posted once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from adapters.database import Database
from adapters.records.shifts import SqlShifts
from bot.main.app import App, build
from bot.model import Platform
from bot.model.days import Daily
from bot.model.kept import Corrected, ShiftMessage
from bot.settings import OpenAISettings, Settings, StoreSettings
from bot.stores import Store, Stores
from bot.upkeep.reports.daily import ShiftMessages
from bot.upkeep.reports.week import Shifts, shift_words
from knowledge.model.errors import KnowledgeError
from knowledge.model.places import Places
from tests.fakes import FakeNotices

SEOUL = ZoneInfo("Asia/Seoul")
DAY = date(2026, 11, 27)
GANGNAM = Store(
    "gangnam",
    {"ko": "강남점", "en": "Gangnam"},
    language="ko",
    channels={Platform.SLACK: ("C1",), Platform.TEAMS: ("19:chan@thread.tacv2",)},
)
LEEDS = Store(
    "leeds", {"en": "Leeds"}, timezone=ZoneInfo("Europe/London"), channels={Platform.SLACK: ("C2",)}
)


def _page(title: str, text: str, **more: object) -> str:
    matter = "".join(f"{name}: {value}\n" for name, value in more.items())
    return f"---\ntitle: {title}\n{matter}---\n# {title}\n\n{text}\n"


def _refund(version: int, days: int, since: date) -> str:
    text = f"미개봉 상품은 {days}일 안에 환불합니다.\n\n영수증이 필요합니다."
    return _page("환불 규정", text, doc_id="refund", version=version, effective_from=since)


FILES = {
    "refund1.md": _refund(1, 30, date(2026, 1, 1)),
    "refund2.md": _refund(2, 14, DAY),
    "winter.md": _page("겨울 영업시간", "10시에 엽니다.", effective_from=DAY + timedelta(days=3)),
    "spring.md": _page("봄 영업시간", "9시에 엽니다.", effective_from=DAY + timedelta(days=90)),
    "offer.md": _page("커피 행사", "반값입니다.", effective_until=DAY + timedelta(days=2)),
    "old.md": _page("작년 행사", "끝났습니다.", effective_until=DAY - timedelta(days=1)),
    "own.md": _page("Leeds parking", "Two hours.", store="leeds", effective_from=DAY),
    "secret.md": _page("급여 기준", "비공개입니다.", audience="manager", effective_from=DAY),
    "till.md": _page("시재 점검", "시재금은 30만 원입니다."),
}


async def _no_corrections() -> list[Corrected]:
    return []


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    (tmp_path / "documents").mkdir()
    for name, text in FILES.items():
        (tmp_path / "documents" / name).write_text(text, encoding="utf-8")
    store = StoreSettings(source=Places.of(tmp_path / "documents"), data=tmp_path / "data")
    with closing(build(Settings(openai=OpenAISettings(api_key=None), store=store))) as made:
        await made.indexer.rebuild()
        yield made


async def test_the_day_has_what_is_new_coming_ending_and_corrected(app: App) -> None:
    now = datetime.now(UTC)

    async def corrected() -> list[Corrected]:
        return [
            Corrected("r1", "till", now, "r2"),
            Corrected("r3", "offer", now - timedelta(days=2), "r4"),
        ]

    shift = await Shifts(app.search, corrected).of(GANGNAM, DAY)

    assert shift_words(shift, "ko").split("\n") == [
        "**강남점 · 2026년 11월 27일**",
        "",
        "**오늘부터 시행**",
        "- 환불 규정: 미개봉 상품은 14일 안에 환불합니다.",
        "",
        "**곧 시행**",
        "- 겨울 영업시간, 2026년 11월 30일부터",
        "",
        "**곧 종료**",
        "- 커피 행사, 2026년 11월 29일까지",
        "",
        "**어제 이후 정정된 안내**",
        "- 시재 점검",
    ]


async def test_a_store_reads_of_its_own_rules_and_no_other_store_does(app: App) -> None:
    shifts = Shifts(app.search, _no_corrections)

    own, other = [shift_words(await shifts.of(one, DAY), "en") for one in (LEEDS, GANGNAM)]

    assert "Leeds parking" in own
    assert "Leeds parking" not in other
    # Everybody in the channel reads it.
    assert "급여" not in own + other


async def test_a_day_without_anything_is_no_message(app: App) -> None:
    shift = await Shifts(app.search, _no_corrections).of(GANGNAM, DAY + timedelta(days=30))

    assert not shift


class _Clock:
    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


class _Posting:
    """The messages of the day of some stores, with a clock to set."""

    def __init__(self, app: App, *stores: Store, at: str = "09:00", days: int = 30) -> None:
        self.clock = _Clock(datetime(2026, 11, 27, 8, 59, tzinfo=SEOUL))
        self.slack, self.teams = FakeNotices(), FakeNotices()
        self.stores = stores
        self._app, self._at = app, at
        self.messages = self.again()

    def again(self) -> ShiftMessages:
        """The same after a restart."""
        self.messages = ShiftMessages(
            Stores(self.stores),
            Shifts(self._app.search, _no_corrections),
            SqlShifts(self._app.kept.database, 30),
            {Platform.SLACK: self.slack, Platform.TEAMS: self.teams},
            Daily.written(self._at),
            SEOUL,
            now=self.clock,
        )
        return self.messages

    async def look(self, *when: tuple[int, int]) -> list[tuple[str, str]]:
        """The channels with their languages that got a message by these times of the day."""
        for hour, minute in when:
            self.clock.now = self.clock.now.replace(hour=hour, minute=minute)
            for store in self.stores:
                await self.messages.look(store)
        posted = [*self.slack.shifts, *self.teams.shifts]
        return [(one.channel, one.language) for one in posted]


async def test_it_comes_at_its_hour_to_every_channel_and_once(app: App) -> None:
    posting = _Posting(app, GANGNAM)

    before = await posting.look((8, 59))
    then = await posting.look((9, 0), (9, 1), (10, 30))
    posting.again()
    after_a_restart = await posting.look((10, 40))

    assert before == []
    assert then == [("C1", "ko"), ("19:chan@thread.tacv2", "ko")]
    assert after_a_restart == then


async def test_a_server_that_was_down_posts_it_late_but_not_in_the_evening(app: App) -> None:
    assert await _Posting(app, GANGNAM).look((19, 0)) == []
    assert await _Posting(app, GANGNAM).look((10, 59)) != []


async def test_each_store_has_its_own_clock(app: App) -> None:
    posting = _Posting(app, LEEDS)

    assert await posting.look((9, 0), (17, 59)) == []
    assert await posting.look((18, 0)) == [("C2", "en")]


async def test_it_may_come_when_each_store_opens(app: App) -> None:
    at_seven = Store(
        "a",
        {"ko": "가"},
        opens=datetime(2026, 1, 1, 7, 30).time(),  # noqa: DTZ001 - a time of any day
        channels={Platform.SLACK: ("C3",)},
    )
    unknown = Store("b", {"ko": "나"}, channels={Platform.SLACK: ("C4",)})
    posting = _Posting(app, at_seven, unknown, at="opening")

    assert await posting.look((7, 29)) == []
    assert await posting.look((7, 30), (9, 0)) == [("C3", "en")]


async def test_one_that_was_not_posted_is_tried_again_after_a_while(app: App) -> None:
    posting = _Posting(app, GANGNAM)
    posting.slack.reaches = False

    first = await posting.look((9, 0), (9, 5))
    posting.slack.reaches = True
    later = await posting.look((9, 9), (9, 10), (9, 30))

    assert first == [("19:chan@thread.tacv2", "ko")]
    assert later == [("C1", "ko"), ("19:chan@thread.tacv2", "ko")]


async def test_trouble_with_the_index_stops_no_other_day(app: App) -> None:
    posting = _Posting(app, GANGNAM)

    async def fails() -> list[Corrected]:
        raise KnowledgeError("away")

    working, posting.messages._shifts._corrected = posting.messages._shifts._corrected, fails
    assert await posting.look((9, 0)) == []
    posting.messages._shifts._corrected = working
    assert await posting.look((9, 10)) != []


async def test_it_looks_until_it_is_stopped(app: App) -> None:
    posting = _Posting(app, GANGNAM)
    posting.clock.now = posting.clock.now.replace(hour=9, minute=0)
    with suppress(TimeoutError):
        async with asyncio.timeout(0.5):
            await posting.messages.run(look_s=0.01)

    assert len(posting.slack.shifts) == 1


async def test_who_has_read_a_message_is_kept_once_in_order(database: Database) -> None:
    kept = SqlShifts(database, 30)
    message = ShiftMessage("s1", "gangnam", "2026-11-27", Platform.SLACK, "C1", "ko", "**강남점**")
    at = datetime(2026, 11, 27, 9, tzinfo=UTC)

    assert await kept.claim(message)
    await kept.read("s1", "U2", at)
    await kept.read("s1", "U1", at + timedelta(minutes=1))
    read = await kept.read("s1", "U2", at + timedelta(minutes=2))

    assert read is not None
    assert (read.readers, read.text, read.language) == (("U2", "U1"), "**강남점**", "ko")
    assert await kept.read("s9", "U1", at) is None


async def test_old_messages_are_deleted_with_their_readers(database: Database) -> None:
    kept = SqlShifts(database, 30)
    old, new = [
        ShiftMessage(name, "a", day, Platform.SLACK, "C1", "en", "x")
        for name, day in (("s1", "2026-10-01"), ("s2", "2026-11-27"))
    ]
    await kept.claim(old)
    await kept.claim(new)

    assert await kept.read("s1", "U1", datetime.now(UTC)) is None


@pytest.mark.parametrize(
    ("written", "said"), [("09:00", "09:00"), (" Opening ", "opening"), ("23:59", "23:59")]
)
def test_a_time_or_the_opening(written: str, said: str) -> None:
    assert str(Daily.written(written)) == said


@pytest.mark.parametrize("written", ["", "9:00", "24:00", "noon", "mon 09:00"])
def test_another_time_is_refused_with_the_right_form(written: str) -> None:
    with pytest.raises(ValueError, match="opening"):
        Daily.written(written)
