"""Commands that help to connect a chat platform: manifest, package, doctor."""

import argparse
import asyncio
from pathlib import Path
from typing import Literal

from bot.console.serve.checkup import Mark, lines, summary
from bot.console.serve.platform_setup import examined, slack_manifest, teams_package
from bot.model.errors import ManifestError
from bot.settings import Settings


def manifest(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints the manifest of the Slack app, or writes it; overwrites a file only with --force."""
    text = slack_manifest(arguments.url, least=arguments.least)
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
    """Prints problems of a platform's setup and their fixes; returns 1 if there are any."""
    marks = asyncio.run(_examined(settings, arguments.platform, getattr(arguments, "url", None)))
    print(summary(marks))
    return 1 if Mark.BAD in marks else 0


async def _examined(
    settings: Settings, platform: Literal["slack", "teams"], url: str | None
) -> list[Mark]:
    marks = []
    async for finding in examined(settings, platform, url):
        print("\n".join(lines(finding)), flush=True)
        marks.append(finding.mark)
    return marks
