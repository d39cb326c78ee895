"""Counts the bad requests that each check of tokens lets in: ours, and those of both SDKs.

python -m benchmarks.teams_tokens

The list is that of the tests (tests/flow/teams/stand_in/identity.py), and three requests that must
be refused although Microsoft signed their token. `agents-strict` is the Agents SDK with its check
of the issuer, which is off by default. Nothing leaves the machine.
"""

import argparse
import asyncio
import logging
import tempfile
from http import HTTPStatus
from pathlib import Path

import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.teams.api.tokens import FixedToken
from adapters.teams.app import build_teams
from adapters.web.server import WebServer
from benchmarks import bots
from benchmarks.teams_sdks import agents, botbuilder
from tests.fakes import FakeInbox
from tests.flow.slack.stand_in.bot import FakeConversation, bot
from tests.flow.teams.stand_in.api import TOKEN
from tests.flow.teams.stand_in.bot import found, settings
from tests.flow.teams.stand_in.identity import (
    METADATA,
    OTHER_TENANT,
    REFUSED,
    Body,
    Identity,
    Request,
    activity,
)

OTHERS_KEY = "web"
"""A key of Microsoft's that is for other channels than Teams."""


CHECKS = ("ours", "botbuilder", "agents", "agents-strict")


def main() -> None:
    """Sends the requests to a bot with each check, in its own process."""
    logging.disable(logging.CRITICAL)
    parser = argparse.ArgumentParser()
    parser.add_argument("--bot", choices=CHECKS)
    parser.add_argument("--keys")
    arguments = parser.parse_args()
    if arguments.bot:
        asyncio.run(_serve(arguments.bot, arguments.keys))
        return
    asyncio.run(_measure())


async def _serve(name: str, keys: str) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        application = {
            "ours": lambda: _ours(keys, Path(scratch)),
            "botbuilder": lambda: botbuilder.application(keys, ""),
            "agents": lambda: agents.application(keys, ""),
            "agents-strict": lambda: agents.application(keys, "", strict=True),
        }[name]()
        await bots.serve(application)


async def _measure() -> None:
    identity = Identity("k1", OTHERS_KEY)
    identity.endorsements = {OTHERS_KEY: ["webchat"]}
    async with TestServer(identity.application) as provider:
        keys = str(provider.make_url(METADATA))
        for name in CHECKS:
            arguments = ("benchmarks.teams_tokens", "--bot", name, "--keys", keys)
            async with bots.process(*arguments) as url:
                await _show(name, f"{url}api/messages", identity)


async def _show(name: str, url: str, identity: Identity) -> None:
    async with aiohttp.ClientSession() as session:
        good = activity(**_SILENT)
        welcome = await _status(session, url, (identity.bearer(good), good))
        answers = {
            what: await _status(session, url, request)
            for what, request in _requests(identity).items()
        }
    let_in = [what for what, status in answers.items() if status < HTTPStatus.BAD_REQUEST]
    broken = [
        what for what, status in answers.items() if status >= HTTPStatus.INTERNAL_SERVER_ERROR
    ]
    print(f"\n{name}: a good request gets {welcome}; of {len(answers)} bad ones")
    print(f"  let in {len(let_in)}: {', '.join(let_in) or '-'}")
    print(f"  answered with a 5xx {len(broken)}: {', '.join(broken) or '-'}")


def _requests(identity: Identity) -> dict[str, Request]:
    made = {what: forge(activity(**_SILENT)) for what, (_, forge) in REFUSED.items()}
    foreign = activity(**_SILENT, channelData={"tenant": {"id": OTHER_TENANT}})
    away = activity(**_SILENT, serviceUrl="https://evil.example/")
    mine = activity(**_SILENT)
    return made | {
        "another channel's key": (identity.bearer(mine, OTHERS_KEY), mine),
        "another tenant": (identity.bearer(foreign), foreign),
        "a reply address of nobody": (identity.bearer(away), away),
    }


_SILENT: Body = {"type": "typing"}
"""Gets no reply, so that nothing is sent anywhere."""


async def _status(session: aiohttp.ClientSession, url: str, request: Request) -> int:
    authorization, body = request
    headers = {"Authorization": authorization} if authorization else {}
    async with session.post(url, json=body, headers=headers) as response:
        return response.status


def _ours(keys: str, data: Path) -> web.Application:
    known = bot(FakeConversation(), data, FakeInbox())
    part = build_teams(settings(keys), known, found, tokens=FixedToken(TOKEN))
    return WebServer([part]).application


if __name__ == "__main__":
    main()
