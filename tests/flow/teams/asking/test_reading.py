"""From the signed request to the reply: tags change no answer, and a quote is the turn before."""

import json
from typing import Any

import pytest

from tests.flow.teams.asking.test_questions import KOREAN, QUESTION, mentioned
from tests.flow.teams.stand_in.bot import Running, running

CARD = "application/vnd.microsoft.card.fluidEmbedCard"
CODE = "application/vnd.microsoft.card.codesnippet"


def quoting(said: str, quoted: str, message_id: str = "0") -> dict[str, Any]:
    """A reply to a message, as Teams sends it in a personal chat."""
    reply = (
        f'<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="{message_id}">'
        f'<strong>storewise</strong><p itemprop="preview">{quoted}</p></blockquote><p>{said}</p>'
    )
    return {"text": said, "attachments": [{"contentType": "text/html", "content": reply}]}


@pytest.mark.parametrize("question", [QUESTION, KOREAN])
async def test_a_decorated_question_is_asked_in_the_same_words(question: str) -> None:
    decorated = [
        f'<quoted messageId="1"/> {question}',
        f"<b>{question}</b>",
        f"<i>{question}</i><br>",
        f"“{question}” 🙏🏽\u200b",
    ]
    async with running() as bot:
        for number, text in enumerate(decorated):
            await bot.send(bot.said(**mentioned(text) | {"id": f"said{number}"}))
        await bot.teams.message(len(decorated) - 1)
        await bot.settle()

    assert {one.text for one in bot.conversation.asked} == {question}


@pytest.mark.parametrize("question", [QUESTION, KOREAN])
@pytest.mark.parametrize(
    "body",
    [
        [{"type": "TextBlock", "text": "New", "weight": "Bolder"}, {"type": "TextBlock"}],
        [{"type": "FactSet", "facts": [{"title": "Question", "value": "…"}]}],
        [{"type": "ColumnSet", "columns": [{"type": "Column", "items": [{"type": "TextBlock"}]}]}],
    ],
)
async def test_the_card_of_a_workflow_is_read(question: str, body: list[Any]) -> None:
    filled = json.loads(
        json.dumps(body)
        .replace('"\\u2026"', json.dumps(question))
        .replace('{"type": "TextBlock"}', json.dumps({"type": "TextBlock", "text": question}))
    )
    button = {"type": "Action.OpenUrl", "title": "Open the form", "url": "https://forms.example"}
    content = {"type": "AdaptiveCard", "body": filled, "actions": [button]}
    kind = "application/vnd.microsoft.card.adaptive"
    cards = [[{"contentType": kind, "content": one}] for one in (content, json.dumps(content))]

    async with running() as bot:
        for number, attachments in enumerate(cards):
            await bot.send(bot.said("", attachments=attachments, id=f"said{number}"))
        await bot.settle()

    assert [one.text for one in bot.conversation.asked] == [question] * 2


async def ask_and_quote(bot: Running, quoted: str, message_id: str = "0") -> str:
    """What the bot takes a reply for, after it answered in the same chat."""
    await bot.send(bot.said(QUESTION))
    await bot.teams.message()
    await bot.send(bot.said(**quoting("and coats?", quoted, message_id), id="reply"))
    await bot.settle()
    assert bot.conversation.asked[-1].text == "and coats?"
    return bot.conversation.asked[-1].quoted


@pytest.mark.parametrize(("quoted", "message_id"), [("…", "1:1"), ("14 days with a receipt", "0")])
async def test_a_reply_to_an_answer_is_about_its_question(quoted: str, message_id: str) -> None:
    async with running() as bot:
        assert await ask_and_quote(bot, quoted, message_id) == QUESTION


async def test_a_reply_to_another_message_is_about_its_words() -> None:
    async with running() as bot:
        assert await ask_and_quote(bot, "gift cards are sold out") == "gift cards are sold out"


@pytest.mark.parametrize(
    ("kind", "said"), [(CARD, "can't read cards or Loop"), (CODE, "don't read code snippets")]
)
async def test_what_is_not_read_is_said(kind: str, said: str) -> None:
    async with running() as bot:
        await bot.send(bot.said("", attachments=[{"contentType": kind}]))
        reply = await bot.teams.message()
        await bot.settle()

    assert said in reply.text
    assert bot.conversation.asked == []
