"""A bug, a stop, a refusal: whatever happens, a person who waits for the bot hears of it once."""

import asyncio
from typing import cast

import pytest

from bot.model import Reply, Verdict
from bot.records import Record
from knowledge.model import Language
from tests.fakes import FakeRecords
from tests.flow.slack_api import Post, SlackApi, direct, mention, signed
from tests.flow.slack_bot import ANSWERS, FakeConversation, Running, running

QUESTION = "how long for headphones?"
IN_KOREAN = "헤드폰 환불 기간은?"
PHONE = "010-1234-5678"


class Broken(FakeRecords):
    """Has a bug, whose words are a person's."""

    async def find(self, answer_id: str) -> Record | None:
        raise ValueError(PHONE)


class Slow(FakeRecords):
    """Finds an answer only when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.gate = asyncio.Event()

    async def find(self, answer_id: str) -> Record | None:
        self.asked.set()
        await self.gate.wait()
        return await super().find(answer_id)


async def answered(bot: Running, text: str = QUESTION) -> Post:
    await bot.send(signed(mention(text)))
    return await bot.slack.post()


async def privately(bot: Running) -> Post:
    await bot.command("U1", "/ask", QUESTION)
    return await bot.slack.post()


@pytest.mark.parametrize(("question", "sorry"), [(QUESTION, "Sorry"), (IN_KOREAN, "죄송합니다")])
@pytest.mark.parametrize("action_id", ["sources", "feedback"])
async def test_a_bug_behind_a_click_is_told_to_its_person_with_a_reference(
    action_id: str, question: str, sorry: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(conversation=FakeConversation(records=Broken())) as bot:
        post = await answered(bot, question)
        await bot.click(post, action_id, user="U2")
        said = await bot.slack.post()

    [bug] = [one for one in caplog.records if one.levelname == "ERROR"]
    assert sorry in said.text
    assert bug.__dict__["trace_id"] in said.text
    assert PHONE not in said.text + caplog.text
    assert bot.slack.posted.empty()


@pytest.mark.parametrize("action_id", ["follow_up:0", "share", "ask_person"])
async def test_a_bug_behind_a_click_on_a_private_answer_is_told_there(action_id: str) -> None:
    async with running(conversation=FakeConversation(records=Broken())) as bot:
        post = await privately(bot)
        await bot.click(post, action_id)
        said = await bot.slack.post()

    assert (said.method, said.body["replace_original"]) == ("respond", False)
    assert "Sorry" in said.text


async def only_a_group_may_ask(bot: Running) -> None:
    await bot.command("UADMIN", "/storewise-channel")
    await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
    form = bot.slack.view("views.open")
    await bot.submit(form, "UADMIN", allowed_groups={"value": "S012AB3CD"})


async def test_a_bug_before_a_question_is_taken_on_is_told_in_its_thread() -> None:
    slack = SlackApi()
    slack.answers["usergroups.users.list"] = {"users": [["a shape that Slack never sent"]]}

    async with running(slack) as bot:
        await only_a_group_may_ask(bot)
        await bot.send(signed(mention(QUESTION, thread_ts="0.5")))
        told = await bot.slack.post()
        await bot.command("U1", "/ask", QUESTION)
        told_of_command = await bot.slack.post()

    assert (told.method, told.body["user"]) == ("chat.postEphemeral", "U1")
    assert (told.body["channel"], told.body["thread_ts"]) == ("C1", "0.5")
    assert "Sorry" in told.text
    assert told_of_command.method == "respond"
    assert "Sorry" in told_of_command.text


async def test_a_bug_while_an_answer_is_shown_is_told_in_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    odd = Reply("Très bien", cast(Language, "fr"), verdict=Verdict.PASS)
    monkeypatch.setitem(ANSWERS, "in French?", odd)

    async with running() as bot:
        await bot.send(signed(direct("in French?")))
        said = await bot.slack.post()

    assert said.body["channel"] == "D1"
    assert "Sorry" in said.text


async def test_a_bug_about_what_nobody_said_to_the_bot_is_only_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Deaf(FakeRecords):
        async def answered(self, thread: str, since: object) -> bool:
            raise ValueError(PHONE)

    event = replace_type(mention("is it cold?", ts="2.0", thread_ts="1.0"))
    async with running(conversation=FakeConversation(records=Deaf())) as bot:
        await bot.send(signed(event))
        await bot.settle()

    assert bot.slack.posted.empty()
    assert "bug" in caplog.text
    assert PHONE not in caplog.text


def replace_type(event: dict[str, str]) -> dict[str, str]:
    """The same said to nobody."""
    return event | {"type": "message", "channel_type": "channel", "text": "is it cold?"}


async def test_a_click_that_was_taken_on_is_answered_before_the_server_ends() -> None:
    records = Slow()

    async with running(conversation=FakeConversation(records=records)) as bot:
        post = await privately(bot)
        await bot.click(post, "share")
        await records.asked.wait()
        ending = asyncio.create_task(bot.settle())
        await asyncio.sleep(0)
        records.gate.set()
        await ending
        shared, told = await bot.slack.post(), await bot.slack.post()

    assert shared.method == "chat.postMessage"
    assert "Shared" in told.text
