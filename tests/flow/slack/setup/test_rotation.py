"""Tokens that expire: renewed in time, once at a time, and never lost on the way."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.flow.slack.stand_in.api import DOWN, Refusal, signed_json
from tests.flow.slack.stand_in.bot import Running, running
from tests.flow.slack.stand_in.install import ORG, SEOUL, SlackOfMany, install, installable, stored

QUESTION = "how long for headphones?"
ACCESS = "oauth.v2.access"
TWELVE_HOURS, AN_HOUR, A_MINUTE, OVER = 12 * 3600, 3600, 60, -1


def slack_with(expires_in: int, workspace: str = "seoul") -> SlackOfMany:
    known = {"seoul": SEOUL, "org": ORG}[workspace]
    return SlackOfMany(**{workspace: replace(known, refresh="xoxe-1", expires_in=expires_in)})


@asynccontextmanager
async def installed(
    slack: SlackOfMany, data: Path, workspace: str = "seoul"
) -> AsyncIterator[Running]:
    async with running(slack, settings_of=installable, data=data) as bot:
        assert (await install(bot, workspace)).status == 200
        yield bot


async def ask(bot: Running, number: int = 1) -> int:
    """Ask; return the status of the request."""
    event = SEOUL.event(QUESTION, f"Ev{number}", f"{number}.0")
    return (await bot.send(signed_json(event))).status


def posted_with(slack: SlackOfMany) -> list[str]:
    return [token for method, token in slack.used if method == "chat.postMessage"]


def renewals(slack: SlackOfMany) -> int:
    return slack.calls.count(ACCESS) - 1  # the first one installs the bot


async def test_a_token_that_lasts_is_not_renewed(tmp_path: Path) -> None:
    slack = slack_with(TWELVE_HOURS)

    async with installed(slack, tmp_path) as bot:
        await ask(bot)
        await slack.post()

    assert (renewals(slack), posted_with(slack)) == (0, ["xoxb-seoul"])


async def test_in_its_last_two_hours_a_token_is_renewed_while_it_still_answers(
    tmp_path: Path,
) -> None:
    slack = slack_with(AN_HOUR)

    async with installed(slack, tmp_path) as bot:
        await ask(bot, 1)
        await slack.post()
        await slack.until(lambda: len(slack.codes) > 1)
        await asyncio.sleep(0.1)  # until it is stored
        await ask(bot, 2)
        await slack.post()

    first, second = posted_with(slack)
    assert renewals(slack) == 1
    assert first == "xoxb-seoul"
    assert second.startswith("xoxb-new-")


@pytest.mark.parametrize("left_s", [A_MINUTE, OVER])
async def test_a_token_at_its_end_is_renewed_before_the_answer(left_s: int, tmp_path: Path) -> None:
    slack = slack_with(left_s)

    async with installed(slack, tmp_path) as bot:
        assert await ask(bot) == 200
        await slack.post()

    [token] = posted_with(slack)
    assert token.startswith("xoxb-new-")


async def test_many_questions_at_once_renew_it_once(tmp_path: Path) -> None:
    slack = slack_with(OVER)

    async with installed(slack, tmp_path) as bot:
        await asyncio.gather(*(ask(bot, number) for number in range(5)))
        for _ in range(3):
            await slack.post()

    assert renewals(slack) == 1


async def test_a_renewed_token_outlives_the_server(tmp_path: Path) -> None:
    slack = slack_with(OVER)
    async with installed(slack, tmp_path) as bot:
        await ask(bot, 1)
        await slack.post()

    async with running(slack, settings_of=installable, data=tmp_path) as bot:
        await ask(bot, 2)
        await slack.post()

    first, second = posted_with(slack)
    assert first == second
    assert [one for one in (b"xoxb-seoul", b"xoxe-1") if one in stored(tmp_path)] == []


async def test_a_stop_waits_for_a_renewal_that_slack_may_have_done(tmp_path: Path) -> None:
    slack = slack_with(AN_HOUR)
    gate = asyncio.Event()
    async with installed(slack, tmp_path) as bot:
        slack.slow = gate
        await ask(bot, 1)
        await slack.post()
        asyncio.get_running_loop().call_later(0.2, gate.set)

    async with running(slack, settings_of=installable, data=tmp_path) as bot:
        await ask(bot, 2)
        await slack.post()

    assert posted_with(slack)[-1].startswith("xoxb-new-")


async def test_while_slack_is_away_a_valid_token_answers_and_one_that_is_over_has_slack_try_again(
    tmp_path: Path,
) -> None:
    slack = slack_with(A_MINUTE)
    async with installed(slack, tmp_path) as bot:
        slack.refuse(ACCESS, DOWN)
        assert await ask(bot, 1) == 200
        await slack.post()

    over = slack_with(OVER)
    async with installed(over, tmp_path / "over") as bot:
        over.refuse(ACCESS, DOWN)
        status = await ask(bot, 2)

    assert posted_with(slack) == ["xoxb-seoul"]
    assert status == 503


async def test_a_renewal_that_slack_refuses_for_good_is_told_once_with_what_to_do(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    slack = slack_with(OVER)

    async with installed(slack, tmp_path) as bot:
        slack.refuse(ACCESS, Refusal("invalid_refresh_token"))
        statuses = [await ask(bot, number) for number in range(3)]
        await bot.settle()

    [told] = [one for one in caplog.records if one.getMessage() == "a token was not renewed"]
    assert told.levelno == logging.ERROR
    assert told.__dict__["reason"] == "invalid_refresh_token"
    assert "/slack/install" in told.__dict__["cure"]
    assert (statuses, posted_with(slack)) == ([200] * 3, [])


async def test_who_installs_again_is_answered_again(tmp_path: Path) -> None:
    slack = slack_with(OVER)

    async with installed(slack, tmp_path) as bot:
        slack.refuse(ACCESS, Refusal("invalid_refresh_token"))
        await ask(bot, 1)
        again = replace(SEOUL, token="xoxb-again", refresh="xoxe-2", expires_in=TWELVE_HOURS)
        slack.codes["seoul"] = again
        await install(bot, "seoul")
        await ask(bot, 2)
        await slack.post()

    assert posted_with(slack) == ["xoxb-again"]


async def test_an_organisation_s_token_is_renewed_for_all_its_workspaces(tmp_path: Path) -> None:
    slack = slack_with(OVER, "org")

    async with installed(slack, tmp_path, "org") as bot:
        for number, workspace in enumerate((ORG, replace(ORG, team_id="T7"))):
            await bot.send(signed_json(workspace.event(QUESTION, f"Ev{number}", f"{number}.0")))
            await slack.post()

    assert renewals(slack) == 1
    assert len(set(posted_with(slack))) == 1


async def test_no_token_is_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    slack = slack_with(OVER)

    async with installed(slack, tmp_path) as bot:
        await ask(bot)
        await slack.post()

    records = [one for one in caplog.records if one.name != "aiohttp.access"]
    logged = str([(one.getMessage(), one.__dict__) for one in records])
    assert "a token was renewed" in logged
    assert [secret for secret in ("xoxb-seoul", "xoxe-") if secret in logged] == []
