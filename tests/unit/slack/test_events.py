"""Slack's dictionaries to our words."""

import unicodedata

import pytest

from adapters.chat.under_way.once import SeenEvents
from adapters.slack.receive.events import (
    is_addressed,
    is_written,
    message_key,
    to_command,
    to_message,
    to_place,
)
from adapters.slack.receive.reading import to_text

MENTION = {
    "type": "app_mention",
    "user": "U1",
    "channel": "C1",
    "ts": "1.0",
    "text": "<@UBOT> 헤드폰 &amp; 케이스 환불?",
}


@pytest.mark.parametrize(
    ("wire", "text"),
    [
        ("<@UBOT> how long?", "how long?"),
        ("<@UBOT|storewise> how long?", "how long?"),
        ("ask <@U2> or <@W3|kim>", "ask @user or @user"),
        ("see <#C1|general> and <#C2>", "see #general and #channel"),
        ("<!here> <!subteam^S1|@staff> <!date^1^{date}|today>", "@here @group today"),
        ("<mailto:a@b.co|a@b.co> <tel:+8210|010>", "a@b.co 010"),
        ("<https://a.example/x|the page>", "the page https://a.example/x"),
        ("<https://a.example|a.example>", "https://a.example"),
        ("1 &lt; 2 &amp;&amp; 3 &gt; 2 &amp;lt;", "1 < 2 && 3 > 2 &lt;"),
        ("<@UBOT>환불은 <며칠", "환불은 <며칠"),
        ("", ""),
    ],
)
def test_slacks_text_becomes_what_a_person_sees(wire: str, text: str) -> None:
    assert to_text(wire, "UBOT") == text


def test_a_mention_becomes_a_message_of_its_thread() -> None:
    message = to_message({"team_id": "T1"}, MENTION | {"thread_ts": "0.5"}, "UBOT")

    assert message.text == "헤드폰 & 케이스 환불?"
    assert (message.conversation_id, message.sender_id) == ("T1:C1:0.5", "U1")
    assert message.command is None


def test_a_message_holds_what_is_seen_of_it() -> None:
    typed = unicodedata.normalize("NFD", "환불\u200b \uff11\uff14일?") + "\ud800"

    said = to_message({"team_id": "T1"}, MENTION | {"text": f"<@UBOT> {typed}"}, "UBOT")
    asked = to_command({"command": "/ask", "text": typed})

    assert (said.text, asked.text) == ("환불 14일?", "환불 14일?")


def test_a_command_becomes_a_message_with_its_name() -> None:
    payload = {"command": "/reindex", "user_id": "U1", "channel_id": "C1", "team_id": "T1"}

    message = to_command(payload)

    assert (message.command, message.sender_id, message.text) == ("reindex", "U1", "")
    assert message.conversation_id == "T1:C1"


def test_a_reply_goes_to_the_questions_thread() -> None:
    root, inside = to_place(MENTION), to_place(MENTION | {"thread_ts": "0.5"})

    assert (root.thread_ts, root.threaded) == ("1.0", False)
    assert (inside.thread_ts, inside.threaded) == ("0.5", True)
    assert not root.direct


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, True),
        ({"subtype": "file_share"}, True),
        ({"subtype": "message_deleted"}, False),
        ({"bot_id": "B1"}, False),
        ({"ts": None}, False),
        ({"type": "message"}, False),
        ({"type": "message", "channel_type": "im"}, True),
        ({"type": "message", "channel": "D1"}, True),
    ],
)
def test_only_mentions_and_direct_messages_of_people_are_questions(
    change: dict[str, object], expected: bool
) -> None:
    assert (is_written(MENTION | change) and is_addressed(MENTION | change)) is expected


def test_a_mention_and_its_message_share_a_name() -> None:
    body = {"team_id": "T1"}

    assert message_key(body, MENTION) == message_key(body, MENTION | {"type": "message"})
    assert message_key(body, MENTION) != message_key(body, MENTION | {"ts": "2.0"})


def test_a_key_is_claimed_once_until_it_expires() -> None:
    now = [0.0]
    seen = SeenEvents(keep_s=600, clock=lambda: now[0])

    first, second = seen.first("Ev1"), seen.first("Ev1")
    now[0] = 601
    later = seen.first("Ev1")

    assert (first, second, later) == (True, False, True)


def test_claims_are_bounded() -> None:
    seen = SeenEvents(at_most=2)

    claimed = [seen.first(key) for key in ("a", "b", "c", "a", "c")]

    assert claimed == [True, True, True, True, False]
