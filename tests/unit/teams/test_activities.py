"""What Teams sends, in the bot's words."""

import unicodedata
from typing import Any

import pytest

from adapters.teams.receive.activities import (
    ActivityKind,
    Place,
    bot_account,
    is_readable,
    is_written,
    language_of_person,
    message_key,
    person_account,
    to_command,
    to_message,
    to_place,
)
from adapters.teams.receive.clicks import (
    CardAction,
    Verb,
    to_card_action,
    to_feedback,
    to_query,
    to_selected,
)
from adapters.teams.receive.commands import Command, Name
from adapters.teams.receive.wording import mentions_bot, of_html
from bot.model import Platform
from tests.unit.teams.given import APP, CHANNEL, MINA, TENANT, activity, invoke, mention

KIM = {"id": "29:kim", "name": "Kim Chulsoo"}


def test_a_mention_in_a_channel_is_a_message_in_its_thread() -> None:
    said = activity(
        "<at>Store Bot</at> 미개봉 헤드폰&nbsp;환불&amp;교환?", "channel", entities=[mention()]
    )

    message = to_message(said)

    assert message.platform is Platform.TEAMS
    assert message.text == "미개봉 헤드폰 환불&교환?"
    assert message.conversation_id == CHANNEL
    assert (message.workspace_id, message.sender_id) == (TENANT, MINA)
    assert message.command is None
    assert mentions_bot(said)


@pytest.mark.parametrize(
    ("text", "entities", "shown"),
    [
        ("<at>Store Bot</at> when does the Store Bot open?", [mention()],
         "when does the Store Bot open?"),
        ('<at id="0">Store Bot</at> hi', [mention(text="<at>Store Bot</at>")], "hi"),
        ("<at>Store</at> hi", [mention(text="<at>Store</at>")], "hi"),
        ("hi <at>Store Bot</at><at>Store Bot</at>", [mention(), mention()], "hi"),
        ("<at>Store Bot</at> to <at>Kim Chulsoo</at>님께", [mention(), mention(KIM)],
         "to @user님께"),
        ("<at>Kim Chulsoo</at> and <at>Lee</at>", [mention(KIM)], "@user and @user"),
        ("a\n\n  b\u00a0c", [], "a b c"),
        ("is 1 &lt; 2 &amp; 3?", [], "is 1 < 2 & 3?"),
        ("환불", [], "환불"),
        (None, [mention()], ""),
        ("hi", [{"type": "mention"}, {"type": "mention", "mentioned": None, "text": None}], "hi"),
        ("hi", "nonsense", "hi"),
        ("hi", ["nonsense", 3], "hi"),
        ("say \\1 twice <at>Store Bot</at>", [mention()], "say \\1 twice"),
    ],
)  # fmt: skip
def test_only_the_mention_of_the_bot_is_taken_out(
    text: str | None, entities: Any, shown: str
) -> None:
    assert to_message(activity(text, entities=entities)).text == shown


def test_a_message_holds_what_is_seen_of_it() -> None:
    typed = unicodedata.normalize("NFD", "환불\u200b \uff11\uff14일?") + "\ud800"

    assert to_message(activity(typed)).text == "환불 14일?"
    assert to_message(activity("\x00\ud800\u200b")).text == ""


def test_a_place_is_where_the_message_stands() -> None:
    assert to_place(activity("hi", "channel")) == Place(
        service_url="https://smba.trafficmanager.net/kr/",
        conversation_id=CHANNEL,
        kind=ActivityKind.CHANNEL,
        user=MINA,
        tenant_id=TENANT,
        aad_object_id="a-mina",
        activity_id="1700000000002",
        thread="1700000000001",
    )
    assert to_place(activity("hi", "channel")).channel == "19:chan-1@thread.tacv2"
    assert to_place(activity("hi", "channel")).person == f"teams:{TENANT}:{MINA}"


@pytest.mark.parametrize(
    ("conversation", "kind"),
    [
        ({"conversationType": "personal"}, ActivityKind.PERSONAL),
        ({"conversationType": "groupChat", "isGroup": True}, ActivityKind.GROUP),
        ({"conversationType": "channel", "isGroup": True}, ActivityKind.CHANNEL),
        ({"id": "19:x@thread.tacv2", "isGroup": True}, ActivityKind.CHANNEL),
        ({"id": "19:x@thread.v2", "isGroup": True}, ActivityKind.GROUP),
        ({}, ActivityKind.PERSONAL),
    ],
)
def test_each_kind_of_chat_is_known(conversation: dict[str, Any], kind: ActivityKind) -> None:
    place = to_place(activity(conversation={"id": "a:1"} | conversation))

    assert place.kind is kind
    assert place.direct == (kind is ActivityKind.PERSONAL)


def test_the_tenant_stands_in_the_channel_data_or_the_conversation() -> None:
    assert to_place(activity(channelData={})).tenant_id == TENANT
    assert to_place(activity(channelData={"tenant": {"id": "t2"}})).tenant_id == "t2"


def test_a_second_delivery_has_the_same_key() -> None:
    assert message_key(activity()) == message_key(activity("other words"))
    assert message_key(activity()) != message_key(activity(id="1700000000003"))
    assert message_key(activity()) != message_key(activity(channelData={"tenant": {"id": "t2"}}))


def test_a_reply_is_signed_by_the_bot_and_names_nobody() -> None:
    assert bot_account(activity()) == {"id": APP, "name": "Store Bot"}
    assert person_account(activity()) == {"id": MINA}


@pytest.mark.parametrize(
    ("locale", "entities", "language"),
    [
        ("ko-KR", [], "ko"),
        ("en-US", [{"type": "clientInfo", "locale": "ko-KR"}], "en"),
        (None, [{"type": "clientInfo", "locale": "ko"}], "ko"),
        (None, None, "en"),
    ],
)
def test_cards_speak_the_language_of_a_person_s_teams(
    locale: str | None, entities: Any, language: str
) -> None:
    assert language_of_person(activity(locale=locale, entities=entities)) == language


@pytest.mark.parametrize(
    "body",
    [
        *(None, [], "x", 3, {}, {"type": 3}, {"type": ""}),
        activity(conversation=None),
        activity(conversation=[]),
        activity(conversation={"id": 3}),
        activity(sender={}),
        activity(recipient="28:x"),
        activity(channelData=[1]),
        activity(entities={"type": "mention"}),
        activity(attachments="x"),
        activity(text=["x"]),
        {"type": "conversationUpdate", "membersAdded": {}},
    ],
)
def test_what_has_another_shape_is_not_read(body: object) -> None:
    assert not is_readable(body)


@pytest.mark.parametrize(
    "body",
    [
        activity(),
        activity(None, entities=None),
        invoke("task/fetch", None),
        {"type": "conversationUpdate", "conversation": {"id": "a:1"}},
        {"type": "of tomorrow"},
    ],
)
def test_everything_else_is_read(body: object) -> None:
    assert is_readable(body)


def test_a_click_on_a_card_is_no_message() -> None:
    assert is_written(activity())
    assert is_written(activity(None))
    assert not is_written(activity(None, value={"verb": "sources"}))
    assert not is_written(activity(sender={"id": "28:x", "role": "bot"}))
    assert not is_written(activity(type="typing"))


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("reindex", Command(Name.REINDEX)),
        ("/reindex status", Command(Name.REINDEX, "status")),
        ("Reindex diff refund-policy-ko", Command(Name.REINDEX, "diff refund-policy-ko")),
        ("reindex fulll", Command(Name.REINDEX, "fulll")),
        ("다시 색인", Command(Name.REINDEX, "다시 색인")),
        ("다시 색인해 주세요", Command(Name.REINDEX, "다시 색인")),
        ("다시 색인 상태", Command(Name.REINDEX, "상태")),
        ("재색인 비교 refund-policy-ko", Command(Name.REINDEX, "비교 refund-policy-ko")),
        ("help", Command(Name.HELP)),
        ("Help?", Command(Name.HELP)),
        ("도움말", Command(Name.HELP)),
        ("ask how long are points valid?", Command(Name.ASK, "how long are points valid?")),
        ("/ask 환불 기간", Command(Name.ASK, "환불 기간")),
        ("ask", Command(Name.ASK)),
        ("report gaps 30d", Command(Name.REPORT, "gaps 30d")),
        ("Report usage", Command(Name.REPORT, "usage")),
        ("report", Command(Name.REPORT)),
        ("보고 빠진 규정 30일", Command(Name.REPORT, "보고 빠진 규정 30일")),
        ("리포트 gaps", Command(Name.REPORT, "리포트 gaps")),
        ("report a theft to whom?", None),
        ("보고 싶은 규정이 있어요", None),
        ("보고서는 누구에게 보내나요?", None),
        ("help me with a refund", None),
        ("asking price of a bag", None),
        ("다시 색인하려면 누구에게 말해요?", None),
        ("다시 색인 카드는 어디에 있나요?", None),
        ("reindexing?", None),
        ("상태", None),
        ("도움말은 어디에 있나요?", None),
        ("", None),
    ],
)
def test_commands_are_typed_after_the_mention(text: str, command: Command | None) -> None:
    assert to_command(activity(f"<at>Store Bot</at> {text}", entities=[mention()])) == command


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/reindex force", Command(Name.REINDEX, "force")),
        ("status", Command(Name.REINDEX, "status")),
        ("/상태", Command(Name.REINDEX, "상태")),
        ("질문 환불은 며칠 안에 되나요?", Command(Name.ASK, "환불은 며칠 안에 되나요?")),
        ("/help", Command(Name.HELP)),
        ("/report gaps 7d", Command(Name.REPORT, "gaps 7d")),
        ("보고 평가", Command(Name.REPORT, "보고 평가")),
        ("환불은 며칠 안에 되나요?", None),
    ],
)
def test_slash_commands_are_messages_to_the_bot_alone(text: str, command: Command | None) -> None:
    recipient = {"id": APP, "name": "Store Bot", "isTargeted": True}

    assert to_command(activity(text, "channel", recipient=recipient)) == command


def test_a_command_is_a_message_with_its_name() -> None:
    reindex = to_message(activity("다시 색인 상태"))
    asked = to_message(activity("ask 환불 기간?"))
    report = to_message(activity("report damage"), admin=True)

    assert (reindex.command, reindex.text) == ("reindex", "상태")
    assert (asked.command, asked.text) == (None, "환불 기간?")
    assert (report.command, report.text) == ("report", "damage")


@pytest.mark.parametrize("text", ["report damage", "보고 누락"])
def test_staff_who_write_report_ask_how(text: str) -> None:
    asked = to_message(activity(text))

    assert (asked.command, asked.text) == (None, text)


@pytest.mark.parametrize(
    ("feedback", "comment"),
    [
        ('{"feedbackText":"기한이 틀려요"}', "기한이 틀려요"),
        ("기한이 틀려요", "기한이 틀려요"),
        ({"feedbackText": "기한이 틀려요"}, "기한이 틀려요"),
        ("{broken", "{broken"),
        ('{"feedbackText":3}', ""),
        ("", ""),
        (None, ""),
        ("x" * 5000, "x" * 1000),
    ],
)
def test_feedback_comes_in_more_than_one_shape(feedback: Any, comment: str) -> None:
    value = {
        "actionName": "feedback",
        "actionValue": {"reaction": "dislike", "feedback": feedback},
    }

    rating = to_feedback(invoke("message/submitAction", value, replyToId="m-1"))
    without_id = to_feedback(invoke("message/submitAction", value))

    assert rating is not None
    assert (rating.good, rating.comment, rating.message_id) == (False, comment, "m-1")
    assert without_id is not None
    assert without_id.message_id == ""


@pytest.mark.parametrize(
    "value",
    [None, [], {}, {"actionName": "other"}, {"actionName": "feedback", "actionValue": "like"}],
)
def test_other_submissions_are_no_feedback(value: Any) -> None:
    assert to_feedback(invoke("message/submitAction", value)) is None


def test_a_search_has_its_words_and_its_page() -> None:
    value = {
        "commandId": "search",
        "parameters": [{"name": "query", "value": "  환불   기간 "}],
        "queryOptions": {"skip": 10, "count": 25},
    }

    query = to_query(invoke("composeExtension/query", value))

    assert (query.text, query.skip, query.count) == ("환불 기간", 10, 10)


@pytest.mark.parametrize(
    "value",
    [
        {"parameters": [{"name": "initialRun", "value": "true"}]},
        {"parameters": "x", "queryOptions": {"skip": "x", "count": -1}},
        None,
    ],
)
def test_a_search_that_was_only_opened_has_no_words(value: Any) -> None:
    query = to_query(invoke("composeExtension/query", value))

    assert (query.text, query.skip) == ("", 0)
    assert query.count >= 1


def test_a_selected_message_is_its_words_without_names() -> None:
    body = (
        '<div><p>안녕하세요 <at id="0">Kim Chulsoo</at>님,&nbsp;물류차는 <b>6시 30분</b>에 와요.'
        "</p><ul><li>2번 출입구</li><li>B냉동고</li></ul><script>x</script>"
        "<table><tr><td>옷</td><td>14일</td></tr></table>a<br/>b"
        '<attachment id="1">x</attachment></div>'
    )
    value = {
        "commandId": "ask",
        "messagePayload": {"id": "m-7", "body": {"contentType": "html", "content": body}},
    }

    selected = to_selected(invoke("composeExtension/fetchTask", value))

    assert selected.text.split("\n") == [
        "안녕하세요 @user님, 물류차는 6시 30분에 와요.",
        *("2번 출입구", "B냉동고", "옷 14일", "a", "b"),
    ]
    assert (selected.message_id, selected.question) == ("m-7", "")


@pytest.mark.parametrize("kind", ["text", "html", None])
def test_a_selected_message_may_be_plain(kind: str | None) -> None:
    body = {"contentType": kind, "content": "https://kb.example/1\n1 &lt; 2"}
    value = {"messagePayload": {"body": body}, "data": {"question": " when? "}}

    selected = to_selected(invoke("composeExtension/submitAction", value))

    assert selected.text == "https://kb.example/1\n1 < 2"
    assert selected.question == "when?"


def test_a_selected_message_may_be_anything() -> None:
    for value in (None, {}, {"messagePayload": 3}, {"messagePayload": {"body": {"content": 3}}}):
        assert to_selected(invoke("composeExtension/fetchTask", value)).text == ""


SENT = {"verb": "follow_up", "about": "r1a2", "number": 2}


@pytest.mark.parametrize(
    "clicked",
    [
        activity(None, value=SENT),
        activity(None, value=SENT | {"msteams": {"type": "task/fetch"}}),
        invoke("task/fetch", {"data": SENT, "context": {"theme": "dark"}}),
        invoke(
            "adaptiveCard/action",
            {"action": {"type": "Action.Execute", "verb": "follow_up", "data": SENT}},
        ),
    ],
)
def test_a_click_is_the_same_whichever_way_it_comes(clicked: dict[str, Any]) -> None:
    assert to_card_action(clicked) == CardAction(Verb.FOLLOW_UP, "r1a2", 2)


@pytest.mark.parametrize(
    "value",
    [None, "x", {}, {"verb": "delete"}, {"verb": 3}, {"action": "x"}, {"data": [SENT]}],
)
def test_foreign_clicks_are_none(value: Any) -> None:
    assert to_card_action(activity(None, value=value)) is None


def test_a_click_with_odd_values_is_about_nothing() -> None:
    sent = {"verb": "sources", "about": "<at>x</at>", "number": True}

    assert to_card_action(activity(None, value=sent)) == CardAction(Verb.SOURCES)


@pytest.mark.parametrize("piece", ["<p>", "<td>", "<at>", "<a ", "<!--", "<a", "</a "])
def test_open_tags_keep_nobody_waiting(piece: str) -> None:
    # A parser that goes back at each of them needs hours here.
    words = of_html(piece * (1_000_000 // len(piece)) + "><p>14일</p>")

    # A mention that nobody closes hides what follows.
    assert words.endswith("14일") is (piece != "<at>")


def test_html_is_read_as_it_is_seen() -> None:
    said = (
        '<p>Ask <at id="0">Mina Kim</at>: 3 &lt; 5<img src="data:x"/><attachment id="1"/><br/>'
        "환불<script>x<b></script> 기간</p><!-- x --><table><td>14</td><td>일</td></table>"
    )

    assert of_html(said).split("\n") == ["Ask @user: 3 < 5", "환불 기간", "14 일"]
