"""Buckets and servers of files, through fsspec: S3, Google Cloud Storage, Azure, SFTP, WebDAV."""

import importlib
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import PurePosixPath
from typing import Any, TypeVar
from urllib.parse import quote

from adapters.sources.connector import (
    Facts,
    GoneError,
    Listing,
    Remote,
    base_of,
    denied,
    missing_extra,
    unknown,
    unreachable,
)
from knowledge.model.errors import SourceError
from knowledge.model.places import Address

logger = logging.getLogger(__name__)

T = TypeVar("T")

_CONNECT_S = 10
_MOST_BYTES = 64 * 1024 * 1024
_DEEPEST = 40
"""Folders in folders: a link that leads back up would go on for ever."""
_VERSIONS = ("ETag", "etag", "md5Hash", "content_md5", "generation")
_TIMES = ("LastModified", "last_modified", "updated", "mtime", "modified")
_DENIED = (
    *("permission", "denied", "forbidden", "credential", "authent", "unauthorized", "hostkey"),
    *("malformed", "refresherror"),  # Google's, for a key that is none
)
_DENIED_STATUS = (401, 403)
_AWAY = ("connect", "timeout", "resolve", "gaierror", "disconnect", "network", "endpoint")
_FAILED = SourceError("failed", "The log names the error; check the address and the rights.")


@dataclass(frozen=True, slots=True)
class Backend:
    """One of fsspec's file systems, and what its users have to grant."""

    module: str
    name: str
    extra: str
    least: str
    """The permission that it needs, and where to set it, as a sentence."""
    server: str = ""
    """The server to reach, where the address names a bucket only."""
    is_flat: bool = False
    """Whether it lists all files below a prefix at once, and raises if it cannot."""
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    close: Callable[[Any], object] = lambda _: None
    """Closes its connections, where it would leave that to the garbage collector."""


class FsspecFiles:
    """The files below one address."""

    def __init__(self, address: Address, backend: Backend, root: str) -> None:
        """`root` is the folder as the file system writes it. Raises SourceError."""
        self._address = address
        self._backend = backend
        self._start = root.rstrip("/") or root
        self._root = root.rstrip("/")
        # What is wrong with an option is wrong with a setting.
        self._fs = self._safely(self._made, otherwise=denied(backend.least))

    def listing(self, memory: Mapping[str, Any]) -> Listing:
        """Lists the files with their ETags, or with their sizes and times."""
        return Listing(self._safely(lambda: tuple(map(self._remote, self._below()))))

    def read(self, file: Remote) -> bytes:
        """Reads a file."""
        path = f"{self._root}/{file.id}" if file.id else self._root

        def read() -> Any:
            if file.size is not None:  # one request; of SFTP 50 times faster than a file's `read`
                return self._fs.cat_file(path)
            with self._fs.open(path, "rb") as opened:
                return opened.read(_MOST_BYTES)

        try:
            content: bytes = self._safely(read)
        except SourceError as error:
            if error.word == "not_found":
                raise GoneError("it is not there any more; the next run sees why") from error
            if error.word == "access_denied":
                raise GoneError("the rights do not reach this file") from error
            raise
        return content

    def probe(self) -> None:
        """Lists the first folder."""
        self._safely(lambda: self._fs.ls(self._start, detail=False))

    def on(self, act: Callable[[Any, str], T]) -> T:
        """Does something else with the file system and its folder. Raises SourceError."""
        return self._safely(lambda: act(self._fs, self._root))

    def close(self) -> None:
        """Closes connections."""
        opened, self._fs = self._fs, None
        with suppress(Exception):  # all is read
            self._backend.close(opened)

    def _made(self) -> Any:
        try:
            kind = getattr(importlib.import_module(self._backend.module), self._backend.name)
        except ImportError as error:
            raise missing_extra(self._backend.extra) from error
        # The others remember no lists, and would hand the option on to their servers' clients.
        options = {"use_listings_cache": False} if self._backend.is_flat else {}
        return kind(skip_instance_cache=True, **options, **self._backend.options)

    def _below(self) -> Iterator[Mapping[str, Any]]:
        if self._backend.is_flat:
            found = self._fs.find(self._root, detail=True)
            yield from (one for one in found.values() if one.get("type") == "file")
            return
        if PurePosixPath(self._root).suffix and self._fs.isfile(self._start):
            yield self._fs.info(self._start)  # the address is of one file
            return
        yield from self._walked(self._start, 0)

    def _walked(self, folder: str, deep: int) -> Iterator[Mapping[str, Any]]:
        # fsspec's own walk leaves out folders that it cannot list: their files would seem deleted.
        if deep > _DEEPEST:
            return
        for one in self._fs.ls(folder, detail=True):
            if one.get("type") == "directory":
                yield from self._walked(str(one["name"]).rstrip("/"), deep + 1)
            elif one.get("type") == "file":
                yield one

    def _remote(self, found: Mapping[str, Any]) -> Remote:
        name = str(found["name"])
        below = name[len(self._root) :].removeprefix("/") if self._root else name.lstrip("/")
        path = below or name.rpartition("/")[2]
        at = next((found[key] for key in _TIMES if found.get(key)), None)
        version = next((str(found[key]) for key in _VERSIONS if found.get(key)), "")
        size = found.get("size")
        return Remote(
            id=below,
            path=path,
            version=version or f"{size} {at}",
            size=size if isinstance(size, int) else None,
            facts=Facts(url=self._url(path), published=_day(at)),
        )

    def _url(self, path: str) -> str | None:
        if self._address.scheme != "webdav":
            return None
        return f"{base_of(self._address.host)}/{quote(f'{self._address.path}/{path}'.lstrip('/'))}"

    def _safely(self, act: Callable[[], T], otherwise: SourceError | None = None) -> T:
        try:
            return act()
        except (SourceError, GoneError):
            raise
        except Exception as error:  # each backend has errors of its own
            known = self._known(error) or otherwise or _FAILED
            # The text of the error may hold a signed address.
            about = {"scheme": self._address.scheme, "error": type(error).__name__}
            logger.warning("a source does not answer as it should", extra=about)
            raise known from error

    def _known(self, error: BaseException) -> SourceError | None:
        names = " ".join(type(one).__name__.lower() for one in _chain(error))
        status = next((s for one in _chain(error) if (s := _status(one))), None)
        if isinstance(error, FileNotFoundError | NotADirectoryError) or status == 404:  # noqa: PLR2004 - HTTP's
            return unknown("Check the address: there is no such bucket or folder.")
        if status in _DENIED_STATUS or any(word in names for word in _DENIED):
            return denied(self._backend.least)
        if isinstance(error, OSError | TimeoutError) or any(word in names for word in _AWAY):
            return unreachable(self._backend.server or self._address.host)
        return None


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _status(error: BaseException) -> int | None:
    """The HTTP status of an error, as the libraries write it."""
    for holder in (error, getattr(error, "response", None)):
        for name in ("status_code", "code", "status"):
            value = getattr(holder, name, None)
            if isinstance(value, int):
                return value
    return None


def _day(at: object) -> date | None:
    if isinstance(at, datetime):
        return at.date()
    try:
        return datetime.fromisoformat(at).date() if isinstance(at, str) else None
    except ValueError:
        return None
