"""A bug, a stop, a refusal: whatever happens, a person who waits for the bot hears of it once."""

import asyncio
import json
import threading
import time
from dataclasses import replace
from typing import Any, cast
from urllib.parse import parse_qs, urlencode

import pytest

from adapters.chat.under_way.work import Work
from bot.model import Reply, SafeText, Verdict
from bot.model.errors import RecordsError
from bot.model.kept import StoredAnswer
from bot.privacy import Redactor
from knowledge.model.documents import Language
from tests.fakes import FakeRecords
from tests.flow.slack.stand_in.api import (
    RATE_LIMITED,
    VIEW,
    Post,
    Refusal,
    SlackApi,
    clicked_in,
    direct,
    mention,
    shortcut,
    sign,
    signed,
)
from tests.flow.slack.stand_in.bot import (
    ANSWERS,
    ENGLISH,
    FakeConversation,
    Running,
    answer,
    running,
)

QUESTION = "how long for headphones?"
IN_KOREAN = "헤드폰 환불 기간은?"
PHONE = "010-1234-5678"


class Broken(FakeRecords):
    """Has a bug, whose words are a person's."""

    async def find(self, answer_id: str) -> StoredAnswer | None:
        raise ValueError(PHONE)


class Slow(FakeRecords):
    """Finds an answer only when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.gate = asyncio.Event()

    async def find(self, answer_id: str) -> StoredAnswer | None:
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


async def test_a_bug_while_an_answer_is_shown_leaves_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    odd = Reply("Très bien", cast(Language, "fr"), verdict=Verdict.PASS)
    monkeypatch.setitem(ANSWERS, "in French?", odd)

    async with running() as bot:
        await bot.send(signed(direct("in French?")))
        said = await bot.slack.post()

    assert said.body["channel"] == "D1"
    assert said.text == "Très bien"


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


async def test_who_may_not_ask_is_not_told_so_where_they_asked_nobody() -> None:
    slack = SlackApi()
    slack.answers["usergroups.users.list"] = {"users": ["U7"]}

    async with running(slack, answer_mode="every") as bot:
        await only_a_group_may_ask(bot)
        await bot.submit(
            bot.slack.view("views.open"),
            "UADMIN",
            allowed_groups={"value": "S012AB3CD"},
            answer_mode={"selected_option": {"value": "every"}},
        )
        said = {"type": "message", "channel_type": "channel", "channel": "C1", "user": "U1"}
        await bot.send(signed(said | {"ts": "3.0", "text": QUESTION}))
        await bot.settle()

    assert bot.slack.posted.empty()
    assert bot.conversation.asked == []


async def test_too_many_questions_are_no_reason_to_speak_up_unasked() -> None:
    async with running(work=Work(longest_wait_s=-1), answer_mode="every") as bot:
        said = {"type": "message", "channel_type": "channel", "channel": "C1", "user": "U1"}
        await bot.send(signed(said | {"ts": "3.0", "text": QUESTION}))
        await bot.settle()

    assert bot.slack.posted.empty()


@pytest.mark.parametrize("subtype", ["thread_broadcast", "file_share"])
async def test_what_is_also_sent_to_the_channel_is_answered(subtype: str) -> None:
    async with running() as bot:
        await bot.send(signed(direct(QUESTION, thread_ts="1.0", ts="2.0", subtype=subtype)))
        reply = await bot.slack.post()

    assert "14 days" in reply.text


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("not_in_channel", "/invite"),
        ("restricted_action", "can't post"),
        ("restricted_action_thread_locked", "can't post"),
        ("is_archived", "can't post"),
        ("ratelimited", "taking more messages"),
    ],
)
async def test_an_answer_that_has_no_place_in_its_channel_comes_directly(
    word: str, hint: str
) -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", Refusal(word))

    async with running(slack) as bot:
        await bot.send(signed(mention(QUESTION)))
        reply = await bot.slack.post()

    assert reply.body["channel"] == "U1"
    assert hint in reply.shown


@pytest.mark.parametrize("refusal", [Refusal("used_url", 404), Refusal("expired_url", 404)])
async def test_an_answer_that_a_command_cannot_take_comes_directly(refusal: Refusal) -> None:
    slack = SlackApi()
    slack.refuse("respond", refusal)

    async with running(slack) as bot:
        await bot.command("U1", "/ask", QUESTION)
        reply = await bot.slack.post()

    assert (reply.method, reply.body["channel"]) == ("chat.postMessage", "U1")
    assert "14 days" in reply.text
    assert bot.slack.posted.empty()


async def test_a_command_that_slack_wants_answered_later_is_answered_later() -> None:
    slack = SlackApi()
    slack.refuse("respond", RATE_LIMITED)

    async with running(slack) as bot:
        await bot.command("U1", "/ask", QUESTION)
        reply = await bot.slack.post()

    assert reply.method == "respond"


async def test_what_is_said_about_a_click_in_a_thread_stands_in_the_thread() -> None:
    async with running() as bot:
        post = await answered(bot)
        bot.conversation.records.kept.clear()
        await bot.click(post, "follow_up:0", user="U2")
        said = await bot.slack.post()

    assert (said.method, said.body["user"]) == ("chat.postEphemeral", "U2")
    assert (said.body["channel"], said.body["thread_ts"]) == ("C1", "1.0")


async def test_two_clicks_on_an_example_ask_once() -> None:
    async with running() as bot:
        await bot.send(signed({"type": "app_home_opened", "user": "U1", "tab": "home"}))
        await bot.slack.until(lambda: "views.publish" in bot.slack.arguments)
        home = bot.slack.view("views.publish")
        home["blocks"].append(
            {"type": "section", "accessory": {"action_id": "example:0", "value": "0:en:0"}}
        )
        for _ in range(2):
            await bot.send(clicked_in(home, "V2", "example:0"))
        await bot.settle()

    assert bot.slack.calls.count("views.publish") == 2  # opened, and one click on an old example


async def about_a_message(bot: Running) -> dict[str, Any]:
    """The window with the answer to a question about a message."""
    await bot.shortcut("The van comes at 06:30.")
    await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
    await bot.submit(bot.slack.view("views.open"), question={"value": "when?"})
    await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
    return bot.slack.view("views.update")


async def test_two_clicks_share_an_answer_about_a_message_once() -> None:
    async with running() as bot:
        window = await about_a_message(bot)
        for _ in range(2):
            await bot.send(clicked_in(window, VIEW, "share_selected"))
        await bot.settle()

    assert bot.slack.calls.count("chat.postMessage") == 1


async def test_a_window_that_is_not_known_any_more_says_so_when_it_is_shared() -> None:
    async with running() as bot:
        window = await about_a_message(bot)
        bot.slack.arguments.clear()
        await bot.send(clicked_in(window, "VOLD", "share_selected"))
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)

    assert "again" in json.dumps(bot.slack.view("views.update"))
    assert bot.slack.arguments["views.update"]["view_id"] == "VOLD"


async def test_where_an_answer_about_a_message_cannot_be_shared_it_can_be_tried_again() -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", Refusal("not_in_channel"))

    async with running(slack) as bot:
        window = await about_a_message(bot)
        bot.slack.arguments.pop("views.update")
        await bot.send(clicked_in(window, VIEW, "share_selected"))
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
        told = bot.slack.view("views.update")
        await bot.send(clicked_in(told, VIEW, "share_selected"))
        shared = await bot.slack.post()

    assert "/invite" in json.dumps(told)
    assert "06:30" in json.dumps(told)
    assert shared.body["thread_ts"] == "7.0"


async def test_a_window_that_slack_does_not_fill_says_so() -> None:
    slack = SlackApi()
    slack.refuse("views.update", Refusal("view_too_large"))

    async with running(slack) as bot:
        post = await answered(bot)
        await bot.click(post, "sources")
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)

    assert "couldn't show" in json.dumps(bot.slack.view("views.update"))


async def test_sources_that_are_not_kept_are_told_in_the_window_alone() -> None:
    async with running() as bot:
        post = await answered(bot)
        bot.conversation.records.error = RecordsError("records.db is damaged")
        await bot.click(post, "sources")
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
        await bot.settle()

    assert bot.conversation.asked[0].trace_id in json.dumps(bot.slack.view("views.update"))
    assert bot.slack.posted.empty()


@pytest.mark.parametrize("refusal", [Refusal("ratelimited"), Refusal("internal_error", 500)])
async def test_what_slack_cannot_do_now_is_no_reason_to_invite_the_bot(refusal: Refusal) -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", *[refusal] * 4)

    async with running(slack) as bot:
        post = await privately(bot)
        await bot.click(post, "share")
        told = await bot.slack.post()

    assert "in a minute" in told.text
    assert "/invite" not in told.text


async def test_a_long_answer_can_be_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    long = replace(
        answer("가나다 & <abc>. " * 900, ENGLISH, "en"), sources=(ENGLISH,) * 12, confidence=None
    )
    ask = "& long? " * 100

    monkeypatch.setitem(ANSWERS, ask.strip(), long)

    async with running() as bot:
        await bot.command("U1", "/ask", ask)
        post = await bot.slack.post()
        await bot.click(post, "share")
        shared = await bot.slack.post()

    assert bot.slack.refused == []
    assert "<@U1> asked" in shared.shown


async def test_a_run_that_is_stopped_with_the_server_leaves_no_bar_that_stands_still() -> None:
    conversation, work = FakeConversation(gate=asyncio.Event()), Work()

    async with running(conversation=conversation, work=work) as bot:
        await bot.command("UADMIN")
        await bot.slack.until(lambda: bool(conversation.asked))
        work.stop(None)
        said = await bot.slack.post()

    assert "stopped" in said.text


async def test_a_run_from_the_home_tab_is_one_message() -> None:
    async with running() as bot:
        await bot.send(signed({"type": "app_home_opened", "user": "UADMIN", "tab": "home"}))
        await bot.slack.until(lambda: "views.publish" in bot.slack.arguments)
        home = bot.slack.view("views.publish")
        await bot.send(clicked_in(home, "V2", "reindex", "UADMIN"))
        posts = [await bot.slack.post(), await bot.slack.post()]
        await bot.settle()

    assert [post.method for post in posts] == ["chat.postMessage", "chat.update"]
    assert bot.slack.posted.empty()


async def thumb_down(bot: Running, question: str) -> dict[str, Any]:
    """The form that a thumb down opens."""
    post = await answered(bot, question)
    await bot.click(post, "feedback")
    await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
    return bot.slack.view("views.open")


@pytest.mark.parametrize(("question", "thanks"), [(QUESTION, "Thank you"), (IN_KOREAN, "감사")])
async def test_who_says_what_was_wrong_is_thanked(question: str, thanks: str) -> None:
    async with running() as bot:
        form = await thumb_down(bot, question)
        sent = await bot.submit(form, note={"value": "It is 30 days."})
        said = await sent.json()

    assert thanks in json.dumps(said, ensure_ascii=False)


async def test_what_was_wrong_and_cannot_be_kept_is_not_thanked_for() -> None:
    async with running() as bot:
        form = await thumb_down(bot, QUESTION)
        bot.conversation.records.error = RecordsError("records.db is damaged")
        await bot.submit(form, note={"value": "It is 30 days."})
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)

    assert bot.conversation.asked[0].trace_id in json.dumps(bot.slack.view("views.update"))


async def test_help_about_an_answer_that_is_not_kept_any_more_is_refused_in_the_window() -> None:
    async with running() as bot:
        post = await privately(bot)
        await bot.click(post, "ask_person")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        bot.conversation.records.kept.clear()
        await bot.submit(bot.slack.view("views.open"), person={"selected_user": "U9"})
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
        await bot.settle()

    assert "I no longer have this answer" in json.dumps(bot.slack.view("views.update"))
    assert bot.slack.posted.empty()


async def test_a_forwarded_message_is_asked_about_by_what_was_forwarded() -> None:
    async with running() as bot:
        body, _ = shortcut("", "U1", f"{bot.api_url}respond/3")
        payload = json.loads(parse_qs(body.decode())["payload"][0])
        forwarded = [{"text": "The van comes at &lt;06:30&gt;."}, {"fallback": "A picture"}]
        payload["message"]["attachments"] = forwarded
        fields = {"payload": json.dumps(payload)}
        await bot.send(sign(urlencode(fields).encode(), "application/x-www-form-urlencoded"))
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        await bot.submit(bot.slack.view("views.open"), question={"value": "when?"})
        await bot.settle()

    assert bot.conversation.asked[0].selected_text == "The van comes at <06:30>.\nA picture"


@pytest.mark.parametrize(
    ("question", "told"),
    [("how long \ud83dfor headphones?", "14 days"), ("헤드폰 \udc00환불 기간은?", "14일")],
)
async def test_half_a_character_takes_no_answer_away(
    question: str, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    event = mention(question, channel="C1\ud83d", user="U1\ude00")

    async with running() as bot:
        response = await bot.send(signed(event, event_id="Ev1\ud83d"))
        post = await bot.slack.post()
        await bot.settle()

    assert (response.status, post.body["channel"]) == (200, "C1")
    assert told in post.text
    assert bot.conversation.asked[0].sender_id == "U1"
    assert [one for one in caplog.records if one.levelname == "ERROR"] == []


async def test_half_a_character_in_a_chosen_message_is_left_out() -> None:
    async with running() as bot:
        await bot.shortcut("환불은 14일 \ud83d안에 됩니다.")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        form = bot.slack.view("views.open")
        await bot.submit(form, question={"value": "환불은 며칠 안에 되나요?"})
        await bot.settle()

    assert [one.selected_text for one in bot.conversation.asked] == ["환불은 14일 안에 됩니다."]


class _SlowRedactor(Redactor):
    """Takes a while for a message that somebody asks about."""

    def safe(self, text: str) -> SafeText:
        if threading.current_thread() is not threading.main_thread():
            time.sleep(0.2)
        return super().safe(text)


async def test_who_asks_before_the_message_is_remembered_is_answered_from_it() -> None:
    async with running(redactor=_SlowRedactor()) as bot:
        await bot.shortcut("Refunds take 14 days.")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        await bot.submit(bot.slack.view("views.open"), question={"value": "how long?"})
        await bot.settle()

    assert [one.selected_text for one in bot.conversation.asked] == ["Refunds take 14 days."]
