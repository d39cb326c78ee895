"""What the emulator does not know, and how the bot bears that Slack is away."""

import asyncio

from bot.model import Message, Reply
from bot.ports import Notify
from knowledge.model.report import Show
from tests.e2e.emulator import Emulator
from tests.e2e.local_slack import LocalSlack
from tests.e2e.storewise import ENGLISH, Storewise, people


async def test_working_signs_that_slack_does_not_know_cost_no_answer(
    slack: LocalSlack, storewise: Storewise
) -> None:
    async def slowly(
        message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        await asyncio.sleep(1)
        return await storewise.app.conversation.handle(message, notify, show)

    async with people(slack, storewise.server_with(slowly, slack)) as emulator:
        for _ in range(2):
            await emulator.write("U1", f"<@UBOT> {ENGLISH}")
        replies = await emulator.replies(at_least=2)
        tried = [
            len(await emulator.calls(method))
            for method in ("agents.sessions.setStatus", "assistant.threads.setStatus")
        ]

    # The emulator answers unknown_method to both; then the question gets a reaction.
    assert min(tried) >= 1
    assert all("14 days" in reply["text"] for reply in replies)


async def test_after_slack_was_away_the_bot_answers_again(
    slack: LocalSlack, emulator: Emulator
) -> None:
    await asyncio.to_thread(slack.kill)
    await asyncio.to_thread(slack.start)
    if slack.transport == "socket":
        await emulator.connected()
    asked = await emulator.write("U1", f"<@UBOT> {ENGLISH}")

    [reply] = await emulator.replies()

    assert reply["thread_ts"] == asked["ts"]
