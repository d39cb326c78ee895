"""Threads of the agent view are titled by their question, wherever Slack takes a title."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from adapters.slack.setup.manifest import scopes
from bot.model import Message, Reply
from tests.flow.slack.stand_in.api import Refusal, SlackApi, direct, mention, signed
from tests.flow.slack.stand_in.bot import FakeConversation, Running, running

QUESTION = "how long for headphones?"
QUESTIONS = [QUESTION, "헤드폰 환불 기간은?"]
RENAME = "agents.sessions.rename"
SET = "assistant.threads.setTitle"
OTHER = "when do the coats come?"


class Rewording(FakeConversation):
    """Answers a follow-up as a question with words of the one before."""

    async def _kept(self, message: Message, reply: Reply) -> Reply:
        return await super()._kept(replace(message, text="when do the coats come in May?"), reply)


def titles(slack: SlackApi) -> list[str]:
    return [str(one.body["title"]) for one in slack.unseen if one.method == SET]


async def asked(bot: Running, event: dict[str, Any], event_id: str = "Ev1") -> None:
    """Ask, and wait for the answer; a title may come after it."""
    await bot.send(signed(event, event_id=event_id))
    await bot.slack.post()


async def titled(bot: Running, *expected: str) -> None:
    """Wait for these titles, and a little for one too many."""
    await bot.slack.until(lambda: len(titles(bot.slack)) >= len(expected))
    await asyncio.sleep(0.1)
    assert titles(bot.slack) == list(expected)


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_thread_is_titled_by_its_first_question(question: str) -> None:
    async with running() as bot:
        await asked(bot, direct(question))
        await titled(bot, question)

    said = bot.slack.arguments[SET]
    assert (said["channel_id"], said["thread_ts"]) == ("D1", "1.0")


async def test_a_thread_that_is_a_session_is_renamed() -> None:
    slack = SlackApi()
    slack.threads.add(("D1", "1.0"))

    async with running(slack) as bot:
        await asked(bot, direct(QUESTION))
        await slack.until(lambda: RENAME in slack.arguments)
        await titled(bot)

    assert slack.arguments[RENAME]["title"] == QUESTION
    assert SET not in slack.calls


@pytest.mark.parametrize(
    ("question", "data"),
    [
        ("Kim, 010-1234-5678, asks about <https://evil.example|this>?", "010-1234-5678"),
        ("고객 번호는 010-1234-5678입니다. 환불되나요?", "010-1234-5678"),
    ],
)
async def test_a_title_is_cut_and_has_no_personal_data_and_no_link(
    question: str, data: str
) -> None:
    async with running() as bot:
        await asked(bot, direct(question + " and more words" * 20))
        await bot.slack.until(lambda: SET in bot.slack.arguments)

    [title] = titles(bot.slack)
    assert len(title) <= 60
    assert title.endswith("…")
    assert data not in title
    assert "://" not in title


async def test_more_about_the_same_keeps_the_title() -> None:
    async with running() as bot:
        await asked(bot, direct(QUESTION))
        await asked(bot, direct(QUESTION, ts="2.0", thread_ts="1.0"), "Ev2")
        await titled(bot, QUESTION)


async def test_another_subject_gives_a_thread_another_title() -> None:
    async with running() as bot:
        await asked(bot, direct(QUESTION))
        await asked(bot, direct(OTHER, ts="2.0", thread_ts="1.0"), "Ev2")
        await titled(bot, QUESTION, OTHER)


async def test_a_follow_up_from_other_documents_gives_no_title() -> None:
    async with running(conversation=Rewording()) as bot:
        await asked(bot, direct(QUESTION))
        await asked(bot, direct(OTHER, ts="2.0", thread_ts="1.0"), "Ev2")
        await titled(bot, QUESTION)


async def test_talk_gives_no_title_and_the_question_after_it_does() -> None:
    async with running() as bot:
        await asked(bot, direct("thanks"))
        await titled(bot)
        await asked(bot, direct(QUESTION, ts="2.0", thread_ts="1.0"), "Ev2")
        await titled(bot, QUESTION)


async def test_a_thread_from_before_a_restart_keeps_its_title() -> None:
    async with running() as bot:
        await asked(bot, direct(OTHER, ts="2.0", thread_ts="1.0"))
        await titled(bot)


async def test_threads_of_channels_have_no_titles() -> None:
    async with running() as bot:
        await asked(bot, mention(QUESTION))
        await titled(bot)

    assert RENAME not in bot.slack.calls


async def test_without_the_right_an_answer_comes_and_titles_are_given_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slack = SlackApi()
    slack.scopes = frozenset(scopes(least=True))

    async with running(slack) as bot:
        await asked(bot, direct(QUESTION))
        await slack.until(lambda: SET in slack.calls)
        await titled(bot)
        await asked(bot, direct(QUESTION, ts="2.0"), "Ev2")
        await titled(bot)

    refused = [one for one in caplog.records if "refuses a call" in one.message]
    assert slack.calls.count(SET) == 1
    assert [one.__dict__["reason"] for one in refused] == ["missing_scope"]


async def test_where_slack_is_down_the_next_thread_is_titled() -> None:
    slack = SlackApi()
    slack.refuse(RENAME, Refusal("internal_error", 500))

    async with running(slack) as bot:
        await asked(bot, direct(QUESTION))
        await slack.until(lambda: RENAME in slack.calls)
        await asked(bot, direct(QUESTION, ts="2.0"), "Ev2")
        await titled(bot, QUESTION)

    assert slack.arguments[SET]["thread_ts"] == "2.0"


async def test_a_title_that_hangs_holds_up_no_question() -> None:
    slack = SlackApi()
    slack.gates[RENAME] = asyncio.Event()

    async with running(slack) as bot:
        await asked(bot, direct(QUESTION))
        await asked(bot, direct(QUESTION, ts="2.0", thread_ts="1.0"), "Ev2")
        slack.gates[RENAME].set()

    assert slack.calls.count("chat.postMessage") == 2
