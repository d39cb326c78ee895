"""After a thumbs down in Teams: change the rule, and correct the earlier answers."""

import pytest

from adapters.chat.rules import correcting
from tests.flow.stand_in.changed_rule import PARKING, TILL, Store
from tests.flow.teams.rules.conftest import (
    CLERK,
    MANAGER,
    OWNER,
    Desk,
    actions,
    by,
    desk,
    fields,
    kept,
    previewed,
    text_of,
)
from tests.flow.teams.stand_in.api import Sent
from tests.flow.teams.stand_in.identity import Body


async def rated(bot: Desk, question: str, reaction: str, who: Body) -> None:
    """Asks, and taps a thumb under the answer."""
    await bot.asked(question, **who)
    value = {"actionName": "feedback", "actionValue": {"reaction": reaction, "feedback": "{}"}}
    await bot.bot.invoke("message/submitAction", value, **who)
    await bot.bot.inbox.emptied()


async def offered(bot: Desk, verb: str) -> Sent:
    """The latest message with a button."""
    found: list[Sent] = []

    def is_there() -> bool:
        found[:] = [one for one in bot.bot.teams.messages if verb in actions(one.cards)]
        return bool(found)

    await bot.bot.teams.until(is_there)
    return found[-1]


async def changed(bot: Desk, store: Store, who: Body) -> Body:
    """What the form says once the till holds more."""
    opens = actions((await offered(bot, "write_rule")).cards)["write_rule"]
    form = await bot.opened(opens, **who)
    text = fields(form)["text"].replace("200,000", "250,000")
    preview = await previewed(bot, form, who=who, text=text)
    done = await bot.sent(actions(preview)["save_rule"], **who)
    await store.app.rules.publishing.look()
    return done


@pytest.mark.parametrize("person", [MANAGER, OWNER])
async def test_who_may_write_changes_a_rule_after_a_thumbs_down(store: Store, person: str) -> None:
    async with desk(store) as bot:
        await rated(bot, TILL, "dislike", by(person))
        done = await changed(bot, store, by(person))
        answer = await bot.asked(TILL, **by(CLERK))

    assert "is saved." in text_of(done)
    assert "₩250,000" in answer.text
    assert [one.rule.doc_id for one in await kept(store)] == ["cash"]


async def test_the_offer_is_in_the_persons_language(store: Store) -> None:
    async with desk(store) as bot:
        await rated(bot, PARKING, "dislike", by(MANAGER, "ko-KR"))
        message = await offered(bot, "write_rule")

    assert "규정이 잘못되었다면 바꿀 수 있습니다:" in text_of(message.body)
    assert "규정 바꾸기" in text_of(message.body)


@pytest.mark.parametrize(
    ("person", "reaction"), [(CLERK, "dislike"), (MANAGER, "like")], ids=["a clerk", "thumbs up"]
)
async def test_nobody_else_is_offered_a_change(store: Store, person: str, reaction: str) -> None:
    async with desk(store) as bot:
        await rated(bot, TILL, reaction, by(person))
        await bot.bot.settle()

    assert not [one for one in bot.bot.teams.messages if "write_rule" in actions(one.cards)]


async def test_earlier_answers_are_corrected_once_the_rule_is_published(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(correcting, "_LOOK_S", 0.01)
    async with desk(store) as bot:
        await bot.asked(TILL, **by(CLERK))
        await rated(bot, TILL, "dislike", by(MANAGER))
        await changed(bot, store, by(MANAGER))
        offer = await offered(bot, "correct")
        data = actions(offer.cards)["correct"]
        before = len(bot.bot.teams.messages)
        await bot.bot.send(bot.bot.said("", id="61", value=data, **by(CLERK)))
        refused = await bot.bot.teams.message(before)
        await bot.bot.send(bot.bot.said("", id="62", value=data, **by(MANAGER)))
        await bot.bot.teams.until(lambda: "Corrections posted" in text_of(_last(bot)))

    correction = [one for one in bot.bot.teams.messages[before + 1 :] if "₩250,000" in one.text]
    assert "₩250,000" in text_of(offer.body)
    assert "You may not write this rule." in text_of(refused.body)
    assert by(CLERK)["conversation"]["id"] in [one.conversation_id for one in correction]


def _last(bot: Desk) -> Body:
    return bot.bot.teams.messages[-1].body
