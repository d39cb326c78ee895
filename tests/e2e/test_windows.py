"""What a click opens and does, against somebody else's idea of Slack."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.emulator import Emulator, clickables, texts, until
from tests.e2e.storewise import ENGLISH, KOREAN, Storewise


@pytest.mark.parametrize(
    ("question", "first", "quote"),
    [(ENGLISH, "Loading the sources", "14 days"), (KOREAN, "불러오고 있습니다", "14일")],
)
async def test_sources_open_at_once_and_are_then_filled(
    emulator: Emulator, question: str, first: str, quote: str
) -> None:
    await emulator.write("U1", f"<@UBOT> {question}")
    [reply] = await emulator.replies()
    await emulator.click(reply, "sources")

    await emulator.window("rich_text")

    [opened], [filled] = await emulator.calls("views.open"), await emulator.calls("views.update")
    assert first in texts(opened["view"])
    assert quote in texts(filled["view"])


@pytest.mark.parametrize(
    ("question", "title"), [(ENGLISH, "What was wrong"), (KOREAN, "아쉬운 점")]
)
async def test_a_thumb_down_asks_what_was_wrong_and_keeps_it_without_names(
    emulator: Emulator, storewise: Storewise, question: str, title: str
) -> None:
    await emulator.write("U1", f"<@UBOT> {question}")
    [reply] = await emulator.replies()
    answer_id = clickables(reply)["sources"]["value"]
    await emulator.click(reply, "feedback:bad")
    await emulator.window(title)
    thumb = _rated(storewise.data, answer_id)
    await emulator.submit(
        "U1",
        reason={"type": "radio_buttons", "selected_option": {"value": "out_of_date"}},
        note={"type": "plain_text_input", "value": "010-1234-5678: 30 days now"},
    )

    async def complaint() -> tuple[str, str] | None:
        rated = _rated(storewise.data, answer_id)
        return rated if rated != thumb else None

    reason, comment = await until(complaint, "the form was not kept")
    assert (thumb, reason) == (("", ""), "out_of_date")
    assert "30 days now" in comment
    assert "1234" not in comment


def _rated(data: Path, answer_id: str) -> tuple[str, str]:
    """Why somebody found an answer bad, and their words."""
    with closing(sqlite3.connect(data / "storewise.db")) as db:
        reason, comment = db.execute(
            "SELECT reason, coalesce(comment, '') FROM feedback WHERE answer_id = ? AND NOT good",
            (answer_id,),
        ).fetchone()
    return str(reason), str(comment)


def _forget_told(data: Path) -> None:
    with closing(sqlite3.connect(data / "storewise.db")) as db, db:
        db.execute("DELETE FROM told")


@pytest.mark.parametrize(
    ("question", "answer", "asked", "said"),
    [
        (ENGLISH, "14 days", "<@U1> asked:", "Shared in the channel."),
        (KOREAN, "14일", "<@U1> 님의 질문:", "채널에 공유했습니다."),
    ],
)
async def test_a_private_answer_is_shared_and_its_message_says_so(
    emulator: Emulator, question: str, answer: str, asked: str, said: str
) -> None:
    await emulator.command("U1", "/ask", question)
    [private] = await emulator.replies()
    await emulator.click(private, "share")

    _, shared = await emulator.replies(at_least=2)
    told = await emulator.reply(said)

    assert "ephemeral_to" not in shared
    assert f"{asked} “{question}”" in texts(shared)
    assert answer in shared["text"]
    assert told["ts"] == private["ts"]


@pytest.mark.parametrize(("question", "answer"), [(ENGLISH, "14 days"), (KOREAN, "14일")])
async def test_a_person_is_asked_instead(emulator: Emulator, question: str, answer: str) -> None:
    await emulator.command("U1", "/ask", question)
    [private] = await emulator.replies()
    await emulator.click(private, "ask_person")
    await emulator.window("users_select")
    await emulator.submit(
        "U1",
        person={"type": "users_select", "selected_user": "U2"},
        note={"type": "plain_text_input", "value": "Is this so on Sundays, too?"},
    )

    asked = await emulator.told("U2", answer)
    await emulator.window("<@U2>")

    assert question in texts(asked)
    assert "Is this so on Sundays, too?" in texts(asked)


@pytest.mark.parametrize(
    ("question", "sent", "knows"),
    [
        ("how long is lost property kept?", "Sent to", "know about this already"),
        ("분실물은 며칠 동안 보관해요?", "보냈습니다", "오늘 이미 전달된"),
    ],
)
async def test_the_owner_of_documents_that_disagree_is_told_once(
    emulator: Emulator, storewise: Storewise, question: str, sent: str, knows: str
) -> None:
    _forget_told(storewise.data)  # the other transport has told them
    await emulator.write("U1", f"<@UBOT> {question}")
    [reply] = await emulator.replies()
    await emulator.click(reply, "tell_owner")
    await emulator.window("radio_buttons")
    await emulator.submit(
        "U1", name={"type": "radio_buttons", "selected_option": {"value": "nameless"}}
    )
    told = await emulator.told("U2", question)
    await emulator.window(sent)
    await emulator.click(reply, "tell_owner")
    await emulator.window(knows)

    assert "14 days" in texts(told)
    assert "30 days" in texts(told)
    assert "U1" not in texts(told)
