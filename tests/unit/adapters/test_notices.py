"""Administrators are told what does not work once, and that it works again."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

import pytest

from adapters.web.watching.notices import (
    BUSY_S,
    MOST_AN_HOUR,
    QUIET_S,
    HealthNotices,
    News,
    Words,
    any_reached,
    keep_told,
    words_of,
)
from bot import texts
from bot.model.health import Trouble

Troubles = Mapping[str, Trouble]

DISK = {"disk": Trouble("almost_full", "90 MB are free; make room for 200 MB.")}
MODEL = {"language_model": Trouble("auth", "Check OPENAI_API_KEY.")}
INDEX = {"index": Trouble("unreadable", "Check the disk.")}
INDEXING = {"index": Trouble("indexing", "Wait.")}


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Office:
    """Administrators who are told at every look, one minute apart."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.notices = HealthNotices(self.clock)
        self.told: list[News] = []

    def looks(self, troubles: Troubles, minutes: int = 1) -> News:
        """What they are told during these minutes, the last of it."""
        last = News()
        for _ in range(minutes):
            news = self.notices.news(troubles)
            if news:
                self.notices.told(news)
                self.told.append(news)
                last = news
            self.clock.now += 60.0
        return last


def test_each_trouble_is_told_once() -> None:
    office = Office()

    first, again, more = (office.looks(one) for one in (DISK, DISK, DISK | MODEL))

    assert (dict(first.broken), bool(again), dict(more.broken)) == (DISK, False, MODEL)


def test_what_works_for_some_minutes_is_said_to_and_told_again_when_it_breaks() -> None:
    office = Office()
    office.looks(DISK)

    at_once = office.looks({})
    later = office.looks({}, minutes=5)
    broken = office.looks(DISK)

    assert (bool(at_once), later.working, dict(broken.broken)) == (False, ("disk",), DISK)


def test_a_part_that_comes_and_goes_is_told_once() -> None:
    office = Office()

    for minute in range(20):
        office.looks(DISK if minute % 2 == 0 else {})

    assert len(office.told) == 1


def test_a_part_that_is_made_again_works_only_when_it_is_done() -> None:
    office = Office()
    office.looks(INDEX)

    office.looks(INDEXING, minutes=30)
    made = office.looks({}, minutes=6)

    assert [bool(one.working) for one in office.told] == [False, True]
    assert made.working == ("index",)


def test_parts_that_break_again_and_again_make_few_messages() -> None:
    office = Office()

    for _ in range(6):
        office.looks(DISK, minutes=3)
        office.looks({}, minutes=7)

    assert len(office.told) == MOST_AN_HOUR


def test_what_came_beyond_the_hour_is_told_later_if_it_lasts() -> None:
    office = Office()
    for _ in range(MOST_AN_HOUR // 2):
        office.looks(DISK, minutes=1)
        office.looks({}, minutes=7)

    within = office.looks(MODEL, minutes=5)
    later = office.looks(MODEL, minutes=60)

    assert (bool(within), dict(later.broken)) == (False, MODEL)


def test_what_every_start_has_for_a_while_is_not_told() -> None:
    starting = {"slack": Trouble("starting", ""), "index": Trouble("indexing", "Wait.")}

    assert not HealthNotices(Clock()).news(starting)


def test_what_nobody_could_be_told_is_told_some_minutes_later() -> None:
    clock = Clock()
    notices = HealthNotices(clock)
    notices.news(DISK)
    notices.untold()

    at_once = notices.news(DISK)
    clock.now = QUIET_S
    later = notices.news(DISK)

    assert (bool(at_once), dict(later.broken)) == (False, DISK)


async def test_a_bug_at_one_administrator_keeps_none_of_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    reached = []

    async def tell(name: str) -> bool:
        if name == "kim":
            raise ValueError(name)
        reached.append(name)
        return name == "lee"

    assert await any_reached(tell(name) for name in ("kim", "lee", "park"))
    assert reached == ["lee", "park"]
    assert "kim" not in caplog.text


@pytest.mark.parametrize("reached", [True, False])
async def test_a_message_is_sent_once_whether_or_not_it_arrives(reached: bool) -> None:
    sent = []

    async def troubles() -> Troubles:
        return DISK

    async def tell(words: Words) -> bool:
        sent.append(words("en"))
        return reached

    with suppress(TimeoutError):
        async with asyncio.timeout(0.2):
            await keep_told(troubles, [tell], look_s=0.01)

    assert len(sent) == 1


def test_the_words_name_the_part_what_staff_notice_and_the_cure_in_both_languages() -> None:
    news = News(DISK, ("index",))

    english, korean = words_of(news, "en"), words_of(news, "ko")

    assert "the disk: soon I can't save answers and ratings." in english
    assert "Please tell the person who runs storewise: disk, almost_full: 90 MB are free" in english
    assert "디스크: 곧 답변과 평가를 저장하지 못하게 됩니다." in korean
    assert "storewise 담당자에게 전해 주세요: disk, almost_full: 90 MB" in korean
    assert "Working again: the index of the documents." in english
    assert "다시 작동합니다: 문서 색인." in korean


def test_what_staff_notice_is_known_of_every_part_that_has_a_name() -> None:
    assert texts.NOTICED.keys() == texts.PARTS.keys()


def test_a_check_that_is_slow_for_a_moment_is_not_told_and_one_that_stays_so_is() -> None:
    clock = Clock()
    notices, slow = HealthNotices(clock), {"vectors": Trouble("timeout", "It does not answer.")}

    first = notices.news(slow)
    clock.now = BUSY_S - 1
    meanwhile = notices.news(slow)
    clock.now = BUSY_S
    lasting = notices.news(slow)

    assert (bool(first), bool(meanwhile), dict(lasting.broken)) == (False, False, slow)


def test_a_check_that_was_slow_twice_with_a_good_one_between_is_not_told() -> None:
    clock = Clock()
    notices, slow = HealthNotices(clock), {"vectors": Trouble("timeout", "It does not answer.")}

    notices.news(slow)
    clock.now = 60.0
    notices.news({})
    clock.now = BUSY_S + 30.0

    assert not notices.news(slow)
