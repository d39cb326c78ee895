"""Microsoft Teams as an entry of the list of platforms; imports its SDK only when needed."""

from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adapters.chat.platform import AppFile, Connected, Platform, Search

if TYPE_CHECKING:
    from adapters.chat.bot import Bot
    from adapters.chat.under_way.work import Work
    from bot.model import Reply
    from bot.settings import Settings
    from bot.upkeep.checkup import Finding

_OPEN = "             TEAMS_AUTH is off: anyone who reaches this address gets answers"


def _build(settings: "Settings", bot: "Bot", work: "Work", search: Search) -> Connected:
    from adapters.teams.app import build_teams

    teams = build_teams(settings.teams, bot, search, work)
    return Connected(teams, teams.notices, teams.corrections)


def _banner(settings: "Settings", address: str) -> list[str]:
    teams = settings.teams
    if not teams.on:
        missing = " and no ".join(teams.missing)
        return [f"  Teams      off: no {missing} (docs/TEAMS.md)"]
    return [f"  Teams      on at {address}/api/messages", *([_OPEN] if teams.auth == "off" else [])]


def _promised(settings: "Settings") -> Mapping[str, object]:
    teams = settings.teams
    admins = len(teams.admin_object_ids) + len(teams.admin_group_ids)
    return {"teams": teams.on, "teams_auth": teams.auth, "teams_admins": admins}


def _examined(settings: "Settings", url: str | None) -> "AsyncIterator[Finding]":
    from adapters.teams.api.tokens import build_tokens
    from adapters.teams.setup.doctor import examine

    return examine(settings.teams, build_tokens(settings.teams), url)


def _add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--app-id", required=True, metavar="GUID", help="the bot's Microsoft App ID")
    add("--domain", required=True, help="the bot's domain: bot.example")
    without = "ask for permission to read channel replies without a mention"
    add("--follow-threads", action="store_true", help=without)
    add("--name", help="the developer name that Teams shows")
    add("--website", metavar="URL", help="the developer's website (default: https://DOMAIN)")
    add("--privacy", metavar="URL", help="the privacy policy")
    add("--terms", metavar="URL", help="the terms of use")
    raised = "app version; raise it to update the app in Teams"
    add("--app-version", metavar="1.0.1", help=raised)


def _package(settings: "Settings", arguments: Namespace) -> bytes:
    from adapters.teams.setup.manifest import Publisher, package

    known = {name: getattr(arguments, name) for name in ("name", "website", "privacy", "terms")}
    return package(
        arguments.app_id,
        arguments.domain,
        Publisher(**known),
        version=arguments.app_version,
        follow_threads=arguments.follow_threads,
    )


def _preview(reply: "Reply") -> list[dict[str, Any]]:
    from adapters.teams.receive.activities import ActivityKind, Chat, Place
    from adapters.teams.render.reply import to_forms

    place = Place("", "a:preview", ActivityKind.PERSONAL, "29:you", "")
    bot = {"id": "28:storewise", "name": "storewise"}
    return [next(to_forms(reply, Chat(place, bot, {"id": "29:you", "name": "you"})))]


TEAMS = Platform(
    name="teams",
    is_on=lambda settings: settings.teams.on,
    admins=lambda settings: settings.teams.admin_object_ids,
    build=_build,
    banner=_banner,
    promised=_promised,
    examined=_examined,
    doctor_help="check settings, token, keys, clock and messaging endpoint",
    doctor_url=True,
    app=AppFile(
        "write the Teams app package (zip)",
        _add_arguments,
        _package,
        Path("storewise-teams.zip"),
        "wrote {output}; upload it in Teams > Apps > Manage your apps",
    ),
    preview=_preview,
)
