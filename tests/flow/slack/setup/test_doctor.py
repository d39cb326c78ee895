"""`storewise doctor slack` against our Slack on loopback: what is wrong, and what cures it."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr

from adapters.slack.setup.doctor import examine
from adapters.slack.setup.manifest import scopes
from bot.__main__ import main
from bot.settings import SlackSettings
from bot.upkeep.checkup import Finding, Mark, lines
from tests.flow.slack.stand_in.api import DOWN, TOKEN, Refusal, SlackApi

SIGNING_SECRET = "0123456789abcdef0123456789abcdef"
APP_TOKEN = "xapp-1-A1-secret"
FULL, LEAST = list(scopes()), list(scopes(least=True))


def slack(granted: Iterable[str] = FULL) -> SlackApi:
    """A Slack that knows the bot and has nothing against it."""
    api = SlackApi()
    api.headers = {"x-oauth-scopes": ",".join(granted)}
    api.answers["auth.test"] |= {"user": "storewise", "team": "Acme \x1b[2JStores"}
    api.answers["views.publish"] = {"view": {}}
    api.answers["conversations.open"] = {"channel": {"id": "D1"}}
    api.answers["chat.postEphemeral"] = {}
    api.answers["apps.connections.open"] = {"url": "wss://127.0.0.1/link?ticket=secret"}
    return api


def settings(url: str, **changed: object) -> SlackSettings:
    usual: dict[str, object] = {
        "bot_token": SecretStr(TOKEN),
        "signing_secret": SecretStr(SIGNING_SECRET),
        "app_token": SecretStr(APP_TOKEN),
        "admin_user_ids": "UZ,UADMIN",
        "api_url": f"{url}api/",
    }
    return SlackSettings.model_validate(usual | changed)


@asynccontextmanager
async def address(api: SlackApi) -> AsyncIterator[str]:
    async with TestServer(api.application) as server:
        yield str(server.make_url("/"))


async def found(
    api: SlackApi | None = None, ahead_s: float = 0, **changed: Any
) -> dict[str, Finding]:
    """What the doctor finds, by what it looks at; the address's own name is left out."""
    async with address(api or slack()) as url:
        looked = examine(settings(url, **changed), clock=lambda: time.time() + ahead_s)
        return {finding.what.partition(" (")[0]: finding async for finding in looked}


async def test_where_all_is_well_everything_has_a_tick() -> None:
    api = slack()

    findings = await found(api)

    assert [(what, one.mark) for what, one in findings.items()] == [
        ("SLACK_BOT_TOKEN", Mark.GOOD),
        ("SLACK_SIGNING_SECRET", Mark.GOOD),
        ("SLACK_APP_TOKEN", Mark.GOOD),
        ("SLACK_API_URL", Mark.GOOD),
        ("clock", Mark.GOOD),
        ("bot token", Mark.GOOD),
        ("scopes", Mark.GOOD),
        ("Home tab", Mark.GOOD),
        ("Messages tab", Mark.GOOD),
        ("app token", Mark.GOOD),
    ]
    assert "storewise in Acme" in findings["bot token"].said


async def test_nothing_secret_and_nothing_that_a_terminal_obeys_is_shown() -> None:
    findings = await found()

    shown = "\n".join(line for finding in findings.values() for line in lines(finding))
    assert "secret" not in shown
    assert TOKEN not in shown
    assert SIGNING_SECRET not in shown
    assert all(line.isprintable() for line in shown.splitlines())


async def test_the_home_that_a_person_has_is_left_to_them() -> None:
    api = slack()
    api.refuse("views.publish", Refusal("hash_conflict"))

    with_home = await found(api)
    without = await found(api)

    assert [one["Home tab"].mark for one in (with_home, without)] == [Mark.GOOD, Mark.GOOD]
    assert api.arguments["views.publish"]["user_id"] == "UADMIN"
    assert api.arguments["views.publish"]["hash"] == "0.0"


async def test_the_messages_tab_is_tried_with_a_line_that_one_person_sees() -> None:
    api = slack()

    await found(api)

    assert api.arguments["conversations.open"]["users"] == "UADMIN"
    assert api.arguments["chat.postEphemeral"]["channel"] == "D1"
    assert api.arguments["chat.postEphemeral"]["user"] == "UADMIN"
    assert "chat.postMessage" not in api.calls


@pytest.mark.parametrize(
    ("method", "word", "what", "said"),
    [
        ("auth.test", "invalid_auth", "bot token", "OAuth & Permissions"),
        ("auth.test", "token_revoked", "bot token", "OAuth & Permissions"),
        ("auth.test", "fatal_error", "bot token", "slack-status.com"),
        ("views.publish", "not_enabled", "Home tab", "App Home > Show Tabs > Home Tab"),
        ("conversations.open", "messages_tab_disabled", "Messages tab", "> Messages Tab"),
        ("chat.postEphemeral", "messages_tab_disabled", "Messages tab", "> Messages Tab"),
        ("apps.connections.open", "invalid_auth", "app token", "App-Level Tokens"),
        ("apps.connections.open", "missing_scope", "app token", "connections:write"),
        ("apps.connections.open", "not_allowed_token_type", "app token", "xapp-"),
    ],
)
async def test_what_slack_refuses_is_marked_and_has_its_cure(
    method: str, word: str, what: str, said: str
) -> None:
    api = slack()
    api.refuse(method, Refusal(word))

    findings = await found(api)

    assert [one for one, finding in findings.items() if finding.mark is Mark.BAD] == [what]
    assert said in findings[what].cure


@pytest.mark.parametrize("method", ["views.publish", "conversations.open", "chat.postEphemeral"])
async def test_another_refusal_leaves_a_switch_unknown_and_is_no_failure(method: str) -> None:
    api = slack()
    api.refuse(method, Refusal("access_denied"))

    findings = await found(api)

    [doubt] = [finding for finding in findings.values() if finding.mark is not Mark.GOOD]
    assert doubt.mark is Mark.DOUBT
    assert doubt.said == "unknown: access_denied"


async def test_without_im_write_the_messages_tab_is_left_to_the_eye() -> None:
    api = slack()
    api.refuse("conversations.open", Refusal("missing_scope", needed="im:write"))

    findings = await found(api)

    assert findings["Messages tab"].mark is Mark.UNASKED
    assert "im:write" in findings["Messages tab"].said
    assert "Show Tabs" in findings["Messages tab"].said


async def test_without_an_administrator_nobody_is_shown_anything() -> None:
    api = slack()

    findings = await found(api, admin_user_ids="")

    assert findings["Home tab"].mark is findings["Messages tab"].mark is Mark.UNASKED
    assert "SLACK_ADMIN_USER_IDS" in findings["Home tab"].said
    assert api.calls == ["auth.test", "apps.connections.open"]


@pytest.mark.parametrize(
    ("granted", "mark", "notes"),
    [
        (FULL, Mark.GOOD, []),
        ([*FULL, "files:read"], Mark.GOOD, []),
        (LEAST, Mark.GOOD, ["channels:history: follow-ups", "reactions:write: a reaction"]),
        (
            [one for one in FULL if one != "reactions:write"],
            Mark.DOUBT,
            ["reactions:write: a reaction"],
        ),
        ([one for one in FULL if one != "chat:write"], Mark.BAD, ["chat:write: replies"]),
        ([], Mark.BAD, ["chat:write: replies", "users:read: whether"]),
    ],
)
async def test_a_missing_scope_says_what_is_off_without_it(
    granted: list[str], mark: Mark, notes: list[str]
) -> None:
    finding = (await found(slack(granted)))["scopes"]

    assert finding.mark is mark
    assert all(any(note in line for line in finding.notes) for note in notes)
    assert bool(finding.notes) == bool(notes)
    assert ("Bot Token Scopes" in finding.cure) == (mark is not Mark.GOOD)


async def test_a_slack_that_does_not_name_the_scopes_is_not_judged() -> None:
    api = slack()
    api.headers = {}

    assert (await found(api))["scopes"].mark is Mark.UNASKED


@pytest.mark.parametrize(
    ("ahead_s", "mark"),
    [
        (0, Mark.GOOD),
        (-50, Mark.GOOD),
        (90, Mark.DOUBT),
        (-90, Mark.DOUBT),
        (310, Mark.BAD),
        (-310, Mark.BAD),
    ],
)
async def test_a_clock_that_goes_wrong_is_noticed(ahead_s: float, mark: Mark) -> None:
    finding = (await found(ahead_s=ahead_s))["clock"]

    assert finding.mark is mark
    assert ("Sync this machine's clock" in finding.cure) == (mark is not Mark.GOOD)


async def test_the_clock_is_looked_at_even_when_the_token_is_wrong() -> None:
    api = slack()
    api.refuse("auth.test", Refusal("invalid_auth"))

    findings = await found(api, ahead_s=400)

    assert findings["clock"].mark is findings["bot token"].mark is Mark.BAD
    assert "scopes" not in findings


async def test_a_socket_needs_no_signing_secret_and_requests_by_http_do() -> None:
    by_socket = await found(slack(), signing_secret=None)
    by_nothing = await found(slack(), signing_secret=None, app_token=None)

    assert by_socket["SLACK_SIGNING_SECRET"].mark is Mark.UNASKED
    assert by_nothing["SLACK_SIGNING_SECRET"].mark is Mark.BAD


@pytest.mark.parametrize(
    ("setting", "value", "what", "said"),
    [
        ("bot_token", None, "SLACK_BOT_TOKEN", "not set"),
        ("bot_token", "xoxp-1", "SLACK_BOT_TOKEN", "xoxb-"),
        ("bot_token", APP_TOKEN, "SLACK_BOT_TOKEN", "xoxb-"),
        ("signing_secret", "abc", "SLACK_SIGNING_SECRET", "32 characters"),
        ("signing_secret", SIGNING_SECRET[:-1] + "x", "SLACK_SIGNING_SECRET", "32 characters"),
        ("app_token", TOKEN, "SLACK_APP_TOKEN", "xapp-"),
    ],
)
async def test_a_setting_that_is_missing_or_mixed_up_is_named(
    setting: str, value: str | None, what: str, said: str
) -> None:
    api = slack()
    changed: dict[str, Any] = {setting: value}

    findings = await found(api, **changed)

    assert [one for one, finding in findings.items() if finding.mark is Mark.BAD] == [what]
    assert said in findings[what].said
    assert "api.slack.com/apps" in findings[what].cure
    assert ("auth.test" in api.calls) == (setting != "bot_token")


async def test_without_an_app_token_socket_mode_is_not_looked_at() -> None:
    api = slack()

    findings = await found(api, app_token=None)

    assert findings["SLACK_APP_TOKEN"].mark is Mark.UNASKED
    assert "app token" not in findings
    assert "apps.connections.open" not in api.calls


async def test_a_slack_that_is_down_is_told_from_a_wrong_token() -> None:
    api = slack()
    api.refuse("auth.test", DOWN)

    finding = (await found(api))["bot token"]

    assert (finding.mark, finding.said) == (Mark.BAD, "internal_error")
    assert "slack-status.com" in finding.cure


@pytest.mark.parametrize(
    ("status", "text", "kind", "word"),
    [
        (200, "hello", "text/plain", "bad_response"),
        (200, "<html>", "text/html", "bad_response"),
        (200, "{", "application/json", "bad_response"),
        (200, "[]", "application/json", "bad_response"),
        (404, "not here", "text/plain", "bad_response"),
        (503, "<html>", "text/html", "http_503"),
        (502, "{", "application/json", "http_502"),
    ],
)
async def test_an_address_that_is_not_slack_s_is_told(
    status: int, text: str, kind: str, word: str
) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=status, text=text, content_type=kind)

    application = web.Application()
    application.router.add_post("/api/{method}", answer)

    async with TestServer(application) as server:
        looked = examine(settings(str(server.make_url("/"))))
        findings = [finding async for finding in looked]

    assert (findings[-1].mark, findings[-1].said) == (Mark.BAD, word)
    assert findings[-1].what.startswith("SLACK_API_URL (http://127.0.0.1:")
    assert findings[-1].cure


async def test_an_address_where_nobody_answers_is_told(unused_tcp_port: int) -> None:
    looked = examine(settings(f"http://127.0.0.1:{unused_tcp_port}/"))
    findings = [finding async for finding in looked]

    assert (findings[-1].mark, findings[-1].said) == (Mark.BAD, "unreachable")
    assert "SLACK_API_URL" in findings[-1].cure


@pytest.mark.usefixtures("source", "process_as_it_was")
@pytest.mark.parametrize(
    ("refusals", "code", "last"),
    [([], 0, "no problems found"), ([Refusal("not_enabled")], 1, "1 problem to fix")],
)
async def test_the_command_prints_a_line_for_each_and_fails_when_one_does(
    refusals: list[Refusal],
    code: int,
    last: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    api = slack()
    api.refuse("views.publish", *refusals)
    monkeypatch.setenv("SLACK_BOT_TOKEN", TOKEN)
    monkeypatch.setenv("SLACK_SIGNING_SECRET", SIGNING_SECRET)
    monkeypatch.setenv("SLACK_ADMIN_USER_IDS", "UADMIN")

    async with address(api) as url:
        monkeypatch.setenv("SLACK_API_URL", f"{url}api/")
        ended = await asyncio.to_thread(main, ["doctor", "slack"])

    printed = capsys.readouterr().out.splitlines()
    assert ended == code
    assert printed[0] == "✓ SLACK_BOT_TOKEN: set"
    assert ("✗ Home tab: off" in printed) == bool(refusals)
    assert printed[-1] == last
    assert TOKEN not in "".join(printed)


@pytest.mark.usefixtures("source", "process_as_it_was")
def test_where_nothing_is_set_the_command_names_what_is_missing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = main(["doctor", "slack"])

    printed = capsys.readouterr().out
    assert code == 1
    assert "✗ SLACK_BOT_TOKEN: not set" in printed
    assert "✗ SLACK_SIGNING_SECRET: not set" in printed
    assert printed.endswith("2 problems to fix\n")
