"""What a person sees when they open the app."""

import json
from typing import Any

import pytest

from bot.model import Platform
from bot.stores import Store, Stores
from tests.flow.slack.stand_in.api import Refusal, SlackApi, clicked_in, signed
from tests.flow.slack.stand_in.bot import running


def opened(tab: str, user: str = "U1") -> dict[str, Any]:
    return {"type": "app_home_opened", "user": user, "channel": "D1", "tab": tab}


@pytest.mark.parametrize(("locale", "word"), [("ko-KR", "문서"), ("en-US", "documents")])
async def test_the_home_tab_is_filled_in_the_persons_language(locale: str, word: str) -> None:
    slack = SlackApi()
    slack.answers["users.info"] = {"user": {"id": "U1", "team_id": "T1", "locale": locale}}

    async with running(slack) as bot:
        await bot.send(signed(opened("home")))
        await bot.slack.until(lambda: "views.publish" in bot.slack.arguments)

    view = bot.slack.view("views.publish")
    assert bot.slack.arguments["views.publish"]["user_id"] == "U1"
    assert view["type"] == "home"
    assert word in json.dumps(view, ensure_ascii=False)
    assert bot.slack.refused == []


@pytest.mark.parametrize(("language", "word"), [("ko", "문서"), ("en", "documents")])
async def test_where_slack_says_no_language_the_home_tab_has_the_workspaces(
    language: str, word: str
) -> None:
    slack = SlackApi()
    slack.answers["users.info"] = {"user": {"id": "U1", "team_id": "T1"}}

    async with running(slack, default_language=language) as bot:
        await bot.send(signed(opened("home")))
        await bot.slack.until(lambda: "views.publish" in bot.slack.arguments)

    assert word in json.dumps(slack.view("views.publish"), ensure_ascii=False)


async def test_only_administrators_see_the_index_and_may_make_it_anew() -> None:
    views = {}
    async with running() as bot:
        for number, user in enumerate(("U1", "UADMIN")):
            bot.slack.arguments.pop("views.publish", None)
            await bot.send(signed(opened("home", user), event_id=f"Ev{number}"))
            await bot.slack.until(lambda: "views.publish" in bot.slack.arguments)
            views[user] = bot.slack.view("views.publish")
        await bot.send(clicked_in(views["UADMIN"], "V2", "reindex", "UADMIN"))
        posts = [await bot.slack.post() for _ in range(2)]

    assert '"reindex"' not in json.dumps(views["U1"])
    assert bot.conversation.asked[0].admin
    assert {post.body["channel"] for post in posts} == {"UADMIN", "DADMIN"}
    assert posts[-1].text == "Indexed 3 documents."


async def test_the_reindex_button_does_nothing_for_others() -> None:
    view = {"blocks": [{"type": "actions", "elements": [{"action_id": "reindex", "value": "x"}]}]}

    async with running() as bot:
        await bot.send(clicked_in(view, "V2", "reindex", "U1"))
        said = await bot.slack.post()

    assert said.body["channel"] == "U1"
    assert "administrators" in said.text


async def test_an_example_of_an_earlier_index_fills_the_tab_again() -> None:
    view = {"blocks": [{"type": "section", "accessory": {"action_id": "example:0", "value": "0"}}]}

    async with running() as bot:
        await bot.send(clicked_in(view, "V2", "example:0"))
        await bot.slack.until(lambda: "views.publish" in bot.slack.arguments)

    assert bot.conversation.asked == []


async def test_a_tab_that_slack_does_not_take_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    slack = SlackApi()
    slack.refuse("views.publish", Refusal("not_enabled"))

    async with running(slack) as bot:
        await bot.send(signed(opened("home")))
        await bot.slack.until(lambda: "views.publish" in bot.slack.calls)
        await bot.settle()

    assert "not_enabled" in str([record.__dict__.get("reason") for record in caplog.records])


@pytest.mark.parametrize(
    ("locale", "lines"),
    [
        ("en-US", ["• Gangnam: no channel", "• 해운대점: <#C2>, <#C1>"]),
        ("ko-KR", ["• 강남점: 채널 없음", "• 해운대점: <#C2>, <#C1>"]),
    ],
)
async def test_administrators_see_which_channels_are_of_which_store(
    locale: str, lines: list[str]
) -> None:
    slack = SlackApi()
    slack.answers["users.info"] = {"user": {"id": "U1", "team_id": "T1", "locale": locale}}
    stores = Stores(
        [
            Store("gangnam", {"ko": "강남점", "en": "Gangnam"}),
            Store("haeundae", {"ko": "해운대점"}, channels={Platform.SLACK: ("C2", "no id>")}),
        ]
    )
    shown = {}

    async with running(slack, stores=stores) as bot:
        await bot.command("UADMIN", "/storewise-channel")
        await slack.until(lambda: "views.open" in slack.arguments)
        form = slack.view("views.open")
        await bot.submit(form, "UADMIN", store={"selected_option": {"value": "haeundae"}})
        for number, user in enumerate(("U1", "UADMIN")):
            slack.arguments.pop("views.publish", None)
            await bot.send(signed(opened("home", user), event_id=f"Ev{number}"))
            await slack.until(lambda: "views.publish" in slack.arguments)
            shown[user] = json.dumps(slack.view("views.publish"), ensure_ascii=False)

    assert "\\n".join(lines) in shown["UADMIN"]
    assert "<#C2>" not in shown["U1"]
