"""After a thumbs down, who may write the rule changes it, and corrects what was told before."""

import pytest

from tests.fakes import FakePostCorrection
from tests.flow.slack.rules.asking import (
    View,
    about_the_till,
    clicked,
    saved,
    sent,
    slack_of,
    typed,
    updated,
    words,
)
from tests.flow.slack.stand_in.bot import Running
from tests.flow.stand_in.changed_rule import TILL, Store

OLD, NEW = "The till holds ₩200,000 in the morning.", "The till holds ₩250,000 in the morning."


async def thumbs_down(bot: Running, store: Store, user: str) -> View:
    """The window after a thumbs down below an answer about the till."""
    post = await about_the_till(bot, store)
    bot.slack.arguments.pop("views.open", None)
    bot.slack.arguments.pop("views.update", None)
    await bot.click(post, "feedback", user)
    await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
    if user != "U1":
        return await updated(bot)
    await bot.inbox.emptied()
    return bot.slack.view("views.open")


async def changed(bot: Running, store: Store, user: str = "UMANAGER") -> str:
    window = await thumbs_down(bot, store, user)
    form = await clicked(bot, window, "change:0", user)
    shown = await sent(bot, form, user, text=typed(NEW))
    assert NEW in words(shown["view"])
    return await saved(bot, shown["view"], user)


async def test_a_manager_gets_the_passage_to_change(store: Store) -> None:
    async with slack_of(store) as bot:
        window = await thumbs_down(bot, store, "UMANAGER")
        form = await clicked(bot, window, "change:0", "UMANAGER")

    fields = {one["block_id"]: one["element"] for one in form["blocks"] if "element" in one}
    assert "Change the rule" in words(window)
    assert "reason" in words(window)
    assert OLD in fields["text"]["initial_value"]
    assert fields.keys() == {"text", "effective_from", "review_by", "receipt"}


async def test_a_clerk_is_offered_no_change(store: Store) -> None:
    async with slack_of(store) as bot:
        window = await thumbs_down(bot, store, "U1")
        await bot.settle()

    assert "change:" not in words(window)
    assert "views.update" not in bot.slack.arguments


async def test_the_new_text_takes_the_place_of_the_passage_and_earlier_answers_are_corrected(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.chat.rules.correcting._LOOK_S", 0.01)
    store.app.posts.add("slack", posts := FakePostCorrection())

    async with slack_of(store) as bot:
        said = await changed(bot, store)
        await store.app.rules.publishing.look()
        offer = await bot.slack.post()
        first = len(posts.posted)
        await bot.click(offer, "correct", "U1")
        refused = await bot.slack.post()
        await bot.click(offer, "correct", "UMANAGER")
        became = await bot.slack.post()

    assert "is saved" in said
    assert offer.body["channel"] == "UMANAGER"
    assert "Earlier answers (1) quote" in offer.shown
    assert first == 0
    assert "may not write" in refused.text
    assert "Corrections posted: 1." in became.text
    [(answer, reply)] = posts.posted
    assert answer.question == TILL
    assert "₩250,000" in reply.text
