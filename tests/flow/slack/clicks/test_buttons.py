"""What may be clicked under an answer, and what a click does."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from bot.model import Message, Reply, Table
from bot.model.errors import RecordsError
from bot.privacy import Choices, EntityType, Redactor
from tests.flow.slack.stand_in.api import (
    TRIGGER,
    VIEW,
    Post,
    Refusal,
    SlackApi,
    clicked_in,
    mention,
    signed,
)
from tests.flow.slack.stand_in.bot import ANSWERS, FakeConversation, Running, running

QUESTION = "how long for headphones?"
ASKS_BACK = "can they bring it back?"
IN_KOREAN = "헤드폰 환불 기간은?"


async def answered(bot: Running, text: str = QUESTION) -> Post:
    await bot.send(signed(mention(text)))
    return await bot.slack.post()


async def privately(bot: Running, text: str = QUESTION) -> Post:
    await bot.command("U1", "/ask", text)
    return await bot.slack.post()


async def test_a_suggestion_is_asked_in_the_thread_with_the_question_above_its_answer() -> None:
    async with running() as bot:
        post = await answered(bot)
        await bot.click(post, "follow_up:0", user="U2")
        reply = await bot.slack.post()

    asked = bot.conversation.asked[1]
    assert (asked.text, asked.sender_id) == ("Refund policy: Gift receipts", "U2")
    assert asked.conversation_id == "T1:C1:1.0"
    assert (reply.method, reply.body["thread_ts"]) == ("chat.postMessage", "1.0")
    assert "“Refund policy: Gift receipts”" in reply.shown


async def test_a_suggestion_of_a_private_answer_is_answered_privately() -> None:
    async with running() as bot:
        post = await privately(bot)
        await bot.click(post, "follow_up:1")
        reply = await bot.slack.post()

    assert (reply.method, reply.body["response_type"]) == ("respond", "ephemeral")
    assert bot.conversation.asked[1].conversation_id == "T1:C1:ask:U1"


async def test_the_asker_s_reply_to_the_question_back_takes_the_place_of_the_answer() -> None:
    async with running() as bot:
        post = await answered(bot, ASKS_BACK)
        await bot.click(post, "choice:0")
        reply = await bot.slack.post()
        await bot.settle()

    assert [label for label, name in buttons(post) if name.startswith("choice")] == [
        "Opened",
        "Unopened",
    ]
    assert bot.conversation.asked[1].text == QUESTION
    assert (reply.method, reply.body["ts"]) == ("chat.update", "2.0")
    assert "“Opened”" in reply.shown
    assert "14 days" in reply.shown
    assert bot.slack.calls.count("chat.postMessage") == 1


async def test_a_colleague_s_reply_to_the_question_back_leaves_the_answer() -> None:
    async with running() as bot:
        post = await answered(bot, ASKS_BACK)
        await bot.click(post, "choice:1", user="U2")
        reply = await bot.slack.post()

    assert (reply.method, reply.body["thread_ts"]) == ("chat.postMessage", "1.0")
    assert "“when do the coats come?”" in reply.shown


async def test_a_reply_to_the_question_back_of_a_private_answer_stays_private() -> None:
    async with running() as bot:
        post = await privately(bot, ASKS_BACK)
        await bot.click(post, "choice:0")
        reply = await bot.slack.post()

    assert (reply.method, reply.body["response_type"]) == ("respond", "ephemeral")
    assert not reply.body["replace_original"]


async def test_an_apology_leaves_the_answer_above_it() -> None:
    class Failing(FakeConversation):
        async def handle(self, message: Message, *more: Any) -> Reply:
            if self.asked:
                self.asked.append(message)
                raise ValueError
            return await super().handle(message, *more)

    async with running(conversation=Failing()) as bot:
        post = await answered(bot, ASKS_BACK)
        await bot.click(post, "choice:0")
        reply = await bot.slack.post()

    assert reply.method == "chat.postEphemeral"
    assert "chat.update" not in bot.slack.calls


async def test_a_button_without_its_reply_asks_nothing() -> None:
    async with running() as bot:
        post = await answered(bot, ASKS_BACK)
        [record] = bot.conversation.records.kept
        bot.conversation.records.kept[:] = [
            replace(record, reply=replace(record.reply, choices=()))
        ]
        await bot.click(post, "choice:1")
        await bot.settle()

    assert len(bot.conversation.asked) == 1


def buttons(post: Post) -> list[tuple[str, str]]:
    rows = [one["elements"] for one in post.body["blocks"] if one["type"] == "actions"]
    return [(one["text"]["text"], one["action_id"]) for row in rows for one in row]


@pytest.mark.parametrize(
    ("question", "offered"),
    [(QUESTION, False), ("any coats?", True), ("unknown", True), ("flying cars?", False)],
)
async def test_a_person_can_be_asked_where_the_documents_are_not_sure(
    question: str, offered: bool
) -> None:
    async with running() as bot:
        post = await answered(bot, question)

    assert ("Ask a person" in dict(buttons(post))) is offered


async def test_a_double_click_asks_once() -> None:
    async with running() as bot:
        post = await answered(bot)
        await asyncio.gather(*(bot.click(post, "follow_up:0") for _ in range(2)))
        await bot.settle()

    assert len(bot.conversation.asked) == 2


@pytest.mark.parametrize(
    ("question", "bold"),
    [
        (QUESTION, "Opened headphones can be returned within 14 days."),
        (IN_KOREAN, "개봉한 상품은 14일 안에 환불할 수 있습니다."),
    ],
)
async def test_sources_open_at_once_and_are_then_filled(question: str, bold: str) -> None:
    async with running() as bot:
        post = await answered(bot, question)
        await bot.click(post, "sources")
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)

    opened, filled = bot.slack.view("views.open"), bot.slack.view("views.update")
    assert bot.slack.arguments["views.open"]["trigger_id"] == TRIGGER
    assert bot.slack.arguments["views.update"]["view_id"] == VIEW
    assert bold not in json.dumps(opened, ensure_ascii=False)
    assert bold in "".join(bolds(filled))
    assert bot.slack.refused == []


@pytest.mark.parametrize("question", [QUESTION, IN_KOREAN])
async def test_the_sentences_of_a_table_in_few_words_open_above_the_sources(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = ANSWERS[question]
    table = Table(("What", "Now"), (("Headphones", "14 [1]"),), said.text, shortened=True)
    monkeypatch.setitem(ANSWERS, question, replace(said, tables=(table,)))
    async with running() as bot:
        post = await answered(bot, question)
        await bot.click(post, "sentences")
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)

    assert "| Headphones | 14 [1] |" in post.blocks[0]["text"]
    [shown] = bot.slack.view("views.update")["blocks"][0]["elements"]
    assert "".join(run["text"] for run in shown["elements"]).strip() == said.text.replace("**", "")
    assert bot.slack.refused == []


def bolds(view: dict[str, Any]) -> list[str]:
    runs = [
        run
        for block in view["blocks"]
        if block["type"] == "rich_text"
        for part in block["elements"]
        for run in part["elements"]
    ]
    return [run["text"] for run in runs if run.get("style", {}).get("bold")]


@pytest.mark.parametrize("action_id", ["follow_up:0", "feedback"])
async def test_an_answer_that_is_not_kept_any_more_is_said_to_be_gone(action_id: str) -> None:
    async with running() as bot:
        post = await answered(bot)
        bot.conversation.records.kept.clear()
        await bot.click(post, action_id)
        said = await bot.slack.post()

    assert (said.method, said.body["user"]) == ("chat.postEphemeral", "U1")
    assert "I no longer have this answer" in said.text


async def test_answers_that_cannot_be_read_are_told_with_a_reference() -> None:
    async with running() as bot:
        post = await answered(bot)
        bot.conversation.records.error = RecordsError("records.db is damaged")
        await bot.click(post, "feedback")
        said = await bot.slack.post()

    assert bot.conversation.asked[0].trace_id in said.text
    assert "records.db" not in said.text


async def test_a_click_that_came_too_late_for_a_window_is_to_be_made_again() -> None:
    slack = SlackApi()
    slack.expired.add(TRIGGER)

    async with running(slack) as bot:
        post = await answered(bot)
        await bot.click(post, "sources")
        said = await bot.slack.post()

    assert "try again" in said.text


async def test_a_thumb_up_is_kept() -> None:
    async with running() as bot:
        post = await answered(bot)
        await bot.click(post, "feedback+")
        await bot.settle()

    [feedback] = bot.conversation.records.rated.values()
    assert (feedback.answer_id, feedback.person) == (
        bot.conversation.asked[0].trace_id,
        "slack:T1:U1",
    )
    assert feedback.good
    assert "views.open" not in bot.slack.calls


async def test_a_thumb_down_is_kept_and_what_was_wrong_is_asked_and_kept_without_names() -> None:
    async with running() as bot:
        post = await answered(bot)
        await bot.click(post, "feedback")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        [thumb] = bot.conversation.records.rated.values()
        await bot.submit(
            bot.slack.view("views.open"),
            reason={"selected_option": {"value": "out_of_date"}},
            note={"value": "call 010-1234-5678, it is 30 days now"},
        )
        await bot.settle()

    [feedback] = bot.conversation.records.rated.values()
    assert (thumb.good, feedback.good, feedback.reason) == (False, False, "out_of_date")
    assert "30 days now" in str(feedback.comment)
    assert "1234" not in str(feedback.comment)


@pytest.mark.parametrize("note", ["ask Mr. Smith about it", "이름: 홍길동"])
async def test_what_a_store_has_chosen_holds_for_what_people_note(note: str) -> None:
    names = Redactor(Choices(kinds=frozenset({EntityType.NAME})))

    async with running(redactor=names) as bot:
        await bot.click(await answered(bot), "feedback")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        await bot.submit(bot.slack.view("views.open"), note={"value": note})
        await bot.settle()

    [feedback] = bot.conversation.records.rated.values()
    assert "[REDACTED_NAME]" in str(feedback.comment)


async def test_a_private_answer_is_shared_with_who_asked_and_what() -> None:
    async with running() as bot:
        post = await privately(bot)
        await bot.click(post, "share")
        shared, told = await bot.slack.post(), await bot.slack.post()

    assert (shared.method, shared.body["channel"]) == ("chat.postMessage", "C1")
    assert shared.body.get("thread_ts") is None
    assert f"<@U1> asked: “{QUESTION}”" in shared.shown
    assert "Share in channel" not in shared.shown
    assert "14 days" in shared.text
    assert told.body["replace_original"] is True


@pytest.mark.parametrize("word", ["not_in_channel", "channel_not_found"])
async def test_where_the_bot_may_not_write_sharing_says_how_to_invite_it(word: str) -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", Refusal(word))

    async with running(slack) as bot:
        post = await privately(bot)
        await bot.click(post, "share")
        told = await bot.slack.post()

    assert told.method == "respond"
    assert "/invite @storewise" in told.text


async def test_a_person_is_asked_in_a_direct_message_with_the_answer() -> None:
    async with running() as bot:
        post = await privately(bot)
        await bot.click(post, "ask_person")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        form = bot.slack.view("views.open")
        await bot.submit(
            form, person={"selected_user": "U9"}, note={"value": "Is it true? <!channel>"}
        )
        sent = await bot.slack.post()
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)

    assert sent.body["channel"] == "U9"
    assert "<@U1> would like your help" in sent.shown
    assert QUESTION in sent.shown
    assert "14 days" in sent.text
    assert "<!channel>" not in json.dumps(sent.body)
    assert "<@U9>" in json.dumps(bot.slack.view("views.update"))


async def test_a_person_who_cannot_be_written_to_is_said_so() -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", Refusal("channel_not_found"))

    async with running(slack) as bot:
        post = await privately(bot)
        await bot.click(post, "ask_person")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        await bot.submit(bot.slack.view("views.open"), person={"selected_user": "U9"})
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)

    assert "couldn't message" in json.dumps(bot.slack.view("views.update"))


async def test_a_message_is_asked_about_in_a_window_and_its_answer_shared_in_its_thread() -> None:
    async with running() as bot:
        await bot.shortcut("The van comes at 06:30. <@U2>")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        form = bot.slack.view("views.open")
        await bot.submit(form, question={"value": "when?"})
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
        window = bot.slack.view("views.update")
        await bot.send(clicked_in(window, VIEW, "share_selected"))
        shared = await bot.slack.post()

    [asked] = bot.conversation.asked
    assert (asked.text, asked.selected_text) == ("when?", "The van comes at 06:30. @user")
    assert asked.conversation_id == ""
    assert "The van comes at 06:30." in json.dumps(window)
    assert (shared.body["channel"], shared.body["thread_ts"]) == ("C1", "7.0")
    assert "<@U1> asked: “when?”" in shared.shown
    assert bot.slack.refused == []


async def test_a_window_whose_message_is_not_known_any_more_says_so() -> None:
    async with running() as bot:
        sent = await bot.submit(
            {"type": "modal", "callback_id": "question"}, question={"value": "언제 와요?"}
        )
        said = await sent.text()

    assert "update" in said
    assert bot.conversation.asked == []


@pytest.mark.parametrize("text", [QUESTION, IN_KOREAN])
async def test_a_private_answer_is_deleted_and_stays_in_the_reports(text: str) -> None:
    async with running() as bot:
        post = await privately(bot, text)
        await bot.click(post, "remove")
        gone = await bot.slack.post()
        await bot.settle()

    assert (gone.method, gone.body) == ("respond", {"delete_original": True})
    assert len(bot.conversation.records.kept) == 1


async def test_an_answer_that_others_see_is_never_deleted() -> None:
    async with running() as bot:
        private = await privately(bot)
        public = Post("chat.postMessage", private.body | {"channel": "C1"})
        await bot.click(public, "remove", user="U2")
        await bot.settle()

    assert bot.slack.posted.empty()


async def test_an_answer_that_slack_does_not_delete_can_be_deleted_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running() as bot:
        post = await privately(bot)
        bot.slack.refuse("respond", Refusal("expired_url", 404))
        await bot.click(post, "remove")
        await bot.slack.until(lambda: bot.slack.calls.count("respond") == 2)
        await asyncio.sleep(0.1)  # until the refusal is noted
        await bot.click(post, "remove")
        gone = await bot.slack.post()

    assert gone.body == {"delete_original": True}
    assert "expired_url" in [one.__dict__.get("reason") for one in caplog.records]
