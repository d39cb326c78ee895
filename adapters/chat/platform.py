"""A chat platform, as the command line and the server need it: `adapters.platforms` lists them."""

from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adapters.chat.bot import Bot
    from adapters.chat.under_way.work import Work
    from adapters.web.server import Part
    from bot.model import Reply
    from bot.ports import PostCorrection
    from bot.settings import Settings
    from bot.upkeep.checkup import Finding
    from bot.upkeep.reports.daily import Notices
    from knowledge.model.documents import Language

Search = Callable[[str, "Language", int], Awaitable[Sequence[Any]]]
"""Finds passages for a text, in a language, up to a number."""


@dataclass(frozen=True, slots=True)
class Connected:
    """A platform as it runs: a part of the server that also writes first."""

    part: "Part"
    notices: "Notices"
    corrections: "PostCorrection"


@dataclass(frozen=True, slots=True)
class AppFile:
    """How the file of an app to upload is made."""

    help: str
    add_arguments: Callable[[ArgumentParser], None]
    made: Callable[["Settings", Namespace], bytes]
    """Raises ManifestError."""
    output: Path | None = None
    """Where it is written; None if it is printed."""
    said: str = ""
    """A line to print once it is written; {output} is its path."""


@dataclass(frozen=True, slots=True)
class Platform:
    """An entry of the list; its functions import an SDK only when that is needed."""

    name: str
    """In commands, in /readyz, in `bot/texts`, and as `bot.model.Platform` has it."""
    is_on: Callable[["Settings"], bool]
    admins: Callable[["Settings"], Collection[str]]
    """Administrators by id, who can be written to."""
    build: Callable[["Settings", "Bot", "Work", Search], Connected]
    """Connects it. Raises ChannelsError, PackageMissingError."""
    banner: Callable[["Settings", str], list[str]]
    """The lines of the start banner, given the server's address."""
    promised: Callable[["Settings"], Mapping[str, object]]
    """The settings about rights, for the audit log; no secrets."""
    examined: Callable[["Settings", str | None], AsyncIterator["Finding"]]
    """Checks its setup, given the bot's public address."""
    doctor_help: str
    app: AppFile
    preview: Callable[["Reply"], list[dict[str, Any]]]
    """A reply as it is shown there, for the playground."""
    doctor_url: bool = False
    """Whether `storewise doctor` takes the bot's public address."""
