"""Which SDK of Microsoft runs Teams: TEAMS_SDK. Only the chosen one is loaded."""

from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from adapters.teams.sdk import Listeners, Turns
from bot.model.errors import PackageMissingError

Name = Literal["botbuilder", "agents"]

PACKAGES: dict[Name, str] = {
    "botbuilder": "botbuilder-core",
    "agents": "microsoft-agents-hosting-core",
}
"""The package of each SDK."""
INSTALL = "Install it with: pip install 'storewise[agents]' (or set TEAMS_SDK=botbuilder)."


def build_turns(name: Name, listeners: Listeners) -> Turns:
    """Returns what runs turns with this SDK. Raises PackageMissingError."""
    if name == "agents":
        if installed(name) is None:
            raise PackageMissingError(f"TEAMS_SDK={name} needs {PACKAGES[name]}. {INSTALL}")
        from adapters.teams.agents_turns import AgentsAdapter

        return AgentsAdapter(listeners)
    from adapters.teams.turns import BotAdapter

    return BotAdapter(listeners)


def installed(name: Name) -> str | None:
    """Returns the version of an SDK's package; None if it is not installed."""
    try:
        return version(PACKAGES[name])
    except PackageNotFoundError:
        return None
