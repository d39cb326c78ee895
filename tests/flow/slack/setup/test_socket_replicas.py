"""Socket Mode with two replicas: Slack sends each envelope to one socket, and again to another."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from adapters.chat.under_way.work import Work
from adapters.database import Database
from adapters.records.inbox import SqlInbox
from tests.flow.slack.stand_in.api import mention
from tests.flow.slack.stand_in.bot import FakeConversation, Running, running
from tests.flow.slack.stand_in.socket import QUICK, SlackSocket, by_socket, event

pytestmark = pytest.mark.postgres

QUESTIONS = [("how long for headphones?", "14 days"), ("헤드폰 환불 기간은?", "14일")]
LEASE = timedelta(seconds=1)
PATIENT = replace(QUICK, silent_s=10.0, ping_s=10.0)
"""On a busy machine a socket that must answer within 0.1 s would be lost."""


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.chat.under_way.intake._LOOK_S", 0.1)


@dataclass
class Replicas:
    """Two bots on one PostgreSQL, each with a socket to one Slack, which opened them in order."""

    stack: AsyncExitStack
    slack: SlackSocket
    databases: tuple[Database, Database]

    async def start(self, conversation: FakeConversation | None = None) -> Running:
        number = len(self.slack.sockets)
        database = self.databases[number % 2]
        inbox = SqlInbox(database, lease=LEASE)
        bot = await self.stack.enter_async_context(
            running(
                self.slack,
                conversation,
                Work(stop_s=0),
                settings_of=by_socket,
                pace=PATIENT,
                database=database,
                inbox=inbox,
            )
        )
        await self.slack.opened(number + 1)
        return bot

    async def answers(self, threads: int) -> Counter[str]:
        """How many answers came in each thread, once there are so many and all is quiet."""
        posts = [await self.slack.post() for _ in range(threads)]
        await asyncio.sleep(LEASE.total_seconds() * 2)
        posts += [self.slack.posted.get_nowait() for _ in range(self.slack.posted.qsize())]
        return Counter(str(post.body["thread_ts"]) for post in posts)


def asked(number: int, question: str = QUESTIONS[0][0]) -> dict[str, object]:
    # Somebody who asks more than three things at once is turned away.
    return event(mention(question, ts=f"{number}.0", user=f"U{number}"), f"Ev{number}")


async def test_questions_to_random_sockets_get_one_answer_each(
    databases: tuple[Database, Database],
) -> None:
    slack = SlackSocket()
    async with AsyncExitStack() as stack:
        replicas = Replicas(stack, slack, databases)
        one, other = await replicas.start(), await replicas.start()
        for number in range(1, 13):
            await slack.deliver(asked(number, QUESTIONS[number % 2][0]))
        answers = await replicas.answers(12)

    assert answers == Counter({f"{number}.0": 1 for number in range(1, 13)})
    assert one.conversation.asked
    assert other.conversation.asked
    assert len(one.conversation.asked) + len(other.conversation.asked) == 12


@pytest.mark.long
@pytest.mark.parametrize(("question", "words"), QUESTIONS)
async def test_an_envelope_whose_acknowledgement_was_lost_is_answered_once(
    databases: tuple[Database, Database], question: str, words: str
) -> None:
    slack = SlackSocket()
    async with AsyncExitStack() as stack:
        replicas = Replicas(stack, slack, databases)
        one, other = await replicas.start(), await replicas.start()
        slack.deaf.add(0)
        went = await slack.deliver(asked(1, question), first=0)
        post = await slack.post()
        await asyncio.sleep(LEASE.total_seconds() * 2)

    assert went == [0, 1]
    assert words in post.text
    assert slack.posted.empty()
    # The sockets are in the order in which Slack opened them, whosever they are.
    assert len(one.conversation.asked) + len(other.conversation.asked) == 1


@pytest.mark.long
async def test_an_envelope_that_a_dropped_socket_never_had_comes_again_at_the_other(
    databases: tuple[Database, Database],
) -> None:
    slack = SlackSocket()
    async with AsyncExitStack() as stack:
        replicas = Replicas(stack, slack, databases)
        one, other = await replicas.start(), await replicas.start()
        slack.abort(0)
        went = await slack.deliver(asked(1), first=0)
        answers = await replicas.answers(1)

    assert (went[0], len(went)) == (0, 2)
    assert answers == Counter({"1.0": 1})
    assert len(one.conversation.asked) + len(other.conversation.asked) == 1


@pytest.mark.parametrize("acknowledged", [True, pytest.param(False, marks=pytest.mark.long)])
async def test_what_a_killed_replica_had_taken_is_answered_once_by_the_other(
    databases: tuple[Database, Database], acknowledged: bool
) -> None:
    slack, stuck = SlackSocket(), FakeConversation(gate=asyncio.Event())
    async with AsyncExitStack() as stack:
        replicas = Replicas(stack, slack, databases)
        one, other = await replicas.start(stuck), await replicas.start()
        if not acknowledged:
            slack.deaf.add(0)
        sending = asyncio.create_task(slack.deliver(asked(1), first=0))
        async with asyncio.timeout(10):
            while not stuck.asked:  # noqa: ASYNC110 - no event tells of it
                await asyncio.sleep(0.01)
        slack.abort(0)
        await one.client.close()
        went = await sending
        answers = await replicas.answers(1)

    assert went == ([0] if acknowledged else [0, 1])
    assert answers == Counter({"1.0": 1})
    assert len(other.conversation.asked) == 1


@pytest.mark.long
async def test_a_socket_that_slack_asks_to_move_leaves_the_other_answering(
    databases: tuple[Database, Database],
) -> None:
    slack = SlackSocket()
    async with AsyncExitStack() as stack:
        replicas = Replicas(stack, slack, databases)
        await replicas.start()
        await replicas.start()
        # A busy machine may have lost the first socket and opened another: the oldest that is open.
        moved, before = slack.open[0], len(slack.sockets)
        await slack.say("disconnect", to=moved, reason="refresh_requested")
        went = [await slack.deliver(asked(number)) for number in range(1, 4)]
        await slack.opened(before + 1)
        went += [await slack.deliver(asked(number)) for number in range(4, 10)]
        answers = await replicas.answers(9)

    taken = {one[-1] for one in went[3:]}
    assert answers == Counter({f"{number}.0": 1 for number in range(1, 10)})
    assert moved not in taken
    assert len(taken) > 1


@pytest.mark.long
async def test_a_replica_beyond_the_sockets_that_slack_takes_leaves_the_others_answering(
    databases: tuple[Database, Database],
) -> None:
    slack = SlackSocket()
    slack.most = 1
    async with AsyncExitStack() as stack:
        replicas = Replicas(stack, slack, databases)
        one = await replicas.start()
        other = await stack.enter_async_context(
            running(slack, settings_of=by_socket, pace=QUICK, database=databases[1])
        )
        async with asyncio.timeout(10):
            while await _trouble(other) != "too_many_websockets":  # noqa: ASYNC110 - over HTTP
                await asyncio.sleep(0.01)
        await slack.deliver(asked(1))
        answers = await replicas.answers(1)
        healthy = await _trouble(one)

    assert answers == Counter({"1.0": 1})
    assert healthy is None


async def _trouble(bot: Running) -> str | None:
    said = await (await bot.client.get("/readyz")).json()
    return str(said["reasons"]["slack"]["reason"]) if "reasons" in said else None
