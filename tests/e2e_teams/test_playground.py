"""Every way to use the bot in Teams, against somebody else's idea of Teams."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from adapters.chat.channels.channels import Channels, ChannelSettings
from adapters.database import Database
from bot.main.app import App
from bot.model import Platform
from knowledge.model.documents import Language
from tests.e2e.emulator import until
from tests.e2e.storewise import ENGLISH, KOREAN
from tests.e2e_teams.people import People, actions, citations, people
from tests.e2e_teams.playground import CHANNEL, GROUP, MINA, MINA_OBJECT, Playground
from tests.flow.teams.stand_in.identity import TENANT

QUESTION: dict[Language, str] = {"en": ENGLISH, "ko": KOREAN}
ANSWER: dict[Language, str] = {"en": "14 days", "ko": "14일"}
TITLE: dict[Language, str] = {"en": "Refund Policy", "ko": "환불 정책"}
HELP: dict[Language, str] = {"en": "Mention me", "ko": "저를 멘션하고"}
SHARE: dict[Language, str] = {"en": "Share with everyone here", "ko": "모두에게 공유"}
ALSO: dict[Language, str] = {"en": "Related:", "ko": "관련 내용:"}


async def test_a_personal_question_is_answered_with_its_citations(mina: People) -> None:
    await mina.write(QUESTION[mina.language])
    answer = await mina.told(ANSWER[mina.language])

    first = citations(answer)[0]
    assert TITLE[mina.language] in first["name"]
    assert first["abstract"]
    assert first["url"].startswith("https://")
    assert f"[{len(citations(answer))}]" in answer.text
    assert answer.body["channelData"] == {"feedbackLoop": {"type": "default"}}


async def test_a_suggested_question_is_asked_by_a_click(mina: People) -> None:
    await mina.write(ENGLISH)
    first = await mina.told(ANSWER["en"])
    [*_, suggested] = first.body["suggestedActions"]["actions"]
    await mina.write(suggested["value"])
    second = await mina.seen(
        lambda one: one.body.get("replyToId") not in (None, first.body["replyToId"]), "no answer"
    )

    assert citations(second)


async def test_a_mention_in_a_group_is_answered_there(mina: People) -> None:
    await mina.write(QUESTION[mina.language], GROUP)
    answer = await mina.told(ANSWER[mina.language], GROUP)

    assert citations(answer)
    assert not answer.cards
    assert answer.activity_id
    assert ALSO[mina.language] in answer.text


async def test_a_mention_in_a_channel_is_answered_in_its_thread(mina: People) -> None:
    thread = await mina.write(QUESTION[mina.language], CHANNEL)
    answer = await mina.told(ANSWER[mina.language], CHANNEL)
    await mina.write(
        {"en": "and without a receipt?", "ko": "영수증이 없으면요?"}[mina.language], thread
    )
    await mina.seen(
        lambda one: bool(one.text) and one.body["replyToId"] != answer.body["replyToId"],
        "no answer",
    )

    assert ";messageid=" in thread
    assert {one.conversation_id for one in mina.messages()} == {thread}


async def test_help_is_given_in_the_language_of_their_teams(mina: People) -> None:
    await mina.write({"en": "help", "ko": "도움말"}[mina.language])

    shown = await mina.told(HELP[mina.language])

    assert shown.cards


async def test_an_administrator_makes_the_index_anew_in_one_message(
    playground: Playground, app: App, data: Path
) -> None:
    async with people(playground, app, data, admin_object_ids=frozenset({MINA_OBJECT})) as admin:
        await admin.write({"en": "reindex", "ko": "다시 색인"}[admin.language])
        begun = await admin.seen(lambda one: one.method == "POST", "nothing was begun")
        report = await admin.seen(lambda one: one.method == "PUT" and "50" in str(one.cards), "no")
        sent = [one for one in admin.messages() if one.method == "POST"]

    assert report.activity_id == begun.activity_id
    assert len(sent) == 1


async def test_others_are_refused_for_their_eyes_only(mina: People) -> None:
    await mina.write("reindex", CHANNEL)

    refusal = await mina.told("administrators", CHANNEL)

    assert refusal.targeted
    assert refusal.body["recipient"] == {"id": MINA, "isTargeted": True}


async def test_thumbs_are_kept_in_both_shapes(mina: People, data: Path) -> None:
    await mina.write(QUESTION[mina.language], GROUP)
    answer = await mina.told(ANSWER[mina.language], GROUP)
    rated = {
        "reaction": "dislike",
        "feedback": json.dumps({"feedbackText": f"{mina.language}: 30 days"}),
    }
    value = {"actionName": "feedback", "actionValue": rated}
    said = await mina.invoke("message/submitAction", value, GROUP, replyToId=answer.activity_id)
    first = await _comment(data, f"{mina.language}: 30 days")
    rated = {"reaction": "dislike", "feedback": f"{mina.language}: call 010-1234-5678"}
    await mina.invoke("message/submitAction", value | {"actionValue": rated}, GROUP)
    second = await _comment(data, f"{mina.language}: call")

    assert said == {}
    assert first[0] == second[0]
    assert "1234" not in second[1]


async def test_documents_are_searched_while_they_type(mina: People) -> None:
    words = {"en": "headphones", "ko": "이어폰"}[mina.language]
    found = await mina.invoke(
        "composeExtension/query",
        {
            "commandId": "search_documents",
            "parameters": [{"name": "words", "value": words}],
            "queryOptions": {"skip": 0, "count": 5},
        },
    )

    extension = found["composeExtension"]
    assert extension["type"] == "result"
    assert 0 < len(extension["attachments"]) <= 5
    assert words in _readable(extension["attachments"])


async def test_a_message_is_asked_about_and_answers_alone(mina: People) -> None:
    told, asked, answered = {
        "en": ("The van comes at 06:30.", "when does the van come?", "06:30"),
        "ko": ("배송 차량은 아침 6시 30분에 옵니다.", "배송 차량은 언제 오나요?", "6시 30분"),
    }[mina.language]
    message = {"id": "7", "body": {"contentType": "html", "content": f"<p>{told}</p>"}}
    form = await mina.invoke("composeExtension/fetchTask", {"messagePayload": message})
    value = {"messagePayload": message, "data": {"question": asked}}
    answer = await mina.invoke("composeExtension/submitAction", value)

    assert told in _readable(form["task"]["value"]["card"])
    assert asked in _readable(answer["task"]["value"]["card"])
    assert answered in _readable(answer["task"]["value"]["card"])


async def test_a_number_in_an_answer_opens_its_passage(mina: People) -> None:
    await mina.write(QUESTION[mina.language], GROUP)
    answer = await mina.told(ANSWER[mina.language], GROUP)

    shown = _readable(json.loads(citations(answer)[0]["text"]))
    assert TITLE[mina.language] in shown
    assert ANSWER[mina.language] in shown
    assert len(mina.messages()) == 1


async def test_the_owner_of_documents_that_disagree_is_told_by_a_tap_once(mina: People) -> None:
    asked, tell, nameless, sent, knows = {
        "en": (
            "how long is lost property kept?",
            "Tell the owner",
            "Without my name",
            "Sent to",
            "know about this already",
        ),
        "ko": (
            "분실물은 며칠 동안 보관해요?",
            "담당 부서에 알리기",
            "이름 없이 보내기",
            "보냈습니다",
            "오늘 이미 전달된",
        ),
    }[mina.language]
    await mina.write(asked, CHANNEL)
    answer = await mina.told(tell, CHANNEL)
    await mina.click(answer, tell)
    form = await mina.told(nameless, CHANNEL)
    await mina.click(form, nameless)
    await mina.told(sent, CHANNEL)
    await mina.write(asked, CHANNEL)
    again = await mina.seen(
        lambda one: tell in str(one.cards) and one.activity_id != answer.activity_id, "no answer"
    )
    await mina.click(again, tell)
    await mina.told(knows, CHANNEL)

    told = [one for one in mina.messages() if not one.conversation_id.startswith(CHANNEL)]
    assert form.targeted
    assert ["14 days" in one.text and asked in one.text for one in told] == [True]


async def test_a_reply_to_the_question_back_is_tapped_in_a_channel(mina: People) -> None:
    asked, reply = {
        "en": ("can headphones be refunded?", "Unopened"),
        "ko": ("이어폰 환불할 수 있나요?", "미개봉"),
    }[mina.language]
    await mina.write(asked, CHANNEL)
    first = await mina.seen(lambda one: bool(one.cards), "no card")
    await mina.click(first, reply)
    second = await mina.seen(lambda one: one.activity_id != first.activity_id, "no answer")

    assert second.conversation_id == first.conversation_id


async def test_whoever_adds_the_bot_to_a_group_is_greeted_once_in_their_language(
    mina: People,
) -> None:
    for _ in range(2):
        await mina.send("install", GROUP)
    words = {"en": "Ask about the store documents", "ko": "매장 문서에 대해 물어보세요"}[
        mina.language
    ]
    card = await mina.told(words, GROUP)
    await mina.click(card, actions(card)[0]["title"])
    answer = await mina.seen(lambda one: bool(citations(one)), "no answer")

    assert answer.text.startswith("“")
    assert len([one for one in mina.messages() if words in str(one.cards)]) == 1


async def test_an_answer_for_its_asker_alone_is_shared_with_the_group(
    playground: Playground, app: App, tmp_path: Path
) -> None:
    with closing(Database(tmp_path)) as database:
        channels = Channels(database, ChannelSettings(), Platform.TEAMS)
        await channels.set(TENANT, GROUP, ChannelSettings(private=True))

        async with people(playground, app, tmp_path, database) as mina:
            await mina.write(QUESTION[mina.language], GROUP)
            private = await mina.told(ANSWER[mina.language], GROUP)
            await mina.click(private, SHARE[mina.language])
            public = await mina.seen(lambda one: bool(citations(one)), "nothing was shared")
            done = await mina.seen(
                lambda one: one.method == "PUT", "it is not said that it is shared"
            )

    assert private.targeted
    assert not public.targeted
    assert QUESTION[mina.language] in public.text
    assert done.activity_id == private.activity_id


async def test_what_is_not_signed_is_not_answered(mina: People) -> None:
    mina.gateway.signs = False
    await mina.write(QUESTION[mina.language])
    await mina.delivered(401)

    assert mina.messages() == []


async def _comment(data: Path, words: str) -> tuple[str, str]:
    """The answer that somebody rated with these words, and all that was kept of them."""

    async def kept() -> tuple[str, str] | None:
        with closing(sqlite3.connect(data / "storewise.db")) as db:
            found = db.execute(
                "SELECT answer_id, comment FROM feedback WHERE comment LIKE ?", (f"%{words}%",)
            ).fetchall()
        return (str(found[0][0]), str(found[0][1])) if found else None

    return await until(kept, "the rating was not kept")


def _readable(shown: object) -> str:
    return json.dumps(shown, ensure_ascii=False)
