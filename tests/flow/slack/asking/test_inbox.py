"""A question that Slack was told is here gets one reply, whatever stops in between."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.chat.under_way.intake import LATE
from adapters.chat.under_way.work import Work
from bot.model import Platform
from tests.fakes import FakeInbox
from tests.flow.slack.stand_in.api import Refusal, SlackApi, direct, mention, signed
from tests.flow.slack.stand_in.bot import FakeConversation, Running, running

QUESTIONS = [("how long for headphones?", "14 days"), ("헤드폰 환불 기간은?", "14일")]
QUESTION = QUESTIONS[0][0]
DOWN = Refusal("internal_error", 500)
DONE_BUT_DOWN = Refusal("internal_error", 500, although_done=True)

STOP = {"type": "agent_session_stopped", "channel": "C1", "thread_ts": "1.0", "user": "U1"}


def stopped() -> FakeConversation:
    """A conversation that never answers: its server stops first."""
    return FakeConversation(gate=asyncio.Event())


def at_once() -> Work:
    """Work that a shutdown does not wait for."""
    return Work(stop_s=0)


async def left(question: str = QUESTION) -> FakeInbox:
    """The inbox of a server that was stopped before it could answer."""
    inbox = FakeInbox()
    async with running(conversation=stopped(), work=at_once(), inbox=inbox) as bot:
        await bot.send(signed(mention(question)))
    return inbox


async def replies(bot: Running) -> list[str]:
    await bot.settle()
    return [bot.slack.posted.get_nowait().text for _ in range(bot.slack.posted.qsize())]


@pytest.mark.parametrize(("question", "answer"), QUESTIONS)
async def test_the_next_server_answers_what_a_stop_left(question: str, answer: str) -> None:
    before = await left(question)
    after = FakeInbox(earlier=before)

    async with running(inbox=after) as bot:
        reply = await bot.slack.post()
        again = await replies(bot)

    assert len(before.open) == 1
    assert answer in reply.text
    assert (reply.body["channel"], reply.body["thread_ts"]) == ("C1", "1.0")
    assert (again, after.open) == ([], set())


async def test_a_delivery_that_slack_repeats_after_a_restart_is_no_second_question() -> None:
    inbox = FakeInbox()
    async with running(inbox=inbox) as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.slack.post()
        await bot.settle()

    async with running(inbox=FakeInbox(earlier=inbox)) as bot:
        response = await bot.send(signed(mention(QUESTION)), **{"X-Slack-Retry-Num": "1"})
        again = await replies(bot)

    assert (response.status, again) == (200, [])
    assert bot.conversation.asked == []


async def test_a_reply_that_stands_in_the_thread_is_not_posted_again_after_a_crash() -> None:
    slack, inbox = SlackApi(), FakeInbox()
    async with running(slack, inbox=inbox) as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.slack.post()
        await bot.settle()
    inbox.open = set(inbox.known)  # it crashed before it could note that it had posted
    after = FakeInbox(earlier=inbox)

    async with running(slack, inbox=after) as bot:
        await bot.slack.until(lambda: "conversations.replies" in slack.calls)
        again = await replies(bot)

    assert (again, after.open) == ([], set())
    assert bot.conversation.asked == []


async def test_a_reply_that_did_not_leave_before_a_crash_is_posted() -> None:
    before = await left()
    [question] = before.known.values()
    before.known[question.answer_id] = replace(question, maybe_posted=True)

    async with running(inbox=FakeInbox(earlier=before)) as bot:
        reply = await bot.slack.post()

    assert "14 days" in reply.text
    assert "conversations.replies" in bot.slack.calls


@pytest.mark.parametrize(
    "down", [DOWN, Refusal("fatal_error"), Refusal("service_unavailable", 503)]
)
async def test_trouble_that_passes_loses_no_reply(down: Refusal) -> None:
    slack, inbox = SlackApi(), FakeInbox()
    slack.refuse("chat.postMessage", down, down)

    async with running(slack, inbox=inbox) as bot:
        await bot.send(signed(mention(QUESTION)))
        reply = await bot.slack.post()
        again = await replies(bot)

    assert "14 days" in reply.text
    assert (again, inbox.open) == ([], set())


async def test_a_post_that_slack_took_without_saying_so_is_not_repeated() -> None:
    slack, inbox = SlackApi(), FakeInbox()
    slack.refuse("chat.postMessage", DONE_BUT_DOWN)

    async with running(slack, inbox=inbox) as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.slack.until(lambda: "conversations.replies" in slack.calls)
        said = await replies(bot)

    assert len(said) == 1
    assert inbox.open == set()


async def test_a_longer_trouble_leaves_the_question_open_for_later() -> None:
    slack, inbox = SlackApi(), FakeInbox()
    slack.refuse("chat.postMessage", *[DOWN] * 4)

    async with running(slack, inbox=inbox) as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.slack.until(lambda: slack.calls.count("chat.postMessage") == 4)
        await bot.settle()

    [answer_id] = inbox.open
    assert inbox.due[answer_id] > inbox.known[answer_id].received_at


@pytest.mark.parametrize(
    ("question", "sorry"), [(QUESTION, "wasn't running"), ("환불 되나요", "멈춰")]
)
async def test_a_question_that_is_too_old_gets_one_apology(question: str, sorry: str) -> None:
    before = await left(question)
    [old] = before.known.values()
    before.known[old.answer_id] = replace(old, received_at=old.received_at - LATE)
    after = FakeInbox(earlier=before)

    async with running(inbox=after) as bot:
        reply = await bot.slack.post()
        again = await replies(bot)

    assert sorry in reply.text
    assert reply.method == "chat.postEphemeral"
    assert (again, after.open, bot.conversation.asked) == ([], set(), [])


async def test_a_reply_that_can_never_be_posted_is_in_the_audit_log() -> None:
    slack, inbox = SlackApi(), FakeInbox()
    slack.refuse("chat.postMessage", Refusal("not_in_channel"), Refusal("cannot_dm_bot"))

    async with running(slack, inbox=inbox) as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.slack.until(lambda: slack.calls.count("chat.postMessage") == 2)
        await bot.settle()

    [line] = [one for one in bot.conversation.audit.kept if one.kind == "delivery"]
    assert (line.outcome, line.about["reason"]) == ("failed", "cannot_dm_bot")
    assert inbox.open == set()


async def test_what_is_written_down_has_no_personal_data() -> None:
    inbox = await left("can Kim return it? call 010-1234-5678")

    [question] = inbox.known.values()

    assert question.platform is Platform.SLACK
    assert "010-1234" not in question.body
    assert "can Kim return it?" in json.loads(question.body)["message"]["text"]


async def test_without_an_inbox_that_works_questions_are_answered_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    inbox = FakeInbox()
    inbox.broken = True

    async with running(inbox=inbox) as bot:
        await bot.send(signed(direct(QUESTION)))
        await bot.send(signed(direct(QUESTION), event_id="Ev2"))
        said = await bot.slack.post()
        again = await replies(bot)

    assert "14 days" in said.text
    assert again == []
    assert "a restart would lose it" in caplog.text


async def test_commands_clicks_and_examples_are_written_down_before_they_are_acknowledged() -> None:
    inbox = FakeInbox()

    async with running(conversation=stopped(), work=at_once(), inbox=inbox) as bot:
        await bot.command("U1", "/ask", QUESTION)
        written = len(inbox.open)
    async with running(inbox=FakeInbox(earlier=inbox)) as bot:
        reply = await bot.slack.post()

    assert written == 1
    assert reply.body["channel"] == "U1"  # its response_url was on the Slack before
    assert QUESTION in reply.text


async def test_a_stopped_question_is_not_answered_after_a_restart() -> None:
    inbox = FakeInbox()
    async with running(conversation=stopped(), inbox=inbox) as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.slack.until(lambda: bool(bot.conversation.asked))
        await bot.send(signed(STOP, event_id="EvStop"))
        await bot.settle()

    assert inbox.open == set()


async def test_a_question_that_goes_on_after_a_restart_can_be_stopped_too() -> None:
    inbox = FakeInbox(earlier=await left())
    async with running(conversation=stopped(), inbox=inbox) as bot:
        await bot.slack.until(lambda: bool(bot.conversation.asked))
        await bot.send(signed(STOP, event_id="EvStop"))
        await bot.settle()

    assert inbox.open == set()


def test_a_late_question_is_one_of_a_quarter_of_an_hour() -> None:
    assert timedelta(minutes=15) == LATE


@pytest.mark.parametrize(("question", "answer"), QUESTIONS)
async def test_slack_is_asked_to_repeat_what_replicas_cannot_write_down(
    question: str, answer: str
) -> None:
    inbox = FakeInbox()
    inbox.shared = inbox.broken = True

    async with running(inbox=inbox) as bot:
        response = await bot.send(signed(mention(question)))
        inbox.broken = False
        again = await bot.send(signed(mention(question)), **{"X-Slack-Retry-Num": "1"})
        said = await replies(bot)

    assert (response.status, again.status) == (503, 200)
    assert [answer in one for one in said] == [True]


@pytest.mark.parametrize(("question", "answer"), QUESTIONS)
@pytest.mark.parametrize("fails", [False, True])
async def test_what_comes_again_while_it_is_written_down_is_acknowledged_with_it_and_no_sooner(
    question: str, answer: str, *, fails: bool
) -> None:
    inbox = FakeInbox()
    inbox.shared, inbox.gate = True, asyncio.Event()
    again = {"X-Slack-Retry-Num": "1"}

    async with running(inbox=inbox) as bot:
        both = [
            asyncio.create_task(bot.send(signed(mention(question)), **headers))
            for headers in ({}, again)
        ]
        early, _ = await asyncio.wait(both, timeout=0.3)
        inbox.broken = fails
        inbox.gate.set()
        responses = [(await one).status for one in both]
        inbox.broken = False
        last = await bot.send(signed(mention(question)), **again)
        said = await replies(bot)

    assert early == set()
    assert responses == ([503, 503] if fails else [200, 200])
    assert last.status == 200
    assert [answer in one for one in said] == [True]


async def test_a_reply_that_another_replica_has_taken_over_is_not_posted() -> None:
    inbox, gate = FakeInbox(), asyncio.Event()
    async with running(conversation=FakeConversation(gate=gate), inbox=inbox) as bot:
        await bot.send(signed(mention(QUESTION)))
        inbox.open.clear()  # this one did not answer for so long that it seemed to have stopped
        gate.set()
        said = await replies(bot)

    assert said == []


async def test_a_person_stops_an_answer_that_another_replica_makes() -> None:
    inbox, gate = FakeInbox(), asyncio.Event()
    async with running(conversation=FakeConversation(gate=gate), inbox=inbox) as bot:
        await bot.send(signed(mention(QUESTION, ts="1.0")))
        [asked] = inbox.known.values()

        await inbox.stop(Platform.SLACK, asked.thread)

        said = await replies(bot)

    assert not gate.is_set()
    assert said == []
