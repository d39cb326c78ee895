"""Commands that help to connect a chat platform: manifest, package, doctor."""

import argparse
import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Literal

from bot.app import App
from bot.console.remote_commands import opened
from bot.console.serve.checkup import Finding, Mark, lines, summary
from bot.console.serve.own_checks import own_findings
from bot.console.serve.platform_setup import examined, slack_manifest, teams_package
from bot.model.errors import ManifestError
from bot.settings import Settings


def manifest(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints the manifest of the Slack app, or writes it; overwrites a file only with --force."""
    domains = settings.slack.unfurl_domains
    text = slack_manifest(arguments.url, domains, least=arguments.least)
    if arguments.output is None:
        print(text, end="")
        return 0
    _put(arguments.output, text.encode(), over=arguments.force)
    return 0


def package(settings: Settings, arguments: argparse.Namespace) -> int:
    """Writes the package of the Teams app; overwrites a file only with --force."""
    content = teams_package(
        arguments.app_id,
        arguments.domain,
        {name: getattr(arguments, name) for name in ("name", "website", "privacy", "terms")},
        version=arguments.app_version,
        follow_threads=arguments.follow_threads,
    )
    _put(arguments.output, content, over=arguments.force)
    print(f"wrote {arguments.output}; upload it in Teams > Apps > Manage your apps")
    return 0


def _put(path: Path, content: bytes, *, over: bool) -> None:
    """Writes a file. Raises ManifestError."""
    try:
        with path.open("wb" if over else "xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise ManifestError(f"{path} exists; use --force to overwrite it") from error
    except OSError as error:
        raise ManifestError(f"{path} cannot be written") from error


def doctor(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints problems of the bot, or of a platform's setup, and their fixes; 1 if there are any."""
    url = getattr(arguments, "url", None)
    if arguments.platform is None:
        with opened(settings) as app:
            marks = asyncio.run(_everything(settings, app))
    else:
        marks = asyncio.run(_printed(examined(settings, arguments.platform, url)))
    print(summary(marks))
    return 1 if Mark.BAD in marks else 0


async def _everything(settings: Settings, app: App) -> list[Mark]:
    marks = await _printed(own_findings(settings, app))
    platforms: Mapping[Literal["slack", "teams"], bool] = {
        "slack": settings.slack.on,
        "teams": settings.teams.on,
    }
    for name, is_on in platforms.items():
        if is_on:
            print(f"\n{name}")
            marks += await _printed(examined(settings, name))
        else:
            print(f"{Mark.UNASKED} {name}: not connected; `storewise doctor {name}` says how")
    return marks


async def _printed(findings: AsyncIterator[Finding]) -> list[Mark]:
    marks = []
    async for finding in findings:
        print("\n".join(lines(finding)), flush=True)
        marks.append(finding.mark)
    return marks
