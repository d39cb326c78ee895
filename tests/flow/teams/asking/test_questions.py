"""From a signed request of Teams to the posted reply."""

import asyncio
import json
import logging
from typing import Any

import pytest

from adapters.chat.under_way.work import Work
from adapters.teams.sdk_choice import Name
from adapters.teams.setup.manifest import render
from bot.conversation.rate_limits import Limits
from bot.privacy import Choices, EntityType, Redactor
from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.stand_in.api import BUSY, Refusal, TeamsApi
from tests.flow.teams.stand_in.bot import ADMIN, Running, each_sdk, running
from tests.flow.teams.stand_in.identity import APP_ID, OTHER_TENANT, REFUSED

QUESTION = "how long for headphones?"
KOREAN = "헤드폰 환불 기간은?"
CHANNEL = {
    "id": "19:chan@thread.tacv2;messageid=17",
    "conversationType": "channel",
    "tenantId": "aaaaaaaa-0000-4000-8000-000000000001",
}
GROUP = {"id": "19:group@thread.v2", "conversationType": "groupChat", "isGroup": True}


def mentioned(text: str) -> dict[str, Any]:
    """A mention, as a channel sends it."""
    bot = {"id": "28:" + "x", "name": "storewise"}
    mention = {"type": "mention", "mentioned": bot, "text": "<at>storewise</at>"}
    return {
        "recipient": bot,
        "entities": [mention],
        "text": f"<at>storewise</at> {text}",
        "conversation": CHANNEL,
    }


async def test_a_question_in_microsoft_365_copilot_is_answered_as_in_a_personal_chat() -> None:
    async with running() as bot:
        product = {"type": "ProductInfo", "id": "COPILOT"}
        await bot.send(bot.said(QUESTION, entities=[product]))
        sent = await bot.teams.message()

    assert sent.conversation_id == "a:1"
    assert "14 days" in sent.text


@pytest.mark.parametrize(
    ("question", "answer", "title"),
    [(QUESTION, "**14 days** with a receipt", "Refund policy"), (KOREAN, "14일", "환불 규정")],
)
async def test_a_question_is_answered_once_with_its_citations(
    question: str, answer: str, title: str
) -> None:
    async with running() as bot:
        response = await bot.send(bot.said(question))
        sent = await bot.teams.message()
        await bot.settle()

    [entity] = sent.entities
    assert response.status == 200
    assert sent.conversation_id == "a:1"
    assert answer in sent.text
    assert entity["additionalType"] == ["AIGeneratedContent"]
    assert entity["citation"][0]["appearance"]["name"].startswith(title)
    assert sent.body["channelData"]["feedbackLoop"] == {"type": "default"}
    assert bot.teams.messages == [sent]


async def test_a_mention_in_a_channel_is_answered_in_its_thread() -> None:
    async with running() as bot:
        await bot.send(bot.said(**mentioned(QUESTION)))
        sent = await bot.teams.message()
        await bot.settle()

    assert bot.teams.messages == [sent]
    assert sent.conversation_id == CHANNEL["id"]
    assert bot.conversation.asked[0].text == QUESTION
    assert bot.conversation.asked[0].conversation_id == CHANNEL["id"]
    [citation] = sent.entities[0]["citation"]
    assert citation["appearance"]["name"] == "Refund policy"


async def test_a_message_that_teams_delivers_again_is_answered_once() -> None:
    async with running() as bot:
        body = bot.said()
        await asyncio.gather(*(bot.send(body) for _ in range(4)))
        await bot.settle()

    assert len(bot.teams.messages) == 1


@pytest.mark.parametrize("name", REFUSED)
async def test_a_request_that_teams_did_not_sign_is_refused_and_nothing_runs(name: str) -> None:
    _, forged = REFUSED[name]

    async with running() as bot:
        authorization, body = forged(bot.said())
        response = await bot.send(body, authorization)
        await bot.settle()

    assert response.status == 401
    assert bot.conversation.asked == []
    assert bot.teams.tried == []


async def test_another_tenant_is_forbidden() -> None:
    async with running() as bot:
        body = bot.said(channelData={"tenant": {"id": OTHER_TENANT}})
        response = await bot.send(body)
        await bot.settle()

    assert response.status == 403
    assert bot.conversation.asked == []


@each_sdk
@pytest.mark.parametrize(
    "change",
    [{"type": "typing"}, {"type": "messageReaction"}, {"type": "unheardOf"}, {"type": "trace"}],
)
async def test_what_is_no_question_is_acknowledged_and_dropped(
    sdk: Name, change: dict[str, Any]
) -> None:
    async with running(sdk=sdk) as bot:
        response = await bot.send(bot.said(**change))
        await bot.settle()

    assert response.status == 200
    assert bot.conversation.asked == []


@each_sdk
@pytest.mark.parametrize("raw", [b"{", b"[]", b'"x"', b"null", b"\xff", b'{"a":' * 3000])
async def test_a_body_that_is_no_activity_never_breaks_the_server(sdk: Name, raw: bytes) -> None:
    async with running(sdk=sdk) as bot:
        response = await bot.client.post("/api/messages", data=raw)

    assert response.status in (400, 401)


async def test_a_refusal_is_for_its_person_alone_in_a_group() -> None:
    async with running() as bot:
        await bot.send(bot.said(**(mentioned("secret") | {"conversation": GROUP})))
        sent = await bot.teams.message()

    assert sent.targeted
    assert sent.body["recipient"]["isTargeted"] is True


async def test_where_teams_cannot_target_the_reply_still_comes() -> None:
    teams = TeamsApi()
    teams.refused_targeted = Refusal(400, "BadArgument")

    async with running(teams=teams) as bot:
        await bot.send(bot.said(**(mentioned("secret") | {"conversation": GROUP})))
        sent = await bot.teams.message()

    assert not sent.targeted


async def test_an_administrator_sees_how_far_a_run_is_and_its_report_in_one_message() -> None:
    async with running() as bot:
        admin = {"from": {"id": "29:boss", "aadObjectId": ADMIN}}
        await bot.send(bot.said("reindex", **admin))
        await bot.teams.until(lambda: any(one.method == "PUT" for one in bot.teams.sent))

    begun, report = bot.teams.messages
    assert bot.conversation.asked[0].admin
    assert (begun.method, report.method) == ("POST", "PUT")
    assert report.activity_id == "1:1"
    assert "Indexed 3 documents." in json.dumps(report.cards)


@pytest.mark.parametrize(("text", "word"), [("reindex", "administrators"), ("help", "Mention me")])
async def test_others_may_not_index_and_everybody_is_helped(text: str, word: str) -> None:
    async with running() as bot:
        await bot.send(bot.said(text))
        sent = await bot.teams.message()

    assert word in json.dumps(sent.body)


async def test_busy_teams_is_waited_for() -> None:
    teams = TeamsApi()
    teams.refuse(BUSY, BUSY)

    async with running(teams=teams) as bot:
        await bot.send(bot.said())
        sent = await bot.teams.message()

    assert "14 days" in sent.text


async def test_a_message_that_teams_does_not_take_is_sent_as_text() -> None:
    teams = TeamsApi()
    teams.refuse(Refusal(400, "BadSyntax"))

    async with running(teams=teams) as bot:
        await bot.send(bot.said())
        sent = await bot.teams.message()

    assert "14 days" in sent.text
    assert "Refund policy" in sent.text
    assert sent.entities == []


@pytest.mark.parametrize(("text", "sorry"), [("crash for Kim", "Sorry"), ("고장 Kim", "죄송")])
async def test_a_bug_becomes_an_apology_and_the_log_keeps_no_words(
    text: str, sorry: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running() as bot:
        await bot.send(bot.said(text))
        sent = await bot.teams.message()

    [bug] = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert sorry in sent.text
    assert bug.__dict__["trace_id"] in sent.text
    assert "Kim" not in caplog.text


async def test_when_too_many_questions_wait_the_person_is_told() -> None:
    conversation = FakeConversation(gate=asyncio.Event())

    async with running(conversation, Work(at_once=1, longest_wait_s=0)) as bot:
        for number in range(2):
            await bot.send(bot.said(id=str(number)))
        busy = await bot.teams.message()
        assert conversation.gate is not None
        conversation.gate.set()
        await bot.settle()

    assert "a lot of questions" in busy.text
    assert len(bot.teams.messages) == 2


async def test_a_slow_answer_ends_the_stream_that_told_of_the_work() -> None:
    conversation = FakeConversation(gate=asyncio.Event())

    async with running(conversation) as bot:
        await bot.send(bot.said())
        await bot.teams.until(lambda: len(bot.teams.sent) == 1)
        assert conversation.gate is not None
        conversation.gate.set()
        sent = await bot.teams.message()

    sign = bot.teams.sent[0]
    streams = [one for one in sent.entities if one["type"] == "streaminfo"]
    assert sign.body["type"] == "typing"
    assert streams == [{"type": "streaminfo", "streamType": "final", "streamId": "1:1"}]


async def test_a_thumb_under_a_slow_answer_is_about_that_answer() -> None:
    conversation = FakeConversation(gate=asyncio.Event())
    value = {"actionName": "feedback", "actionValue": {"reaction": "like", "feedback": ""}}

    async with running(conversation) as bot:
        await bot.send(bot.said())
        await bot.teams.until(lambda: len(bot.teams.sent) == 1)
        assert conversation.gate is not None
        conversation.gate.set()
        await bot.teams.message()
        await bot.send(bot.said(KOREAN, id="2"))
        await bot.teams.message(1)
        await bot.invoke("message/submitAction", value, replyToId="1:1")

    [rated] = bot.conversation.records.rated.values()
    assert rated.answer_id == bot.conversation.asked[0].trace_id


async def kept(bot: Running, **changes: Any) -> str:
    """The id of an answer, after it was posted."""
    await bot.send(bot.said(**changes))
    await bot.teams.message()
    return bot.conversation.asked[0].trace_id


@pytest.mark.parametrize("says_which", [True, False])
async def test_a_thumb_is_kept_with_what_is_said_but_without_names(says_which: bool) -> None:
    feedback = '{"feedbackText":"it is 30 days, call 010-1234-5678"}'

    async with running() as bot:
        answer_id = await kept(bot)
        value = {
            "actionName": "feedback",
            "actionValue": {"reaction": "dislike", "feedback": feedback},
        }
        reply_to = {"replyToId": "1:1"} if says_which else {}
        answer = await bot.invoke("message/submitAction", value, **reply_to)

    [rated] = bot.conversation.records.rated.values()
    assert answer == {}
    assert (rated.answer_id, rated.good) == (answer_id, False)
    assert "30 days" in str(rated.comment)
    assert "1234" not in str(rated.comment)


async def test_a_thumb_after_a_restart_is_about_the_answer_from_before() -> None:
    conversation = FakeConversation()
    value = {"actionName": "feedback", "actionValue": {"reaction": "like", "feedback": ""}}

    async with running(conversation) as bot:
        answer_id = await kept(bot)
    async with running(conversation) as bot:
        await bot.invoke("message/submitAction", value, replyToId="1:1")

    [rated] = conversation.records.rated.values()
    assert rated.answer_id == answer_id


@pytest.mark.parametrize("note", ["ask Mr. Smith about it", "이름: 홍길동"])
async def test_what_a_store_has_chosen_holds_for_what_people_note(note: str) -> None:
    names = Redactor(Choices(kinds=frozenset({EntityType.NAME})))
    feedback = json.dumps({"feedbackText": note})
    said = {"reaction": "dislike", "feedback": feedback}

    async with running(redactor=names) as bot:
        await kept(bot)
        value = {"actionName": "feedback", "actionValue": said}
        await bot.invoke("message/submitAction", value, replyToId="1:1")

    [rated] = bot.conversation.records.rated.values()
    assert "[REDACTED_NAME]" in str(rated.comment)


async def test_anybody_in_a_channel_may_rate_an_answer_there() -> None:
    value = {"actionName": "feedback", "actionValue": {"reaction": "like", "feedback": ""}}

    async with running() as bot:
        answer_id = await kept(bot, **mentioned(QUESTION))
        await bot.invoke(
            "message/submitAction",
            value,
            conversation=CHANNEL,
            replyToId="1:1",
            **{"from": {"id": "29:somebody-else"}},
        )

    [rated] = bot.conversation.records.rated.values()
    assert rated.answer_id == answer_id


async def test_the_sources_of_an_answer_open_in_a_window() -> None:
    async with running() as bot:
        answer_id = await kept(bot, **mentioned(QUESTION))
        value = {"data": {"verb": "sources", "about": answer_id, "number": 0}}
        here = await bot.invoke("task/fetch", value, conversation=CHANNEL)
        elsewhere = await bot.invoke("task/fetch", value, conversation=GROUP)

    assert "Opened headphones can be returned" in json.dumps(here)
    assert "Opened headphones" not in json.dumps(elsewhere)
    assert "no longer works" in json.dumps(elsewhere)


async def test_a_suggestion_on_a_card_is_asked_in_its_thread() -> None:
    async with running() as bot:
        answer_id = await kept(bot, **mentioned(QUESTION))
        value = {"verb": "follow_up", "about": answer_id, "number": 1}
        await bot.send(bot.said("", id="2", value=value, conversation=CHANNEL))
        sent = await bot.teams.message(1)

    assert bot.conversation.asked[1].text == "Refund policy: Faulty goods"
    assert sent.conversation_id == CHANNEL["id"]
    assert "“Refund policy: Faulty goods”" in json.dumps(sent.cards, ensure_ascii=False)


async def test_documents_are_searched_while_a_person_types() -> None:
    async with running() as bot:
        found = await bot.invoke("composeExtension/query", query("headphones"))
        nothing = await bot.invoke("composeExtension/query", query("vans"))

    extension = found["composeExtension"]
    assert extension["type"] == "result"
    assert "Refund policy" in json.dumps(extension["attachments"][0]["preview"])
    assert nothing["composeExtension"]["type"] == "message"


async def test_help_is_shown_no_oftener_than_questions_are_answered() -> None:
    async with running(limits=Limits(per_person=1)) as bot:
        for number in range(4):
            await bot.send(bot.said("help", id=str(number)))
        await bot.settle()

    shown = [json.dumps(one.body) for one in bot.teams.messages]
    assert len(shown) == 2
    assert sum("a lot of messages" in one for one in shown) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [("headphones", "a lot of searches"), ("헤드폰 환불", "검색 횟수가 많습니다")],
)
async def test_who_searches_too_often_is_told_where_the_results_would_be(
    text: str, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(limits=Limits(per_person=1, searches=1)) as bot:
        await bot.send(bot.said("how long for headphones?"))
        found = await bot.invoke("composeExtension/query", query("headphones"))
        told = await bot.invoke("composeExtension/query", query(text))

    assert "Refund policy" in str(found)
    assert words in str(told)
    assert "too many searches" in caplog.text


async def test_while_a_person_types_on_only_the_last_letter_is_searched_for() -> None:
    async with running() as bot:
        texts = ("headphones i", "headphones in", "headphones in b")
        answers = await asyncio.gather(
            *(bot.invoke("composeExtension/query", query(text)) for text in texts)
        )
        another = {"from": {"id": "29:another"}}
        theirs = await bot.invoke("composeExtension/query", query("headphones"), **another)

    found = [len(one["composeExtension"]["attachments"]) for one in answers]
    assert sorted(found) == [0, 0, 1]
    assert len(theirs["composeExtension"]["attachments"]) == 1


def query(text: str) -> dict[str, Any]:
    return {
        "commandId": "search_documents",
        "parameters": [{"name": "words", "value": text}],
        "queryOptions": {"skip": 0, "count": 25},
    }


async def test_a_message_is_asked_about_in_a_window() -> None:
    message = {"id": "7", "body": {"contentType": "html", "content": "<p>The van: 06:30.</p>"}}

    async with running() as bot:
        form = await bot.invoke("composeExtension/fetchTask", {"messagePayload": message})
        value = {"messagePayload": message, "data": {"question": "when?"}}
        answer = await bot.invoke("composeExtension/submitAction", value)

    [asked] = bot.conversation.asked
    assert "The van: 06:30." in json.dumps(form)
    assert (asked.text, asked.selected_text) == ("when?", "The van: 06:30.")
    assert "The message says: The van: 06:30." in json.dumps(answer)


INSTALLED: dict[str, Any] = {"type": "installationUpdate", "action": "add"}


@pytest.mark.parametrize("where", [CHANNEL, GROUP])
@pytest.mark.parametrize(
    ("locale", "title"),
    [("ko-KR", "매장 문서에 대해 물어보세요"), ("en-US", "Ask about the store documents")],
)
async def test_whoever_adds_the_app_where_others_read_is_greeted_once_in_their_language(
    where: dict[str, Any], locale: str, title: str
) -> None:
    async with running() as bot:
        for number in range(2):
            added = INSTALLED | {"locale": locale, "conversation": where, "id": str(number)}
            await bot.send(bot.said("", **added))
        sent = await bot.teams.message()
        await bot.settle()

    assert title in json.dumps(sent.body, ensure_ascii=False)
    assert len(bot.teams.messages) == 1


async def test_a_personal_chat_begins_with_the_prompt_starters_of_the_manifest_alone() -> None:
    async with running() as bot:
        await bot.send(bot.said("", **INSTALLED))
        await bot.settle()

    [chat, *others] = render(APP_ID, "bot.example")["bots"][0]["commandLists"]
    starters = [one for one in chat["commands"] if one.get("type") == "prompt"]
    assert bot.teams.messages == []
    assert set(chat["scopes"]) == {"personal", "copilot"}
    assert starters
    # Where Teams shows none, the bot greets.
    assert not any(one.get("type") == "prompt" for listed in others for one in listed["commands"])


async def test_a_click_on_sources_that_comes_as_a_message_shows_them() -> None:
    async with running() as bot:
        answer_id = await kept(bot, **mentioned(QUESTION))
        value = {"verb": "sources", "about": answer_id, "number": 0}
        await bot.send(bot.said("", id="2", value=value, conversation=CHANNEL))
        shown = await bot.teams.message(1)

    assert len(bot.conversation.asked) == 1
    assert "Opened headphones can be returned" in json.dumps(shown.cards)


@each_sdk
async def test_an_invoke_that_nobody_handles_is_said_so(sdk: Name) -> None:
    async with running(sdk=sdk) as bot:
        body = bot.said("", type="invoke", name="unheard/of", value={})
        response = await bot.send(body)

    assert response.status == 501


async def test_while_the_keys_cannot_be_had_the_server_is_up_but_not_ready() -> None:
    async with running() as bot:
        ready = await bot.client.get("/readyz")
        await bot.send(bot.said())
        then = await bot.client.get("/readyz")

    assert ready.status in (200, 503)
    assert then.status == 200
