"""Many workspaces: installing the bot, answering each with its own token, and being removed."""

import asyncio
import logging
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import SecretStr

from adapters.slack.setup.manifest import scopes
from bot.settings import SlackSettings
from tests.flow.slack.stand_in.api import DOWN, Refusal, SlackApi, signed_command, signed_json
from tests.flow.slack.stand_in.bot import Running, running
from tests.flow.slack.stand_in.install import (
    BRANCH,
    BUSAN,
    CLIENT_ID,
    CLIENT_SECRET,
    COOKIE,
    ORG,
    SEOUL,
    Begun,
    SlackOfMany,
    Workspace,
    begin,
    come_back,
    damage,
    install,
    installable,
    stored,
    tell,
)
from tests.flow.slack.stand_in.socket import APP_TOKEN, QUICK, SlackSocket

QUESTION = "how long for headphones?"


@asynccontextmanager
async def open_to_all(slack: SlackApi, data: Path, **more: Any) -> AsyncIterator[Running]:
    async with running(slack, **{"settings_of": installable, "data": data, **more}) as bot:
        yield bot


async def test_each_workspace_that_installs_the_bot_is_answered_with_its_own_token(
    tmp_path: Path,
) -> None:
    slack = SlackOfMany(seoul=SEOUL, busan=BUSAN)

    async with open_to_all(slack, tmp_path) as bot:
        pages = [await install(bot, "seoul"), await install(bot, "busan")]
        for number, workspace in enumerate((BUSAN, SEOUL, BUSAN)):
            event = workspace.event(QUESTION, f"Ev{number}", f"{number}.0")
            assert (await bot.send(signed_json(event))).status == 200
            await slack.post()

    assert [page.status for page in pages] == [200, 200]
    posts = [token for method, token in slack.used if method == "chat.postMessage"]
    assert posts == ["xoxb-busan", "xoxb-seoul", "xoxb-busan"]
    # Its own mention was taken out: the bot knows its name in each workspace …
    assert [message.text for message in bot.conversation.asked] == [QUESTION] * 3
    # … and asked for it at the installation only.
    assert slack.calls.count("auth.test") == 2


async def test_what_slacks_sdk_reads_from_the_environment_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slack = SlackOfMany(seoul=SEOUL)
    for name in ("SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_BOT_TOKEN", "SLACK_SCOPES"):
        monkeypatch.setenv(name, "of-the-environment")

    async with open_to_all(slack, tmp_path) as bot:
        begun = await begin(bot)
        await come_back(bot, begun)
        await bot.send(signed_json(SEOUL.event(QUESTION)))
        await slack.post()

    assert "of-the-environment" not in begun.location
    assert slack.used[-1] == ("chat.postMessage", "xoxb-seoul")


@pytest.mark.parametrize(
    ("workspace", "status"), [(SEOUL, 200), (BRANCH, 200), (ORG, 200), (BUSAN, 403)]
)
async def test_only_workspaces_that_may_have_the_bot_get_it(
    workspace: Workspace, status: int, tmp_path: Path
) -> None:
    slack = SlackOfMany(one=workspace)

    def settings(url: str) -> SlackSettings:
        return installable(url).model_copy(update={"team_ids": frozenset({"T1", "E1"})})

    async with open_to_all(slack, tmp_path, settings_of=settings) as bot:
        response = await install(bot, "one")
        page = await response.text()
        await bot.send(signed_json(workspace.event(QUESTION)))
        await bot.settle()

    assert response.status == status
    assert ("available for this workspace" in page) is (status == 403)
    assert ("auth.revoke", workspace.token) in slack.used or status == 200
    assert len(bot.conversation.asked) == (1 if status == 200 else 0)


async def test_a_workspace_that_may_no_longer_have_the_bot_is_not_answered(tmp_path: Path) -> None:
    slack = SlackOfMany(seoul=SEOUL)

    def settings(url: str) -> SlackSettings:
        return installable(url).model_copy(update={"team_ids": frozenset({"T2"})})

    async with open_to_all(slack, tmp_path) as bot:
        await install(bot, "seoul")
    later = SlackOfMany(seoul=SEOUL)
    async with open_to_all(later, tmp_path, settings_of=settings) as bot:
        response = await bot.send(signed_json(SEOUL.event(QUESTION)))
        await bot.settle()

    assert (response.status, bot.conversation.asked) == (200, [])


async def test_installations_that_cannot_be_read_now_let_slack_try_again(tmp_path: Path) -> None:
    slack = SlackOfMany(seoul=SEOUL)

    async with open_to_all(slack, tmp_path) as bot:
        await install(bot, "seoul")
        damage(tmp_path)
        response = await bot.send(signed_json(SEOUL.event(QUESTION)))

    assert response.status == 503
    assert "x-slack-no-retry" not in response.headers


async def test_a_workspace_that_takes_its_token_back_is_named_once_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slack = SlackOfMany(seoul=SEOUL)
    async with open_to_all(slack, tmp_path) as bot:
        await install(bot, "seoul")
        assert (await bot.send(signed_json(SEOUL.event(QUESTION)))).status == 200
        await slack.post()

    monkeypatch.setattr("adapters.slack.workspace.identity.RECHECK_S", 0.01)
    async with open_to_all(slack, tmp_path) as bot:
        assert (await bot.send(signed_json(SEOUL.event(QUESTION, "Ev2", "2.0")))).status == 200
        await slack.post()
        slack.refuse("auth.test", *[Refusal("token_revoked")] * 1000)
        await asyncio.sleep(0.3)
        ready = await bot.client.get("/readyz")

    [told] = [one for one in caplog.records if one.__dict__.get("reason") == "token_revoked"]
    assert told.__dict__["team_id"] == SEOUL.team_id
    assert "/slack/install" in told.__dict__["cure"]
    assert ready.status == 200


async def test_a_person_is_led_to_slack_with_the_manifest_s_scopes(tmp_path: Path) -> None:
    async with open_to_all(SlackOfMany(), tmp_path) as bot:
        begun = await begin(bot)

    asked = parse_qs(urlsplit(begun.location).query)
    assert urlsplit(begun.location).path == "/oauth/v2/authorize"
    assert asked["client_id"] == [CLIENT_ID]
    assert asked["scope"][0].split(",") == list(scopes())
    assert "chat:write" in scopes()
    assert CLIENT_SECRET not in begun.location


async def test_who_previews_links_asks_for_their_scopes_too(tmp_path: Path) -> None:
    def settings(url: str) -> SlackSettings:
        domains = {"unfurl_domains": frozenset({"handbook.example"})}
        return installable(url).model_copy(update=domains)

    async with open_to_all(SlackOfMany(), tmp_path, settings_of=settings) as bot:
        begun = await begin(bot)

    [asked] = parse_qs(urlsplit(begun.location).query)["scope"]
    assert set(asked.split(",")) - set(scopes()) == {"links:read", "links:write"}


FORGED = Begun("", "forged", f"{COOKIE}=forged")


@pytest.mark.parametrize("how", ["forged", "another browser", "no cookie", "missing", "expired"])
async def test_an_installation_that_nobody_began_here_is_refused(how: str, tmp_path: Path) -> None:
    slack = SlackOfMany(seoul=SEOUL)

    async with open_to_all(slack, tmp_path) as bot:
        begun = await begin(bot)
        if how == "expired":
            _all_states_are_over(tmp_path)
        back = {
            "forged": FORGED,
            "another browser": replace(begun, cookie=f"{COOKIE}=another"),
            "no cookie": replace(begun, cookie=""),
            "missing": replace(begun, state=""),
            "expired": begun,
        }[how]
        response = await come_back(bot, back)
        page = await response.text()
        event = await bot.send(signed_json(SEOUL.event(QUESTION)))
        await bot.settle()

    assert response.status == 400
    assert "/slack/install" in page
    assert "oauth.v2.access" not in slack.calls
    assert (event.status, slack.posted.empty()) == (200, True)


async def test_a_state_is_good_for_one_use(tmp_path: Path) -> None:
    slack = SlackOfMany(seoul=SEOUL)

    async with open_to_all(slack, tmp_path) as bot:
        begun = await begin(bot)
        statuses = [(await come_back(bot, begun)).status for _ in range(2)]

    assert statuses == [200, 400]
    assert slack.calls.count("oauth.v2.access") == 1


async def test_states_that_nobody_came_back_with_are_forgotten(tmp_path: Path) -> None:
    async with open_to_all(SlackOfMany(), tmp_path) as bot:
        for _ in range(3):
            await begin(bot)
        _all_states_are_over(tmp_path)
        await begin(bot)
        count = _states(tmp_path)

    assert count == 1


def _all_states_are_over(data: Path) -> None:
    with closing(sqlite3.connect(data / "storewise.db")) as database, database:
        database.execute("update slack_oauth_states set expire_at = '2026-01-01 00:00:00.000000'")


def _states(data: Path) -> int:
    with closing(sqlite3.connect(data / "storewise.db")) as database:
        [count] = database.execute("select count(*) from slack_oauth_states").fetchone()
    return int(count)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ko-KR,ko;q=0.9,en;q=0.8", "설치했습니다"),
        ("en-US,en;q=0.9,ko;q=0.8", "is installed in"),
        ("ko;q=0.3, en;q=0.7", "is installed in"),
        ("fr", "is installed in"),
        ("", "is installed in"),
    ],
)
async def test_the_page_after_it_speaks_the_browser_s_language(
    language: str, words: str, tmp_path: Path
) -> None:
    async with open_to_all(SlackOfMany(seoul=SEOUL), tmp_path) as bot:
        begun = await begin(bot)
        bot.client.session.headers["Accept-Language"] = language
        response = await come_back(bot, begun)
        page = await response.text()

    assert words in page
    assert "Store &lt;T1&gt;" in page
    assert "https://slack.com/app_redirect?app=A1&amp;team=T1" in page
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        ("access_denied", 200, "You declined"),
        ("<script>alert(1)</script>", 400, "failed (?)"),
    ],
)
async def test_who_does_not_agree_reads_that_nothing_happened(
    error: str, status: int, words: str, tmp_path: Path
) -> None:
    async with open_to_all(SlackOfMany(seoul=SEOUL), tmp_path) as bot:
        response = await come_back(bot, await begin(bot), error=error)
        page = await response.text()

    assert (response.status, words in page) == (status, True)
    assert "script" not in page


@pytest.mark.parametrize(
    ("refusal", "cure"),
    [
        (Refusal("invalid_code"), "Start again"),
        (Refusal("bad_client_secret"), "SLACK_CLIENT_SECRET"),
        (DOWN, "Start again"),
        (Refusal("<html>", 502), "Start again"),
    ],
)
async def test_a_code_that_slack_does_not_change_installs_nothing(
    refusal: Refusal, cure: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    slack = SlackOfMany(seoul=SEOUL)
    slack.refuse("oauth.v2.access", refusal)

    async with open_to_all(slack, tmp_path) as bot:
        response = await install(bot, "seoul")
        page = await response.text()
        event = await bot.send(signed_json(SEOUL.event(QUESTION)))
        await bot.settle()

    assert (response.status, event.status, slack.posted.empty()) == (400, 200, True)
    assert "The installation failed" in page
    assert cure in str([record.__dict__.get("cure") for record in caplog.records])


UNINSTALLED = {"type": "app_uninstalled"}
REVOKED = {"type": "tokens_revoked", "tokens": {"oauth": ["U1"], "bot": ["UBOTSEOUL"]}}


@pytest.mark.parametrize("end", [UNINSTALLED, REVOKED])
async def test_a_workspace_that_removes_the_bot_is_forgotten(
    end: dict[str, Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    slack = SlackOfMany(seoul=SEOUL, busan=BUSAN)

    async with open_to_all(slack, tmp_path) as bot:
        await install(bot, "seoul")
        await install(bot, "busan")
        await bot.send(signed_json(SEOUL.event(QUESTION, "Ev0", "0.0")))
        await slack.post()
        removed = await tell(bot, SEOUL, end, "Ev1")
        later = await bot.send(signed_json(SEOUL.event(QUESTION, "Ev2")))
        await bot.send(signed_json(BUSAN.event(QUESTION, "Ev3")))
        await slack.post()
        await bot.settle()

    assert (removed, later.status) == (200, 200)
    assert [token for method, token in slack.used if method == "chat.postMessage"] == [
        "xoxb-seoul",
        "xoxb-busan",
    ]
    assert "not_installed" in [record.__dict__.get("reason") for record in caplog.records]
    kept = stored(tmp_path)
    assert (b"xoxb-seoul" in kept, b"xoxb-busan" in kept) == (False, True)


async def test_a_person_who_takes_their_own_token_back_changes_nothing(tmp_path: Path) -> None:
    slack = SlackOfMany(seoul=SEOUL)
    revoked = {"type": "tokens_revoked", "tokens": {"oauth": ["UINSTALLER"]}}

    async with open_to_all(slack, tmp_path) as bot:
        await install(bot, "seoul")
        await tell(bot, SEOUL, revoked, "Ev1")
        await tell(bot, SEOUL, {"type": "tokens_revoked", "tokens": "x"}, "Ev2")
        await bot.send(signed_json(SEOUL.event(QUESTION, "Ev3")))

        assert "14 days" in (await slack.post()).text


async def test_a_command_from_a_workspace_without_the_bot_is_answered_by_no_error(
    tmp_path: Path,
) -> None:
    slack = SlackOfMany()

    async with open_to_all(slack, tmp_path) as bot:
        response = await bot.send(signed_command("/ask", "U1", f"{bot.api_url}respond/1", "hello"))
        await bot.settle()

    assert response.status == 200
    assert bot.conversation.asked == []


async def test_who_installs_again_gets_the_new_token(tmp_path: Path) -> None:
    slack = SlackOfMany(first=SEOUL, second=replace(SEOUL, token="xoxb-new"))

    async with open_to_all(slack, tmp_path) as bot:
        await install(bot, "first")
        await bot.send(signed_json(SEOUL.event(QUESTION, "Ev0", "0.0")))
        await slack.post()
        await install(bot, "second")
        await bot.send(signed_json(SEOUL.event(QUESTION, "Ev1")))
        await slack.post()

    assert slack.used[-1] == ("chat.postMessage", "xoxb-new")
    assert b"xoxb-seoul" not in stored(tmp_path)


async def test_an_organisation_s_installation_serves_its_workspaces_until_it_ends(
    tmp_path: Path,
) -> None:
    slack = SlackOfMany(org=ORG, branch=BRANCH)
    other = replace(ORG, team_id="T7")

    async with open_to_all(slack, tmp_path) as bot:
        assert (await install(bot, "org")).status == 200
        assert (await install(bot, "branch")).status == 200
        for number, workspace in enumerate((ORG, other, BRANCH)):
            event = workspace.event(QUESTION, f"Ev{number}", f"{number}.0")
            await bot.send(signed_json(event))
            await slack.post()
        await tell(bot, ORG, UNINSTALLED, "Ev8")
        gone = await bot.send(signed_json(other.event(QUESTION, "Ev9", "9.0")))
        await bot.settle()

    posts = [token for method, token in slack.used if method == "chat.postMessage"]
    assert posts == ["xoxb-org", "xoxb-org", "xoxb-branch"]
    assert gone.status == 200


async def test_installations_outlive_the_server_in_a_file_of_its_owner(tmp_path: Path) -> None:
    slack = SlackOfMany(seoul=SEOUL)
    (tmp_path / "storewise.db").touch(mode=0o644)

    async with open_to_all(slack, tmp_path) as bot:
        ready = await bot.client.get("/readyz")
        await install(bot, "seoul")
    again = SlackOfMany(seoul=SEOUL)
    async with open_to_all(again, tmp_path) as bot:
        await bot.send(signed_json(SEOUL.event(QUESTION)))
        post = await again.post()

    assert ready.status == 200
    assert "14 days" in post.text
    assert stat.S_IMODE((tmp_path / "storewise.db").stat().st_mode) == 0o600


async def test_a_workspace_may_install_the_bot_and_speak_by_socket(tmp_path: Path) -> None:
    class Both(SlackSocket, SlackOfMany):
        """Sockets and many workspaces."""

    slack = Both()
    slack.codes = {"seoul": SEOUL}

    def settings(url: str) -> SlackSettings:
        changed = {"signing_secret": None, "app_token": SecretStr(APP_TOKEN)}
        return installable(url).model_copy(update=changed)

    async with open_to_all(slack, tmp_path, settings_of=settings, pace=QUICK) as bot:
        await slack.opened(1)
        await slack.send(BUSAN.event(QUESTION, "Ev0"))
        await slack.acknowledged()
        await install(bot, "seoul")
        await slack.send(SEOUL.event(QUESTION))
        await slack.acknowledged()
        await slack.post()
        await bot.settle()

    assert [one for one in slack.used if one[0] == "chat.postMessage"] == [
        ("chat.postMessage", "xoxb-seoul")
    ]


async def test_no_token_code_or_state_is_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    slack = SlackOfMany(seoul=SEOUL)

    async with open_to_all(slack, tmp_path) as bot:
        begun = await begin(bot)
        await come_back(bot, begun)
        await install(bot, "unknown-code")
        await bot.send(signed_json(SEOUL.event(QUESTION)))
        await slack.post()
        await tell(bot, SEOUL, UNINSTALLED, "Ev2")

    # The server that runs the test writes addresses down; the product's does not.
    records = [record for record in caplog.records if record.name != "aiohttp.access"]
    logged = str([(record.getMessage(), record.__dict__) for record in records])
    assert "a workspace installed the bot" in logged
    assert "a workspace removed the bot" in logged
    hidden = ("xoxb-seoul", CLIENT_SECRET, "unknown-code", begun.state)
    assert [secret for secret in hidden if secret in logged] == []


async def test_without_a_client_secret_there_is_nothing_to_install() -> None:
    async with running() as bot:
        statuses = [
            (await bot.client.get(path)).status
            for path in ("/slack/install", "/slack/oauth_redirect")
        ]

    assert statuses == [404, 404]


async def test_who_installs_and_removes_the_bot_is_in_the_audit_log(tmp_path: Path) -> None:
    slack = SlackOfMany(seoul=SEOUL, busan=BUSAN)

    def settings(url: str) -> SlackSettings:
        return installable(url).model_copy(update={"team_ids": frozenset({"T1"})})

    async with open_to_all(slack, tmp_path, settings_of=settings) as bot:
        await install(bot, "seoul")
        await install(bot, "busan")
        await tell(bot, SEOUL, {"type": "app_uninstalled"}, "Ev9")

    lines = [(one.kind, one.who, one.what, one.outcome) for one in bot.conversation.audit.kept]
    assert lines == [
        ("installation", "slack:T1:", "install", "done"),
        ("installation", "slack:T2:", "install", "refused"),
        ("installation", "slack:T1:", "uninstall", "done"),
    ]


async def test_who_begins_again_and_again_fills_no_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.slack.workspace.states._MOST_STATES", 3)

    async with open_to_all(SlackOfMany(seoul=SEOUL), tmp_path) as bot:
        begun = [await begin(bot) for _ in range(8)]
        kept = _states(tmp_path)
        first, last = await come_back(bot, begun[0]), await come_back(bot, begun[-1])

    assert kept == 4
    assert (first.status, last.status) == (400, 200)
