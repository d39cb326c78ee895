"""Makes the apps to upload to the chat platforms, and checks the platforms' setup."""

from collections.abc import AsyncIterator, Collection, Mapping
from typing import Literal

from bot.console.serve.checkup import Finding
from bot.settings import Settings


def slack_manifest(url: str | None, unfurl_domains: Collection[str], *, least: bool) -> str:
    """Returns the manifest of the Slack app, for a URL or Socket Mode. Raises ManifestError."""
    from adapters.slack.setup import manifest

    return manifest.render(url, least=least, unfurl_domains=unfurl_domains)


def teams_package(
    app_id: str,
    domain: str,
    publisher: Mapping[str, str | None],
    *,
    version: str | None,
    follow_threads: bool,
) -> bytes:
    """Returns the package of the Teams app, a zip. Raises ManifestError."""
    from adapters.teams.setup.manifest import Publisher, package

    return package(
        app_id, domain, Publisher(**publisher), version=version, follow_threads=follow_threads
    )


def examined(
    settings: Settings, platform: Literal["slack", "teams"], url: str | None = None
) -> AsyncIterator[Finding]:
    """Checks a platform's setup; `url` is the messaging endpoint, for Teams only."""
    if platform == "teams":
        from adapters.teams.api.tokens import build_tokens
        from adapters.teams.setup import doctor as teams

        return teams.examine(settings.teams, build_tokens(settings.teams), url)
    from adapters.slack.setup import doctor as slack

    return slack.examine(settings.slack)
