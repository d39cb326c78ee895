"""Commands that help to connect a chat platform: its app's file, and the doctor."""

import argparse
import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from adapters.platforms import PLATFORMS
from bot.main.app import App
from bot.main.console.remote_commands import opened
from bot.main.serve.own_checks import own_findings
from bot.model.errors import ManifestError
from bot.settings import Settings
from bot.upkeep.checkup import Finding, Mark, lines, summary


def manifest(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints the file of a platform's app, or writes it; overwrites a file only with --force."""
    [platform] = [one for one in PLATFORMS if one.name == arguments.platform]
    content = platform.app.made(settings, arguments)
    if arguments.output is None:
        print(content.decode(), end="")
        return 0
    _put(arguments.output, content, over=arguments.force)
    if said := platform.app.said:
        print(said.format(output=arguments.output))
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
    chosen = [one for one in PLATFORMS if one.name == arguments.platform]
    if chosen:
        marks = asyncio.run(_printed(chosen[0].examined(settings, url)))
    else:
        with opened(settings) as app:
            marks = asyncio.run(_everything(settings, app))
    print(summary(marks))
    return 1 if Mark.BAD in marks else 0


async def _everything(settings: Settings, app: App) -> list[Mark]:
    marks = await _printed(own_findings(settings, app))
    for one in PLATFORMS:
        if one.is_on(settings):
            print(f"\n{one.name}")
            marks += await _printed(one.examined(settings, None))
        else:
            name = one.name
            print(f"{Mark.UNASKED} {name}: not connected; `storewise doctor {name}` says how")
    return marks


async def _printed(findings: AsyncIterator[Finding]) -> list[Mark]:
    marks = []
    async for finding in findings:
        print("\n".join(lines(finding)), flush=True)
        marks.append(finding.mark)
    return marks
