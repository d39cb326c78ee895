"""Sets up chat platforms: builds the app to upload, and checks a platform's setup."""

from collections.abc import AsyncIterator, Mapping
from typing import Literal

from bot.console.serve.checkup import Finding
from bot.settings import Settings


def slack_manifest(url: str | None, *, least: bool) -> str:
    """The Slack app manifest; without `url` for Socket Mode. Raises ManifestError."""
    from adapters.slack.setup import manifest

    return manifest.render(url, least=least)


def teams_package(
    app_id: str,
    domain: str,
    publisher: Mapping[str, str | None],
    *,
    version: str | None,
    follow_threads: bool,
) -> bytes:
    """The Teams app package, a ZIP file. Raises ManifestError."""
    from adapters.teams.setup.manifest import Publisher, package

    return package(
        app_id, domain, Publisher(**publisher), version=version, follow_threads=follow_threads
    )


def examined(
    settings: Settings, platform: Literal["slack", "teams"], url: str | None = None
) -> AsyncIterator[Finding]:
    """Checks a platform's setup. `url` is the bot's public address, used for Teams only."""
    if platform == "teams":
        from adapters.teams.api.tokens import build_tokens
        from adapters.teams.setup import doctor as teams

        return teams.examine(settings.teams, build_tokens(settings.teams), url)
    from adapters.slack.setup import doctor as slack

    return slack.examine(settings.slack)
