"""From the signed request to the reply: decoration changes no answer, and nothing goes unsaid."""

from typing import Any

import pytest

from tests.flow.slack.stand_in.api import direct, mention, signed
from tests.flow.slack.stand_in.bot import running

QUESTIONS = [("how long for headphones?", "14 days"), ("헤드폰 환불 기간은?", "14일")]


@pytest.mark.parametrize(("question", "answer"), QUESTIONS)
async def test_a_decorated_question_is_asked_in_the_same_words(question: str, answer: str) -> None:
    decorated = [
        f":credit_card: {question}",
        f"{question} :pray::skin-tone-5:",
        f":감사합니다: {question} 🙏🏽",
        f"*{question}*",
        f"&gt; {question}",
        f"“{question}”",
        f"`{question}`\u200b",
        f"```x = 1```\n{question}",
    ]
    async with running() as bot:
        for number, text in enumerate(decorated, 1):
            event = mention(text, ts=f"{number}.0", user=f"U{number}")
            await bot.send(signed(event, event_id=f"Ev{number}"))
        posts = [await bot.slack.post() for _ in decorated]
        await bot.settle()

    assert {one.text for one in bot.conversation.asked} == {question}
    assert all(answer in post.text for post in posts)


def section(text: str) -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


@pytest.mark.parametrize(
    "parts",
    [
        {
            "text": "",
            "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": QUESTIONS[0][0]}}],
        },
        {"text": "A form was sent", "attachments": [{"text": QUESTIONS[0][0]}]},
        {"attachments": [{"fields": [{"title": "Question", "value": QUESTIONS[0][0]}]}]},
        {"blocks": [section("*From*\n<@U9>"), section(f"*Question:* {QUESTIONS[0][0]}")]},
        {"blocks": [{"type": "markdown", "text": f"**Question**\n{QUESTIONS[0][0]}"}]},
        {"blocks": [section("Somebody asks:"), section(f"&gt; {QUESTIONS[0][0]}")]},
        {"blocks": [{"type": "card", "title": {"type": "mrkdwn", "text": QUESTIONS[0][0]}}]},
    ],
)
async def test_a_workflow_is_read_wherever_its_question_stands(parts: dict[str, Any]) -> None:
    event = mention("", bot_id="BFLOW", subtype="bot_message") | parts
    del event["user"]

    async with running() as bot:
        await bot.send(signed(event))
        reply = await bot.slack.post()

    assert "14 days" in reply.text


async def test_a_bold_word_of_a_question_is_no_label() -> None:
    event = mention("", bot_id="BFLOW", subtype="bot_message")
    event |= {"blocks": [section("*coats*: any left?")]}
    plain = event | {"ts": "2.0", "blocks": [section("*coats* in May, any left?")]}
    async with running() as bot:
        await bot.send(signed(event | {"user": "U7"}))
        await bot.send(signed(plain | {"user": "U8"}, event_id="Ev2"))
        await bot.settle()

    assert bot.conversation.asked[1].text == "coats in May, any left?"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"text": "```x = 1```"}, "I don't read code snippets."),
        (
            {"files": [{"mode": "snippet", "mimetype": "text/plain"}]},
            "I don't read attached files.",
        ),
        (
            {"blocks": [{"type": "block_of_next_year"}]},
            "저는 카드나 Loop 구성 요소를 읽을 수 없습니다.",
        ),
    ],
)
async def test_what_is_not_read_is_said(parts: dict[str, Any], said: str) -> None:
    async with running() as bot:
        await bot.send(signed(direct("") | parts))
        reply = await bot.slack.post()
        await bot.settle()

    assert said in reply.text
    assert bot.conversation.asked == []
