"""Slack as an entry of the list of platforms; imports its SDK only when that is needed."""

from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any

from adapters.chat.platform import AppFile, Connected, Platform, Search

if TYPE_CHECKING:
    from adapters.chat.bot import Bot
    from adapters.chat.under_way.work import Work
    from bot.model import Reply
    from bot.settings import Settings
    from bot.upkeep.checkup import Finding


def _build(settings: "Settings", bot: "Bot", work: "Work", search: Search) -> Connected:
    from adapters.slack.app import build_slack

    slack = build_slack(settings.slack, bot, work)
    return Connected(slack, slack.notices, slack.corrections)


def _banner(settings: "Settings", address: str) -> list[str]:
    slack = settings.slack
    if not slack.on:
        missing = " and no ".join(slack.missing)
        return [f"  Slack      off: no {missing} (docs/SLACK.md)"]
    by_http = f"at {address}/slack/events" if slack.signing_secret else ""
    by_socket = "by Socket Mode" if slack.app_token else ""
    lines = [f"  Slack      on {' and '.join(filter(None, (by_socket, by_http)))}"]
    if slack.installs:
        who = f"{len(slack.team_ids)} workspaces" if slack.team_ids else "ALL workspaces"
        lines.append(f"             {who} can install it at {address}/slack/install")
    if slack.installs and slack.bot_token:
        lines.append("             SLACK_BOT_TOKEN is ignored because SLACK_CLIENT_ID is set")
    if slack.half_installs:
        lines.append(f"             one workspace only: no {slack.half_installs}")
    return lines


def _promised(settings: "Settings") -> Mapping[str, object]:
    slack = settings.slack
    return {
        "slack": slack.on,
        "slack_installs": slack.installs,
        "slack_admins": len(slack.admin_user_ids) + len(slack.admin_group_ids),
        "slack_workspace_admins": slack.workspace_admins,
    }


def _examined(settings: "Settings", url: str | None) -> "AsyncIterator[Finding]":
    from adapters.slack.setup.doctor import examine

    return examine(settings.slack)


def _add_arguments(parser: ArgumentParser) -> None:
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--url", help="the bot's public address: https://bot.example")
    by_socket = "use Socket Mode (no public address)"
    way.add_argument("--socket", action="store_true", help=by_socket)
    parser.add_argument("--least", action="store_true", help="ask for the fewest permissions")


def _manifest(settings: "Settings", arguments: Namespace) -> bytes:
    from adapters.slack.setup.manifest import render

    domains = settings.slack.unfurl_domains
    return render(arguments.url, least=arguments.least, unfurl_domains=domains).encode()


def _preview(reply: "Reply") -> list[dict[str, Any]]:
    from adapters.slack.render.buttons import FOR_ASKER, IN_THREAD
    from adapters.slack.render.reply import to_blocks

    return to_blocks(reply, FOR_ASKER if reply.private else IN_THREAD)


SLACK = Platform(
    name="slack",
    is_on=lambda settings: settings.slack.on,
    admins=lambda settings: settings.slack.admin_user_ids,
    build=_build,
    banner=_banner,
    promised=_promised,
    examined=_examined,
    doctor_help="check settings, tokens, clock, scopes and switches",
    app=AppFile("print the Slack app manifest", _add_arguments, _manifest),
    preview=_preview,
)
