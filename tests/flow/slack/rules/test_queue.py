"""The Home tab shows what waits for a rule to those who may write it, and opens the form."""

from typing import Any

import pytest

from tests.flow.slack.rules.asking import GAP, View, slack_of, updated, words
from tests.flow.slack.stand_in.api import SlackApi, clicked_in, signed, view_faults
from tests.flow.slack.stand_in.bot import FakeConversation, Running
from tests.flow.stand_in.changed_rule import Store, page


async def _home(bot: Running, user: str) -> View:
    bot.slack.arguments.pop("views.publish", None)
    opened = {"type": "app_home_opened", "user": user, "channel": "D1", "tab": "home"}
    await bot.send(signed(opened, event_id=user))
    await bot.slack.until(lambda: "views.publish" in bot.slack.arguments)
    view = bot.slack.view("views.publish")
    assert view_faults(view) == []
    return view


def _answers(view: View) -> list[dict[str, Any]]:
    found = [one["accessory"] for one in view["blocks"] if "accessory" in one]
    return [one for one in found if one["action_id"].startswith("answer")]


@pytest.fixture
async def asked(store: Store) -> Store:
    """Two people missed a rule about the gate, and one of Customer Care's parrots."""
    store.write("parrots.md", page("Parrots", "Parrots sit.", language="en", owner="Customer Care"))
    await store.publish()
    await store.ask(GAP, "T1:C1:1", "U1", store="gangnam")
    await store.ask(GAP, "T1:C1:2", "U2")
    await store.ask("may parrots sing songs?", "T1:C1:3", "U1")
    return store


@pytest.mark.parametrize(
    ("locale", "button", "facts", "where", "nearest"),
    [
        (
            "en-GB",
            "Answer",
            "People: 2 · asked: 2 × · days waiting: 0",
            "Stores: Gangnam",
            "Nearest rule: Gate: “The gate opens at 07:00.”",
        ),
        (
            "ko-KR",
            "답변하기",
            "질문한 사람 2명 · 2회 · 0일째 대기",
            "매장: 강남점",
            "가장 가까운 규정: Gate: “The gate opens at 07:00.”",
        ),
    ],
)
async def test_managers_see_the_most_asked_first_and_answer_it_from_there(
    asked: Store, locale: str, button: str, facts: str, where: str, nearest: str
) -> None:
    slack, conversation = SlackApi(), FakeConversation()
    slack.answers["users.info"] = {"user": {"id": "U", "team_id": "T1", "locale": locale}}
    conversation.records = asked.app.kept.records  # type: ignore[assignment]

    async with slack_of(asked, slack, conversation=conversation) as bot:
        view = await _home(bot, "UMANAGER")
        await bot.send(clicked_in(view, "V-home", "answer:0", "UMANAGER"))
        form = await updated(bot)

    said = words(view)
    assert said.index(GAP) < said.index("parrots sing")
    assert facts in said
    assert where in said
    assert nearest in said
    assert [one["text"]["text"] for one in _answers(view)] == [button] * 2
    assert "views.open" in slack.arguments
    assert GAP in words(form)


@pytest.mark.parametrize(("user", "seen"), [("UADMIN", 2), ("UMANAGER", 2), ("U7", 1), ("U1", 0)])
async def test_everybody_sees_what_they_may_answer_and_staff_nothing(
    asked: Store, user: str, seen: int
) -> None:
    async with slack_of(asked) as bot:
        view = await _home(bot, user)

    assert len(_answers(view)) == seen
    assert ("parrots sing" in words(view)) == bool(seen)


async def test_five_questions_are_shown(asked: Store) -> None:
    for number, thing in enumerate(("sledges", "drones", "violins", "tents", "samovars")):
        await asked.ask(f"do we rent {thing}?", f"T1:C2:{number}")

    async with slack_of(asked) as bot:
        assert len(_answers(await _home(bot, "UMANAGER"))) == 5
