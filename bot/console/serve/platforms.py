"""What connects a chat platform: the app to upload to it, and what keeps it from working."""

from collections.abc import AsyncIterator, Mapping
from typing import Literal

from bot.console.serve.checkup import Finding
from bot.settings import Settings


def slack_manifest(url: str | None, *, least: bool) -> str:
    """What Slack takes as the app, for an address or for none. Raises ManifestError."""
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
    """What Teams takes as the app: a zip. Raises ManifestError."""
    from adapters.teams.setup.manifest import Publisher, package

    return package(
        app_id, domain, Publisher(**publisher), version=version, follow_threads=follow_threads
    )


def examined(
    settings: Settings, platform: Literal["slack", "teams"], url: str | None = None
) -> AsyncIterator[Finding]:
    """What keeps a platform from working; url is where it sends to, for Teams alone."""
    if platform == "teams":
        from adapters.teams.api.tokens import build_tokens
        from adapters.teams.setup import doctor as teams

        return teams.examine(settings.teams, build_tokens(settings.teams), url)
    from adapters.slack.setup import doctor as slack

    return slack.examine(settings.slack)
