"""Administrators set how the bot answers in a channel, in a dialog; nobody else does."""

from typing import Any

import pytest

from bot.model import Platform
from bot.stores import Store, Stores
from knowledge.model.documents import Audience
from tests.flow.teams.asking.test_questions import CHANNEL, QUESTION, mentioned
from tests.flow.teams.stand_in.bot import ADMIN, Running, running

BOSS = {"from": {"id": "29:boss", "aadObjectId": ADMIN}, "conversation": CHANNEL}
STORES = Stores(
    [
        Store(
            "gangnam",
            {"ko": "강남점", "en": "Gangnam"},
            channels={Platform.TEAMS: ("19:chan@thread.tacv2",)},
        ),
        Store("haeundae", {"ko": "해운대점", "en": "Haeundae"}),
    ]
)
OPEN = {"data": {"verb": "channel", "msteams": {"type": "task/fetch"}}}


def form_of(answer: dict[str, Any]) -> dict[str, Any]:
    """The fields of the dialog's card, each with its value."""
    body = answer["task"]["value"]["card"]["content"]["body"]
    return {one["id"]: one.get("value") for one in body if "id" in one}


def shown(answer: dict[str, Any]) -> str:
    return str(answer["task"]["value"]["card"]["content"]["body"])


async def saved(bot: Running, **fields: str) -> dict[str, Any]:
    """What an administrator sees after opening the form, changing fields and saving."""
    opened = await bot.invoke("task/fetch", OPEN, **BOSS)
    data = {name: value or "" for name, value in form_of(opened).items()}
    sent = {"data": {"verb": "channel", **data, **fields}}
    return await bot.invoke("task/submit", sent, **BOSS)


async def asked(bot: Running, text: str = QUESTION, **changes: Any) -> None:
    said = mentioned(text) | {"conversation": CHANNEL, "id": f"m{len(bot.conversation.asked)}"}
    await bot.send(bot.said(**(said | changes)))


@pytest.mark.parametrize(
    ("word", "title"),
    [("settings", "Channel settings"), ("설정", "채널 설정")],
)
async def test_the_word_shows_an_administrator_a_button_that_opens_the_form(
    word: str, title: str
) -> None:
    async with running() as bot:
        await bot.send(bot.said(**(mentioned(word) | BOSS)))
        sent = await bot.teams.message()

    assert sent.targeted
    card = sent.body["attachments"][0]["content"]
    assert title in str(card["body"])
    assert card["actions"][0]["data"] == OPEN["data"]


async def test_what_is_set_holds_for_the_next_question() -> None:
    async with running(stores=STORES) as bot:
        done = await saved(
            bot, store="haeundae", category="Refund", language="ko", audience="manager"
        )
        await asked(bot)
        await bot.settle()

    [message] = bot.conversation.asked
    scope = message.scope
    assert "Channel settings saved." in shown(done)
    assert (scope.store, scope.category, scope.language) == ("haeundae", "refund", "ko")
    # Whoever asks is staff: the channel widens nobody's rights.
    assert scope.audience is Audience.STAFF


async def test_a_manager_is_answered_from_manager_documents_where_the_channel_says_so() -> None:
    manager = "dddddddd-0000-4000-8000-000000000004"
    async with running(manager_object_ids=frozenset({manager})) as bot:
        sender: Any = {"from": {"id": "29:mina", "aadObjectId": manager}}
        await asked(bot, **sender)
        await saved(bot, audience="manager")
        await asked(bot, **sender)
        await bot.settle()

    roles = [one.scope.audience for one in bot.conversation.asked]
    assert roles == [Audience.STAFF, Audience.MANAGER]


async def test_a_channel_of_a_store_is_answered_for_it_without_any_setting() -> None:
    async with running(stores=STORES) as bot:
        await asked(bot)
        opened = await bot.invoke("task/fetch", OPEN, **BOSS)
        await bot.settle()

    assert bot.conversation.asked[0].scope.store == "gangnam"
    assert form_of(opened)["store"] == "gangnam"


async def test_a_form_that_is_sent_as_it_opened_changes_nothing() -> None:
    async with running(stores=STORES) as bot:
        await saved(bot, store="haeundae", answer_mode="every", private="on", audience="manager")
        before = form_of(await bot.invoke("task/fetch", OPEN, **BOSS))
        await saved(bot)
        after = form_of(await bot.invoke("task/fetch", OPEN, **BOSS))

    assert before == after
    assert (before["store"], before["answer_mode"], before["private"]) == (
        "haeundae",
        "every",
        "on",
    )


async def test_only_the_asker_sees_answers_where_the_channel_says_so() -> None:
    async with running() as bot:
        await saved(bot, private="on")
        await asked(bot)
        sent = await bot.teams.message()

    assert sent.targeted
    assert bot.conversation.asked[0].conversation_id.endswith(":ask:29:mina")


@pytest.mark.parametrize(
    ("mode", "text", "conversation", "answered"),
    [
        ("threads", QUESTION, "19:chan@thread.tacv2;messageid=n1", False),
        ("every", QUESTION, "19:chan@thread.tacv2;messageid=n1", True),
        ("every", "헤드폰 환불 기간은?", "19:chan@thread.tacv2;messageid=n1", True),
        ("every", "see you tomorrow", "19:chan@thread.tacv2;messageid=n1", False),
        ("every", QUESTION, "19:chan@thread.tacv2;messageid=99", False),
        ("mention", QUESTION, "19:chan@thread.tacv2;messageid=n1", False),
    ],
)
async def test_messages_without_a_mention_are_answered_as_the_channel_is_set(
    mode: str, text: str, conversation: str, answered: bool
) -> None:
    async with running() as bot:
        await saved(bot, answer_mode=mode)
        where = CHANNEL | {"id": conversation}
        await bot.send(bot.said(text, id="n1", conversation=where))
        await bot.settle()

    assert bool(bot.conversation.asked) is answered


async def test_mentions_only_leaves_the_threads_of_the_bot_alone() -> None:
    async with running() as bot:
        await saved(bot, answer_mode="mention")
        await asked(bot)
        await bot.teams.message()
        await bot.send(bot.said("and coats?", id="n2", conversation=CHANNEL))
        await bot.settle()

    assert len(bot.conversation.asked) == 1


async def test_nobody_else_opens_or_sends_the_form() -> None:
    staff = {"conversation": CHANNEL}
    async with running() as bot:
        await bot.send(bot.said(**mentioned("settings")))
        refused = await bot.teams.message()
        opened = await bot.invoke("task/fetch", OPEN, **staff)
        sent = {"data": {"verb": "channel", "language": "ko"}}
        done = await bot.invoke("task/submit", sent, **staff)
        await asked(bot)
        await bot.settle()

    assert "administrators" in refused.text
    assert "administrators" in shown(opened)
    assert "administrators" in shown(done)
    assert bot.conversation.asked[0].scope.language is None
    lines = [(one.what, one.outcome) for one in bot.conversation.audit.kept]
    assert lines == [("settings", "refused")] * 3


async def test_who_sets_a_channel_is_in_the_audit_log_without_words() -> None:
    async with running() as bot:
        await saved(bot, category="010-1234-5678", private="on")
        await bot.settle()

    [line] = bot.conversation.audit.kept
    assert (line.what, line.outcome) == ("settings", "done")
    assert (line.about["channel"], line.about["private"]) == ("19:chan@thread.tacv2", True)
    assert "010-1234-5678" not in repr(line.about)


async def test_what_is_wrong_is_said_and_not_saved() -> None:
    async with running() as bot:
        done = await saved(bot, category="<b>refund</b>")
        await asked(bot)
        await bot.settle()

    assert "Document category" in shown(done)
    assert bot.conversation.asked[0].scope.category is None


@pytest.mark.parametrize(
    ("word", "said"), [("settings", "in the channel that you want"), ("설정", "설정할 채널에서")]
)
async def test_a_personal_chat_has_no_settings(word: str, said: str) -> None:
    async with running() as bot:
        await bot.send(bot.said(word, **{"from": BOSS["from"]}))
        sent = await bot.teams.message()

    assert said in sent.text


async def test_settings_are_there_after_a_restart(tmp_path: Any) -> None:
    async with running(data=tmp_path) as bot:
        await saved(bot, language="ko")
    async with running(data=tmp_path) as bot:
        await asked(bot)
        await bot.settle()

    assert bot.conversation.asked[0].scope.language == "ko"
