"""What a source is for the copier: its files as they are now, and the bytes of one of them."""

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import PurePosixPath
from typing import Any, Protocol
from urllib.parse import urlsplit

from knowledge.model.errors import SourceError, UnreadableDocumentError
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


# Local paths for the files of a source: names from outside may be hostile, long or alike.

_LONGEST_BYTES = 200
"""Of a folder's or file's name: 255 is the limit of Linux, and sidecars add to a name."""
_LONGEST_PATH_BYTES = 900
_NOT_PLAIN = re.compile(r"[\x00-\x1f\x7f\\]")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)
_NOT_OF_WINDOWS = re.compile(r'[<>:"|?*]|[. ]$')


def placed(files: Iterable[Remote]) -> tuple[dict[str, Remote], list[Skipped]]:
    """Gives each file a path of its own; says why a file gets none."""
    paths: dict[str, Remote] = {}
    left_out: list[Skipped] = []
    taken: set[str] = set()
    for file in sorted(files, key=lambda one: (one.path, one.id)):
        path = unicodedata.normalize("NFC", file.path)
        if path.casefold() in taken:
            path = _numbered(path, file.id)
        taken.add(path.casefold())
        paths[path] = file
    folders = {str(above).casefold() for path in paths for above in PurePosixPath(path).parents}
    for path in [one for one in paths if one.casefold() in folders]:
        del paths[path]
        left_out.append(Skipped(path, f"{path}: a folder has the same name; rename one of them"))
    return paths, left_out


def check_name(path: str) -> None:
    """Raises UnreadableDocumentError for a name that is no safe path."""
    parts = path.split("/")
    if _NOT_PLAIN.search(path) or any(part in ("", ".", "..") for part in parts):
        raise UnreadableDocumentError("its name is not a plain path; rename it at the source")
    if any(_DEVICE.match(part) for part in parts):
        raise UnreadableDocumentError(
            "its name is that of a device on Windows; rename it at the source"
        )
    if os.name == "nt" and any(_NOT_OF_WINDOWS.search(part) for part in parts):
        raise UnreadableDocumentError(
            "its name has a sign that Windows does not allow; rename it at the source"
        )
    try:
        lengths = [len(part.encode()) for part in parts]
    except UnicodeEncodeError as error:
        said = "its name is no valid text; rename it at the source"
        raise UnreadableDocumentError(said) from error
    if max(lengths) > _LONGEST_BYTES or sum(lengths) > _LONGEST_PATH_BYTES:
        raise UnreadableDocumentError("its name is too long; shorten it at the source")


def plain(name: str) -> str:
    """A title as the name of a file: without slashes and what Windows does not have."""
    named = re.sub(r'[\x00-\x1f\x7f\\/<>:"|?*]+', " ", unicodedata.normalize("NFC", name))
    named = " ".join(named.split()).strip(". _")
    while len(named.encode()) > _LONGEST_BYTES - 40:
        named = named[:-1]
    return named or "untitled"


def without_slashes(name: str) -> str:
    """The name of a file from a source in which a name may have slashes."""
    return " ".join(re.sub(r"[\x00-\x1f\x7f\\/]+", " ", name).split()) or "untitled"


def shown(path: str) -> str:
    """A path from outside as a text of one line."""
    return "".join(sign if sign.isprintable() else "?" for sign in path)[:200]


def _numbered(path: str, id_: str) -> str:
    """A name beside one that differs in small and capital letters only, or in nothing."""
    named = PurePosixPath(path)
    mark = hashlib.sha256(id_.encode()).hexdigest()[:6]
    suffix = "".join(named.suffixes[-1:])
    return str(named.with_name(f"{named.name.removesuffix(suffix)} {mark}{suffix}"))
