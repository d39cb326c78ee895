"""What Teams alone has of passing an answer on: dialogs, a message's menu, chats to open."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.model import Platform
from bot.stores import Owner, Stores
from knowledge.model.documents import Audience
from tests.fakes import FakeToldOwners
from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.stand_in.api import NOT_HERE, Sent
from tests.flow.teams.stand_in.bot import Running, running
from tests.flow.teams.stand_in.identity import Body

CONFLICT, GAP, KOREAN = (
    "how long is lost property kept?",
    "who fixes the gate?",
    "헤드폰 환불 기간은?",
)
OWNER = "77777777-0000-4000-8000-000000000007"
MANAGER = "bbbbbbbb-0000-4000-8000-000000000001"
COLLEAGUE = "99999999-0000-4000-8000-000000000009"
CHANNEL = "19:Owners@thread.tacv2"
IN_THREAD = {"id": "19:c@thread.tacv2;messageid=7", "conversationType": "channel"}


def owned(*addresses: str) -> Stores:
    return Stores(owners=[Owner("Customer Care", {Platform.TEAMS: addresses or (OWNER,)})])


async def asked(bot: Running, question: str = CONFLICT, **changes: Any) -> Sent:
    """The answer in a personal chat."""
    await bot.send(bot.said(question, **changes))
    return await bot.teams.message(len(bot.teams.messages))


def buttons(sent: Sent) -> dict[str, Body]:
    return {
        one["data"]["verb"]: one["data"] for card in sent.cards for one in card.get("actions", [])
    }


async def tell(bot: Running, sent: Sent, **changes: Any) -> str:
    """What the dialog shows once the form is sent, without the name."""
    form = await bot.invoke("task/fetch", {"data": buttons(sent)["tell_owner"]}, **changes)
    [nameless, _] = form["task"]["value"]["card"]["content"]["actions"]
    said = await bot.invoke("task/submit", {"data": nameless["data"]}, **changes)
    return json.dumps(said, ensure_ascii=False)


async def test_an_owner_who_never_wrote_to_the_bot_is_reached_in_a_chat_that_it_opens() -> None:
    async with running(stores=owned()) as bot:
        said = await tell(bot, await asked(bot))

    [opened] = bot.teams.opened
    told = bot.teams.messages[-1]
    assert "Sent to Customer Care." in said
    assert opened["members"] == [{"id": OWNER}]
    assert told.conversation_id == f"a:{OWNER}"
    assert CONFLICT in told.text


async def test_an_owner_who_wrote_to_the_bot_is_told_in_that_chat_in_their_language(
    tmp_path: Path,
) -> None:
    async with running(stores=owned(), data=tmp_path) as bot:
        place = {"id": "a:owner", "conversationType": "personal"}
        who = {"from": {"id": "29:owner", "aadObjectId": OWNER}, "locale": "ko-KR"}
        await asked(bot, "thanks", conversation=place, id="50", **who)
        await bot.inbox.emptied()
        await tell(bot, await asked(bot))

    told = bot.teams.messages[-1]
    assert bot.teams.opened == []
    assert told.conversation_id == "a:owner"
    assert "어느 쪽이 맞습니까?" in told.text


async def test_an_owner_can_be_a_channel() -> None:
    async with running(stores=owned(CHANNEL)) as bot:
        said = await tell(bot, await asked(bot))

    assert "Sent to" in said
    assert bot.teams.messages[-1].conversation_id == CHANNEL


async def test_an_owner_without_the_app_is_said_to_be_out_of_reach_with_whom_to_ask() -> None:
    async with running(stores=owned()) as bot:
        bot.teams.refused_chats = NOT_HERE
        said = await tell(bot, await asked(bot))

    assert "couldn't reach Customer Care. Please ask your store manager." in said


@pytest.mark.parametrize(
    ("address", "disputed", "sent", "quoted"),
    [
        (OWNER, True, False, False),
        (COLLEAGUE, True, True, True),
        (CHANNEL, True, False, False),
        (OWNER, False, True, False),
    ],
    ids=["staff", "a manager", "a channel", "staff, without quotes"],
)
async def test_documents_for_managers_are_quoted_to_those_only_who_may_read_them(
    address: str, disputed: bool, sent: bool, quoted: bool
) -> None:
    managers = frozenset({COLLEAGUE, MANAGER})
    async with running(stores=owned(address), manager_object_ids=managers) as bot:
        mina: Body = {"from": {"id": "29:mina", "aadObjectId": MANAGER}}
        answer = await asked(bot, **mina)
        [record] = bot.conversation.records.kept
        secret = replace(record.reply, audience=Audience.MANAGER, disputed=disputed)
        bot.conversation.records.kept[:] = [replace(record, reply=secret)]
        said = await tell(bot, answer, **mina)

    told = [one.text for one in bot.teams.messages[1:]]
    assert ("Sent to" in said, bool(told)) == (sent, sent)
    assert any("within 14 days" in one for one in told) is quoted


async def test_a_client_without_dialogs_has_the_form_and_what_became_of_it_in_the_chat() -> None:
    async with running(stores=owned()) as bot:
        opens = buttons(await asked(bot))["tell_owner"]
        await bot.send(bot.said("", id="2", value=opens))
        form = await bot.teams.message(1)
        [_, named] = form.cards[0]["actions"]
        await bot.send(bot.said("", id="3", value=named["data"]))
        await bot.teams.until(lambda: len(bot.teams.messages) == 4)

    told, said = bot.teams.messages[2:]
    assert "would like you to look at this" in told.text
    assert "Sent to Customer Care." in json.dumps(said.cards)


async def test_the_end_of_a_stream_is_a_text_and_its_buttons_follow() -> None:
    conversation = FakeConversation(gate=asyncio.Event())
    async with running(conversation, stores=owned()) as bot:
        await bot.send(bot.said(CONFLICT))
        await bot.teams.until(lambda: len(bot.teams.sent) == 1)
        assert conversation.gate is not None
        conversation.gate.set()
        await bot.teams.message(1)

    answer, offered = bot.teams.messages
    assert "14 days" in answer.body["text"]
    assert not answer.cards
    assert {"sources", "tell_owner", "ask_person"} == set(buttons(offered))


MENU: Body = {"commandId": "ask_person"}


async def from_menu(bot: Running, message_id: str, **changes: Any) -> Body:
    """What "Ask a person" in a message's menu opens."""
    value = MENU | {"messagePayload": {"id": message_id, "body": {"content": "…"}}}
    return await bot.invoke("composeExtension/fetchTask", value, **changes)


@pytest.mark.parametrize(
    ("question", "label", "sent"),
    [
        ("how long for headphones?", "Who do you want to ask?", "Sent to your colleague."),
        (KOREAN, "질문을 받을 사람", "동료에게 보냈습니다."),
    ],
)
@pytest.mark.parametrize("place", [{}, {"conversation": IN_THREAD}], ids=["personal", "channel"])
async def test_a_person_is_asked_from_the_menu_of_any_answer(
    question: str, label: str, sent: str, place: Body
) -> None:
    at = {"type": "mention", "mentioned": {"id": "28:x"}, "text": ""}
    async with running() as bot:
        at["mentioned"] = bot.said()["recipient"]
        await asked(bot, question, **(place and place | {"entities": [at]}))
        await bot.inbox.emptied()
        [message_id] = [one.rpartition(":")[2] for one in bot.conversation.records.messages]
        form = await from_menu(bot, "1:1", **place)
        [send] = form["task"]["value"]["card"]["content"]["actions"]
        value = MENU | {"data": send["data"] | {"person": COLLEAGUE, "note": ""}}
        said = await bot.invoke("composeExtension/submitAction", value, **place)

    told = bot.teams.messages[-1]
    assert message_id == "1"
    assert label in json.dumps(form, ensure_ascii=False)
    assert sent in json.dumps(said, ensure_ascii=False)
    assert told.conversation_id == f"a:{COLLEAGUE}"
    assert question in told.text
    assert told.entities


@pytest.mark.parametrize("message_id", ["1:9", ""])
async def test_the_menu_of_somebody_s_message_says_that_it_is_no_answer(message_id: str) -> None:
    async with running() as bot:
        await asked(bot)
        said = await from_menu(bot, message_id)

    assert "one of my answers" in json.dumps(said)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"person": ""}, "Please choose somebody."),
        ({"person": "jun@example.test"}, "Please choose somebody."),
        ({"person": COLLEAGUE}, "Not everyone may read"),
    ],
)
async def test_an_answer_goes_to_a_person_only_who_may_read_it(fields: Body, said: str) -> None:
    mina: Body = {"from": {"id": "29:mina", "aadObjectId": OWNER}}
    async with running(manager_object_ids=frozenset({OWNER})) as bot:
        answer = await asked(bot, **mina)
        [record] = bot.conversation.records.kept
        secret = replace(record.reply, audience=Audience.MANAGER)
        bot.conversation.records.kept[:] = [replace(record, reply=secret)]
        form = await bot.invoke("task/fetch", {"data": buttons(answer)["ask_person"]}, **mina)
        [send] = form["task"]["value"]["card"]["content"]["actions"]
        shown = await bot.invoke("task/submit", {"data": send["data"] | fields}, **mina)

    assert said in json.dumps(shown)
    assert len(bot.teams.messages) == 1


async def test_a_colleague_without_the_app_is_said_to_be_out_of_reach() -> None:
    async with running() as bot:
        bot.teams.refused_chats = NOT_HERE
        answer = await asked(bot)
        data = buttons(answer)["ask_person"] | {"verb": "hand_over", "person": COLLEAGUE}
        said = await bot.invoke("task/submit", {"data": data})

    assert "couldn't message them" in json.dumps(said)


async def test_nobody_passes_on_what_was_answered_elsewhere() -> None:
    other = {"conversation": {"id": "19:d@thread.tacv2;messageid=1", "conversationType": "channel"}}
    who = {"from": {"id": "29:other", "aadObjectId": COLLEAGUE}}
    async with running(stores=owned()) as bot:
        answer = await asked(bot)
        shown = [
            await bot.invoke("task/fetch", {"data": buttons(answer)[verb]}, **other, **who)
            for verb in ("tell_owner", "ask_person")
        ]

    assert CONFLICT not in json.dumps(shown)
    assert "no longer works" in json.dumps(shown[0])
    assert "one of my answers" in json.dumps(shown[1])


async def test_the_next_server_still_knows_that_the_owner_was_told() -> None:
    told, conversation = FakeToldOwners(), FakeConversation()
    async with running(conversation, stores=owned(), told=told) as bot:
        answer = await asked(bot)
        await tell(bot, answer)
    async with running(conversation, stores=owned(), told=told) as later:
        data = {"data": buttons(answer)["tell_owner"]}
        said = await later.invoke("task/fetch", data)

    assert "know about this already" in json.dumps(said)
    assert later.teams.messages == []
