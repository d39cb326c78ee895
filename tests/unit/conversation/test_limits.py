"""So many messages a minute, of a person and of a channel."""

from dataclasses import dataclass, replace

import pytest

from bot.conversation.rate_limits import Limits, MemoryCounts
from bot.model import Message, Platform, Scope

ASKED = Message(Platform.SLACK, "T1:C1:1.0", "U1", "how long for headphones?", workspace_id="T1")


@dataclass
class _Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


async def _said(limits: Limits, message: Message = ASKED, channel: str = "C1") -> str | None:
    """What is said about a message; None for one that is taken on."""
    away = await limits.turned_away(message, channel)
    if away is None:
        return None
    return away.reply.text if away.reply else ""


async def test_after_a_minute_a_person_is_heard_again() -> None:
    clock = _Clock()
    limits = Limits(per_person=2, clock=clock)

    first = [await _said(limits) for _ in range(2)]
    clock.now += 45
    turned_away = [await _said(limits) for _ in range(3)]
    clock.now += 15
    again = [await _said(limits) for _ in range(3)]

    assert first == [None, None]
    assert turned_away == [
        "That was a lot of messages. Please ask again in 15 seconds.",
        "",
        "",
    ]
    assert again[:2] == [None, None]
    assert again[2] == str(turned_away[0]).replace("15", "60")


async def test_the_reply_is_private_in_the_language_of_the_message_with_its_reference() -> None:
    limits = Limits(per_person=1)
    korean = replace(ASKED, text="환불 기간은?")

    await limits.turned_away(korean, "C1")
    away = await limits.turned_away(korean, "C1")

    assert away is not None
    assert away.reply is not None
    assert (away.reply.language, away.reply.private) == ("ko", True)
    assert away.reply.trace_id == korean.trace_id


async def test_a_channel_may_set_the_language() -> None:
    limits = Limits(per_person=1)
    scoped = replace(ASKED, scope=Scope(language="ko"))

    assert "메시지를 많이 보내셨습니다" in str(
        [await _said(limits, scoped), await _said(limits, scoped)][1]
    )


async def test_others_and_other_companies_and_platforms_are_counted_by_themselves() -> None:
    limits = Limits(per_person=1)
    others = [
        ASKED,
        replace(ASKED, sender_id="U2"),
        replace(ASKED, workspace_id="T2"),
        replace(ASKED, platform=Platform.TEAMS),
    ]

    assert [await _said(limits, one) for one in others] == [None] * 4


async def test_in_a_full_channel_each_person_is_told_once() -> None:
    limits = Limits(per_channel=1)
    other = replace(ASKED, sender_id="U2")

    said = [await _said(limits, one) for one in (ASKED, ASKED, other, ASKED, other)]

    assert [bool(one) for one in said] == [False, True, True, False, False]
    assert said[3:] == ["", ""]


async def test_what_was_said_to_nobody_is_turned_away_in_silence() -> None:
    limits = Limits(per_person=1)
    await limits.turned_away(ASKED, "C1")

    away = await limits.turned_away(ASKED, "C1", overheard=True)

    assert away is not None
    assert away.reply is None
    assert "a lot of messages" in str(await _said(limits))  # it has not been said yet


async def test_a_window_is_told_each_time() -> None:
    limits = Limits(per_person=1)
    selected = replace(ASKED, selected_text="The van comes at 06:30.")

    assert [bool(await _said(limits, selected)) for _ in range(3)] == [False, True, True]


async def test_without_limits_nobody_is_turned_away() -> None:
    limits = Limits()

    assert [await _said(limits) for _ in range(1000)] == [None] * 1000
    assert all([await limits.may_search("slack:T1:U1") for _ in range(1000)])


async def test_searches_are_counted_by_themselves() -> None:
    clock = _Clock()
    limits = Limits(per_person=1, searches=2, clock=clock)
    await limits.turned_away(ASKED, "C1")

    searched = [await limits.may_search("slack:T1:U1") for _ in range(3)]
    clock.now += 60
    again = await limits.may_search("slack:T1:U1")

    assert (searched, again) == ([True, True, False], True)


async def test_many_people_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.conversation.rate_limits._MOST_KEYS", 10)
    counts = MemoryCounts()
    limits = Limits(per_person=1, counts=counts)

    for number in range(50):
        await limits.turned_away(replace(ASKED, sender_id=f"U{number}"), "")

    assert len(counts._windows) == 10
    assert await _said(limits, replace(ASKED, sender_id="U49")) is not None
