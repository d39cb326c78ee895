"""Every way to ask, against somebody else's idea of Slack."""

import asyncio
import re

import pytest

from tests.e2e.emulator import Emulator, Shown, clickables, texts
from tests.e2e.storewise import ENGLISH, KOREAN

BOTH = pytest.mark.parametrize(("question", "answer"), [(ENGLISH, "14 days"), (KOREAN, "14일")])


@pytest.mark.parametrize(
    ("question", "answer", "title"),
    [(ENGLISH, "14 days", "Refund Policy"), (KOREAN, "14일", "환불 정책")],
)
async def test_a_mention_is_answered_once_in_its_thread(
    emulator: Emulator, question: str, answer: str, title: str
) -> None:
    asked = await emulator.write("U1", f"<@UBOT> {question}")

    [reply] = await emulator.replies()

    assert reply["thread_ts"] == asked["ts"]
    assert answer in reply["text"]
    assert title in texts(reply)


@pytest.mark.parametrize(
    ("question", "next_one"),
    [(ENGLISH, "and without a receipt?"), (KOREAN, "영수증이 없으면요?")],
)
async def test_a_thread_goes_on_without_a_mention(
    emulator: Emulator, question: str, next_one: str
) -> None:
    asked = await emulator.write("U1", f"<@UBOT> {question}")
    await emulator.replies()
    await emulator.write("U1", next_one, thread_ts=asked["ts"])

    [_, reply] = await emulator.replies(at_least=2)

    assert reply["thread_ts"] == asked["ts"]


@BOTH
async def test_a_direct_message_is_answered(emulator: Emulator, question: str, answer: str) -> None:
    asked = await emulator.write("U1", question, channel="UBOT")

    [reply] = await emulator.replies(asked["channel"])

    assert reply["thread_ts"] == asked["ts"]
    assert answer in reply["text"]


async def test_what_people_say_to_each_other_is_not_answered(emulator: Emulator) -> None:
    await emulator.write("U1", ENGLISH)
    asked = await emulator.write("U1", f"<@UBOT> {ENGLISH}")

    [reply] = await emulator.replies()

    assert reply["thread_ts"] == asked["ts"]


@BOTH
async def test_ask_is_answered_to_its_caller_alone(
    emulator: Emulator, question: str, answer: str
) -> None:
    await emulator.command("U1", "/ask", question)

    [reply] = await emulator.replies()

    assert reply["ephemeral_to"] == "U1"
    assert answer in reply["text"]


@pytest.mark.parametrize("question", [ENGLISH, KOREAN])
async def test_a_suggested_question_is_answered_in_the_thread(
    emulator: Emulator, question: str
) -> None:
    # The first answer offers nothing yet: what it would offer is tried while nobody asks.
    asked: Shown = {}
    first: Shown = {}
    count = 0
    async with asyncio.timeout(30):
        while not (offered := re.search(r"follow_up:\d", str(first))):
            count += 1
            asked = await emulator.write("U1", f"<@UBOT> {question}")
            first = (await emulator.replies(at_least=count))[-1]
            await asyncio.sleep(1)
    await emulator.click(first, offered[0], user="U2")

    reply = (await emulator.replies(at_least=count + 1))[-1]

    assert reply["thread_ts"] == asked["ts"]
    assert reply["text"] != first["text"]


@pytest.mark.parametrize(
    ("question", "asked_back", "tapped", "more"),
    [
        ("can headphones be refunded?", "Has it been opened", "Opened", "“Opened”"),
        ("헤드폰 환불 되나요?", "개봉했거나 사용한", "개봉", "“개봉”"),
    ],
)
async def test_a_tap_replies_to_the_question_back_in_place_of_the_answer(
    emulator: Emulator, question: str, asked_back: str, tapped: str, more: str
) -> None:
    await emulator.write("U1", f"<@UBOT> {question}")
    first = await emulator.reply(asked_back)
    choice = clickables(first)["choice:0"]
    await emulator.click(first, "choice:0")
    second = await emulator.reply(more)

    assert choice["text"]["text"] == tapped
    assert second["ts"] == first["ts"]
    assert len(await emulator.replies()) == 1
