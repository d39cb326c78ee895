"""What a person sends besides words is named as unread, in every chat."""

from typing import Any

import pytest

from tests.flow.slack.stand_in.api import direct, signed
from tests.flow.slack.stand_in.bot import running as on_slack
from tests.flow.teams.stand_in.bot import running as on_teams

QUESTION = "how long for headphones?"
SLACK: list[tuple[dict[str, Any], str]] = [
    ({"files": [{"mimetype": "image/png"}]}, "pictures"),
    ({"files": [{"mimetype": "audio/mp4"}]}, "audio or video"),
    ({"files": [{"mimetype": "application/pdf"}]}, "attached files"),
    ({"attachments": [{"is_share": True, "text": "hello"}]}, "forwarded"),
]
TEAMS = [
    ("image/png", "pictures"),
    ("video/mp4", "audio or video"),
    ("application/vnd.microsoft.teams.file.download.info", "attached files"),
    ("forwardedMessageReference", "forwarded"),
]


@pytest.mark.parametrize(("more", "said"), SLACK)
async def test_slack_without_words_asks_for_words_in_both_languages(
    more: dict[str, Any], said: str
) -> None:
    async with on_slack() as bot:
        await bot.send(signed(direct("") | more | {"subtype": "file_share"}))
        reply = await bot.slack.post()
        await bot.settle()

    assert said in reply.text
    assert "글로 적어 주세요" in reply.text
    assert bot.conversation.asked == []
    assert bot.slack.posted.empty()


@pytest.mark.parametrize(("more", "said"), SLACK)
async def test_slack_with_words_answers_them_and_names_the_rest(
    more: dict[str, Any], said: str
) -> None:
    async with on_slack() as bot:
        await bot.send(signed(direct(QUESTION) | more))
        reply = await bot.slack.post()

    assert said in reply.shown
    assert "14 days" in reply.shown


@pytest.mark.parametrize(("kind", "said"), TEAMS)
@pytest.mark.parametrize("text", ["", QUESTION])
async def test_teams_names_what_it_does_not_read(kind: str, said: str, text: str) -> None:
    async with on_teams() as bot:
        await bot.send(bot.said(text, attachments=[{"contentType": kind}]))
        reply = await bot.teams.message()
        await bot.settle()

    assert said in reply.text
    assert ("14 days" in reply.text) is bool(text)
    assert len(bot.teams.messages) == 1


async def test_a_message_with_formatting_has_nothing_unread() -> None:
    html = {"contentType": "text/html", "content": "<p>how long</p>"}

    async with on_teams() as bot:
        await bot.send(bot.said(QUESTION, attachments=[html]))
        reply = await bot.teams.message()

    assert "I " not in reply.text
