"""Administrators are told what does not work once, and that it works again."""

from adapters.web.notices import QUIET_S, HealthNotices, words_of
from bot.model.health import Trouble

DISK = {"disk": Trouble("almost_full", "90 MB are free; make room for 200 MB.")}
MODEL = {"language_model": Trouble("auth", "Check OPENAI_API_KEY.")}


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_each_trouble_is_told_once() -> None:
    notices = HealthNotices(Clock())

    first, again, more = (notices.news(one) for one in (DISK, DISK, DISK | MODEL))

    assert (dict(first.broken), bool(again), dict(more.broken)) == (DISK, False, MODEL)


def test_what_works_for_some_minutes_is_said_to_and_told_again_when_it_breaks() -> None:
    clock = Clock()
    notices = HealthNotices(clock)
    notices.news(DISK)

    at_once = notices.news({})
    clock.now = QUIET_S
    later = notices.news({})
    broken = notices.news(DISK)

    assert (bool(at_once), later.working, dict(broken.broken)) == (False, ("disk",), DISK)


def test_a_part_that_comes_and_goes_is_told_once() -> None:
    clock = Clock()
    notices = HealthNotices(clock)
    told = []

    for minute in range(20):
        clock.now = minute * 60.0
        told.append(bool(notices.news(DISK if minute % 2 == 0 else {})))

    assert told.count(True) == 1


def test_what_every_start_has_for_a_while_is_not_told() -> None:
    starting = {"slack": Trouble("starting", ""), "index": Trouble("indexing", "Wait.")}

    assert not HealthNotices(Clock()).news(starting)


def test_the_words_name_the_part_and_the_cure_in_both_languages() -> None:
    news = HealthNotices(Clock()).news(DISK)

    assert "the disk (almost_full): 90 MB are free" in words_of(news, "en")
    assert "디스크 (almost_full): 90 MB" in words_of(news, "ko")
    assert "작동하지 않습니다" in words_of(news, "ko")
