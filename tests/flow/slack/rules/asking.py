"""What people do with rules in Slack, from the tap to the window that they see."""

import json
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

from tests.flow.slack.stand_in.api import (
    VIEW,
    Post,
    SlackApi,
    clicked_in,
    mention,
    signed,
    view_faults,
)
from tests.flow.slack.stand_in.bot import Running, running
from tests.flow.stand_in.changed_rule import TILL, Store

GAP, TEXT = "who fixes the gate?", "Call Facilities at extension 4 if the gate is stuck."
View = dict[str, Any]


def slack_of(
    store: Store, slack: SlackApi | None = None, **more: Any
) -> AbstractAsyncContextManager[Running]:
    """The bot in Slack, which writes rules into a store's index."""
    given = store.app.given
    managers = frozenset({"UMANAGER", "UOTHER"})
    more = {"manager_user_ids": managers, **more}
    return running(slack, stores=given.stores, rules=store.app.rules, **more)


async def asked(bot: Running, question: str = GAP) -> Post:
    """The answer to a question in a channel."""
    await bot.send(signed(mention(question), event_id=question))
    return await bot.slack.post()


async def about_the_till(bot: Running, store: Store) -> Post:
    """An answer in Slack that cites the store's own rule."""
    real = await store.app.kept.records.find(await store.ask(TILL, person="U9"))
    assert real is not None
    post = await asked(bot, "how long for headphones?")
    records = bot.conversation.records
    last = records.kept[-1]
    reply = replace(last.reply, sources=real.reply.sources, owners=())
    records.kept[-1] = replace(last, question=real.question, reply=reply)
    return post


async def told(bot: Running) -> Post:
    """The message to the owner, after somebody asked in vain and tapped "Tell the owner"."""
    named = {"selected_option": {"value": "nameless"}}
    return await passed_on(bot, await asked(bot), "tell_owner", name=named)


async def passed_on(bot: Running, post: Post, button: str, **fields: Any) -> Post:
    """The message that somebody gets by a button and its form."""
    for name in ("views.open", "views.update"):
        bot.slack.arguments.pop(name, None)
    await bot.click(post, button)
    await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
    await bot.submit(bot.slack.view("views.open"), **fields)
    await updated(bot)
    return await bot.slack.post()


async def form(bot: Running, post: Post, user: str = "U7", button: str = "answer") -> View:
    """What a tap opens, once it is filled."""
    bot.slack.arguments.pop("views.update", None)
    await bot.click(post, button, user)
    return await updated(bot)


async def updated(bot: Running) -> View:
    """The window as it was last filled."""
    await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
    return bot.slack.view("views.update")


async def sent(bot: Running, view: View, user: str = "U7", **fields: Any) -> View:
    """Sends a form; returns what Slack is told to do with it."""
    began = {one["block_id"]: _begun(one["element"]) for one in view["blocks"] if "element" in one}
    response = await bot.submit(view, user, **{**began, **fields})
    answer: View = await response.json()
    assert view_faults(answer.get("view")) == []
    return answer


def speaking(locale: str) -> SlackApi:
    """Slack of people with a language."""
    slack = SlackApi()
    slack.answers["users.info"] = {"user": {"id": "U7", "team_id": "T1", "locale": locale}}
    return slack


async def saved(bot: Running, preview: View, user: str = "U7") -> str:
    """Saves a preview; returns what the window then says."""
    bot.slack.arguments.pop("views.update", None)
    await bot.submit(preview, user)
    return words(await updated(bot))


async def commanded(bot: Running, text: str, user: str = "UMANAGER") -> View:
    """What a command about rules shows."""
    bot.slack.arguments.pop("views.update", None)
    await bot.command(user, "/storewise", text)
    return await updated(bot)


async def clicked(bot: Running, view: View, button: str, user: str) -> View:
    """Taps a button in a window; returns what it then shows."""
    bot.slack.arguments.pop("views.update", None)
    await bot.send(clicked_in(view, VIEW, button, user))
    return await updated(bot)


def typed(text: str = TEXT) -> View:
    """What stands in a field."""
    return {"value": text}


def words(view: View) -> str:
    return json.dumps(view, ensure_ascii=False)


def _begun(element: View) -> View:
    """The state of a field that nobody has touched."""
    names = {
        "initial_value": "value",
        "initial_date": "selected_date",
        "initial_option": "selected_option",
        "initial_options": "selected_options",
    }
    return {names[key]: value for key, value in element.items() if key in names}
