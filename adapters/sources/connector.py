"""What a source is for the copier: its files as they are now, and the bytes of one of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol
from urllib.parse import urlsplit

from knowledge.model.errors import SourceError
from knowledge.model.report import Skipped

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""The names of this machine."""
Memory = dict[str, Any]
"""Notes of a connector for its next run, as JSON values: a delta link, the tree of its folders."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the source knows of a file. The document's own front matter wins."""

    url: str | None = None
    """The page on which people read it in place."""
    owner: str | None = None
    published: date | None = None
    audience: str | None = None
    """Only narrows the audience that the document or its folder has."""


@dataclass(frozen=True, slots=True)
class Remote:
    """A file at the source."""

    id: str
    """Stays the same when the file is moved, if the source has such ids; else its path."""
    path: str
    """Its path below the address, with slashes."""
    version: str
    """Another one when its content is another: an ETag, a hash, a time."""
    size: int | None = None
    """In bytes; None if the source does not say."""
    facts: Facts = field(default_factory=Facts)


@dataclass(frozen=True, slots=True)
class Listing:
    """Every file of a source now, and what its connector notes for the next run."""

    files: tuple[Remote, ...]
    memory: Memory = field(default_factory=Memory)
    refused: Mapping[str, Skipped] = field(default_factory=dict)
    """Files that are not copied, by id, with the reason. A copy made before is removed at once."""


class Connector(Protocol):
    """Speaks to one source. Every method blocks, and raises SourceError."""

    def listing(self, memory: Mapping[str, Any]) -> Listing:
        """Lists all files, with the notes of the last run."""
        ...

    def read(self, file: Remote) -> bytes:
        """Returns the bytes of a file. Is called from several threads at once.

        Raises GoneError if that one file is not there any more, or may not be read.
        """
        ...

    def probe(self) -> None:
        """Tries the credentials by one or two requests."""
        ...

    def close(self) -> None:
        """Closes connections."""
        ...


class GoneError(Exception):
    """One file cannot be read, although it was listed; the others can. The text says why."""


def unreachable(what: str) -> SourceError:
    """The error for a server that does not answer."""
    cure = f"Check the network, the proxy and the address: this machine must reach {what}."
    return SourceError("unreachable", cure)


def denied(cure: str) -> SourceError:
    """The error for missing rights."""
    return SourceError("access_denied", cure)


def unknown(cure: str) -> SourceError:
    """The error for a bucket, site or folder that is not there."""
    return SourceError("not_found", cure)


def busy(what: str) -> SourceError:
    """The error for a server that refuses requests for longer than a run waits."""
    return SourceError("busy", f"{what} limits requests or is down; the next run goes on.")


def unset(*names: str) -> SourceError:
    """The error for a missing setting."""
    return SourceError("not_set_up", f"Set {' and '.join(names)} (docs/SETTINGS.md).")


def strange(what: str) -> SourceError:
    """The error for an answer in another form."""
    return SourceError("bad_answer", f"Something other than {what} answered; check the proxy.")


def missing_extra(extra: str) -> SourceError:
    """The error for a library that is not installed."""
    run = f'Run: pip install "storewise[{extra}]"'
    image = f"in a container, build the image with --build-arg EXTRAS={extra}"
    return SourceError("not_installed", f"{run}; {image}")


def base_of(host: str) -> str:
    """The root of a host: HTTPS, and HTTP only on this machine."""
    is_here = urlsplit(f"//{host}").hostname in LOOPBACK
    return f"{'http' if is_here else 'https'}://{host}"
