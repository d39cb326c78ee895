"""What people say to each other is no question, and a quoted message is the one before."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.conversation.threads import is_for_its_reader
from bot.main.app import App, build
from bot.model import Message, Platform, Reply, Scope
from bot.settings import SAMPLE
from tests.flow.stand_in.editions import settings

ASKED = "how long do customers have to return headphones?"
ASKED_KO = "헤드폰은 며칠 안에 환불할 수 있나요?"
SAID = "Unopened headphones can be returned within 14 days of purchase with the receipt."


@pytest.fixture
async def app(own_sample: Path) -> AsyncIterator[App]:
    app = build(settings(SAMPLE, own_sample))
    yield app
    app.close()


async def replied(app: App, thread: str, text: str, **more: Any) -> tuple[Message, Reply]:
    scope = Scope(as_of=date(2026, 11, 27))
    message = Message(Platform.SLACK, thread, "U1", text, scope=scope, **more)
    return message, await app.conversation.handle(message)


TALK = {
    "who has the key to the locker room?": ASKED,
    "can you cover my shift on friday Kim?": ASKED,
    "오늘 몇 시에 퇴근해?": ASKED_KO,
}


async def test_talk_among_people_gets_silence_each_time_and_is_no_turn(app: App) -> None:
    said = []
    for talk, first in TALK.items():
        await replied(app, f"T1:C1:{talk}", first)
        heard = [await replied(app, f"T1:C1:{talk}", talk, addressed=False) for _ in range(2)]
        said += [talk for one in heard if is_for_its_reader(*one)]
    thread = "T1:C1:can you cover my shift on friday Kim?"
    message, reply = await replied(app, thread, "and opened ones?", addressed=False)

    stored = await app.kept.records.given(datetime.now(UTC) - timedelta(minutes=5))
    assert said == []
    assert not {one.question for one in stored} & set(TALK)
    assert is_for_its_reader(message, reply)
    assert "Opened earphones and headphones cannot be refunded" in reply.text


async def test_a_quoted_message_is_the_one_before_whatever_came_after_it(app: App) -> None:
    await replied(app, "T1:D1:1", "how long does opened milk keep?")

    _, english = await replied(app, "T1:D1:1", "and opened ones?", quoted=SAID)
    _, korean = await replied(app, "T1:D1:1", "개봉한 것은요?", quoted=ASKED_KO)

    assert "Opened earphones and headphones" in english.text
    assert "개봉한 이어폰과 헤드폰은" in korean.text
