"""Where a correction stands in Slack: in its answer's thread, or with its asker alone."""

import logging
from dataclasses import replace

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.corrections import Corrections
from adapters.slack.post.corrections import PLACES, KeptPlace, Posts
from bot.model import Reply
from bot.model.kept import Posting, StoredAnswer
from tests.flow.slack.stand_in.api import DOWN, Refusal, direct, mention, signed
from tests.flow.slack.stand_in.bot import ENGLISH, KOREAN, REFUSAL, Running, answer, running

QUESTION, IN_KOREAN = "how long for headphones?", "헤드폰 환불 기간은?"
CORRECTION = replace(
    answer("Correction: … Today's answer: **30 days** [1].", ENGLISH, "en"),
    trace_id="r0000000c0de",
    kept=True,
)
KOREAN_CORRECTION = replace(
    answer("정정합니다. … 현재 기준 답변: 30일 [1].", KOREAN, "ko"),
    trace_id="r0000000c0de",
    kept=True,
)


async def told(bot: Running) -> StoredAnswer:
    """The answer that the bot has just given."""
    await bot.slack.post()
    await bot.inbox.emptied()
    return bot.conversation.records.kept[-1]


async def corrected(
    bot: Running, answer: StoredAnswer, reply: Reply = CORRECTION
) -> tuple[Posting, str]:
    """What became of a correction, and where it was asked to be."""
    where = bot.corrections.where(answer)
    assert where is not None
    return await bot.corrections.post(answer, reply), where


@pytest.mark.parametrize(
    ("question", "reply", "shown"),
    [(QUESTION, CORRECTION, "30 days"), (IN_KOREAN, KOREAN_CORRECTION, "30일")],
)
async def test_a_correction_stands_in_the_thread_with_its_sources_and_buttons(
    question: str, reply: Reply, shown: str
) -> None:
    async with running() as bot:
        await bot.send(signed(mention(question)))
        posting, where = await corrected(bot, await told(bot), reply)
        post = await bot.slack.post()

    assert (posting.word, where) == (None, "T1:C1:1.0")
    assert post.method == "chat.postMessage"
    assert (post.body["channel"], post.body["thread_ts"]) == ("C1", "1.0")
    assert shown in post.shown
    assert reply.sources[0].title in post.shown
    assert "View sources" in post.shown or "출처 보기" in post.shown


async def test_a_question_inside_a_thread_is_corrected_there() -> None:
    async with running() as bot:
        await bot.send(signed(mention(QUESTION, ts="2.0", thread_ts="1.0")))
        await corrected(bot, await told(bot))
        post = await bot.slack.post()

    assert post.body["thread_ts"] == "1.0"


async def test_a_direct_message_is_corrected_in_its_thread() -> None:
    async with running() as bot:
        await bot.send(signed(direct(QUESTION)))
        await corrected(bot, await told(bot))
        post = await bot.slack.post()

    assert post.body["channel"].startswith("D")
    assert post.body["thread_ts"] == "1.0"


async def test_a_private_answer_is_corrected_in_a_direct_message_with_its_question() -> None:
    async with running() as bot:
        await bot.command("U1", "/ask", QUESTION)
        posting, where = await corrected(bot, await told(bot))
        post = await bot.slack.post()

    assert posting == Posting()
    assert where.endswith("slack:T1:U1")
    assert (post.method, post.body["channel"]) == ("chat.postMessage", "U1")
    assert f"“{QUESTION}”" in post.shown


async def test_in_a_private_channel_setting_each_asker_is_told_alone() -> None:
    async with running() as bot:
        await bot.command("UADMIN", "/storewise-channel")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        on = {"selected_options": [{"value": "on"}]}
        await bot.submit(bot.slack.view("views.open"), "UADMIN", private=on)
        await bot.send(signed(mention(QUESTION)))
        await corrected(bot, await told(bot))
        post = await bot.slack.post()

    assert (post.method, post.body["channel"]) == ("chat.postMessage", "U1")
    assert "thread_ts" not in {key for key, value in post.body.items() if value}


@pytest.mark.parametrize("word", ["is_archived", "channel_not_found", "not_in_channel"])
async def test_where_the_bot_cannot_post_it_is_named_and_nobody_else_is_written_to(
    word: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running() as bot:
        await bot.send(signed(mention(QUESTION)))
        answer = await told(bot)
        bot.slack.refuse("chat.postMessage", Refusal(word))
        posting, _ = await corrected(bot, answer)

    assert (posting.word, posting.unsure) == (word, False)
    assert posting.cure
    assert bot.slack.posted.empty()
    [line] = [one for one in caplog.records if one.message == "a correction was not posted"]
    assert (line.levelno, line.__dict__["reason"]) == (logging.WARNING, word)


async def test_trouble_that_passes_is_waited_for() -> None:
    async with running() as bot:
        await bot.send(signed(mention(QUESTION)))
        answer = await told(bot)
        bot.slack.refuse("chat.postMessage", DOWN)
        posting, _ = await corrected(bot, answer)

    assert posting == Posting()


async def test_what_slack_took_without_saying_so_is_posted() -> None:
    async with running() as bot:
        await bot.send(signed(mention(QUESTION)))
        answer = await told(bot)
        bot.slack.refuse("chat.postMessage", replace(DOWN, although_done=True))
        posting, _ = await corrected(bot, answer)

    assert posting == Posting()
    assert bot.slack.calls.count("chat.postMessage") == 2  # the answer, and one correction


@pytest.mark.parametrize(
    ("is_there", "channel", "thread"), [(True, "C1", "1.0"), (False, "U1", None)]
)
async def test_an_answer_of_before_counts_as_private_unless_it_stands_in_its_thread(
    is_there: bool, channel: str, thread: str | None
) -> None:
    async with running() as bot:
        await bot.send(signed(mention(QUESTION)))
        old = replace(await told(bot), place="")
        if not is_there:
            bot.slack.messages.clear()
        await corrected(bot, old)
        post = await bot.slack.post()

    assert (post.body["channel"], post.body.get("thread_ts")) == (channel, thread)


async def test_a_private_answer_of_before_stays_private() -> None:
    async with running() as bot:
        await bot.command("U1", "/ask", QUESTION)
        await corrected(bot, replace(await told(bot), place=""))
        post = await bot.slack.post()

    assert post.body["channel"] == "U1"


async def test_what_was_only_overheard_and_not_posted_is_not_corrected() -> None:
    async with running(answer_mode="every") as bot:
        message = mention(QUESTION) | {"type": "message", "text": "any coats?"}
        await bot.send(signed(message | {"channel_type": "channel"}))
        await bot.inbox.emptied()
        [overheard] = bot.conversation.records.kept
        where = bot.corrections.where(overheard)
        spoken = bot.corrections.where(
            replace(overheard, reply=answer("14 days [1].", ENGLISH, "en"))
        )

    assert overheard.reply.outcome == "closest"
    assert (where, spoken) == (None, "T1:C1:1.0")


async def test_where_the_bot_is_gone_it_is_named() -> None:
    async def nobody(kept: KeptPlace) -> AsyncWebClient | None:
        return None

    async with running() as bot:
        await bot.send(signed(mention(QUESTION)))
        posting = await Corrections(PLACES, Posts(nobody).post).post(await told(bot), CORRECTION)

    assert posting.word == "not_installed"


async def test_a_channel_gets_one_message_a_second() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds, 1))

    async with running() as bot:
        client = AsyncWebClient(token="xoxb-1", base_url=f"{bot.api_url}api/")

        async def here(kept: KeptPlace) -> AsyncWebClient | None:
            return client

        corrections = Corrections(PLACES, Posts(here, sleep, clock=lambda: 100.0).post)
        for number, channel in enumerate(("C1", "C1", "C2", "C1")):
            event = mention(QUESTION, channel=channel, ts=f"{number}.0")
            await bot.send(signed(event, event_id=f"Ev{number}"))
            answer = await told(bot)
            await corrections.post(answer, replace(CORRECTION, trace_id=answer.answer_id[::-1]))
            await bot.slack.post()

    assert slept == [1.1, 2.2]


async def test_a_withdrawn_rule_is_a_line_without_buttons() -> None:
    line = Reply("Correction: … That rule was withdrawn.", "en", trace_id="r0000000c0de")

    async with running() as bot:
        await bot.send(signed(mention(QUESTION)))
        await corrected(bot, await told(bot), line)
        post = await bot.slack.post()

    assert post.text == line.text
    assert {block["type"] for block in post.blocks} == {"section"}
    assert REFUSAL.text not in post.shown
