"""The folders and single files that hold the documents."""

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Self
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

# The address of documents that lie elsewhere: a bucket, a SharePoint library, a Git repository.

SCHEMES = (
    *("s3", "gs", "abfs", "sftp", "webdav"),
    *("git+https", "git+ssh", "git+file"),
    *("sharepoint", "onedrive", "confluence", "notion", "gdrive"),
)
OPTIONS = ("audience", "folder", "ref", "restricted", "url")
"""Options after the `?` of an address: docs/DOCUMENTS.md says what each is for."""
_OF_PLACE = ("folder", "ref")
"""Options that say which documents they are; the others say what of them."""
_ADDRESS = re.compile(rf"(?:{'|'.join(map(re.escape, SCHEMES))})://")
_NO_NAME = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class Address:
    """A place on another machine. Printed, it shows no password."""

    scheme: str
    host: str
    """A server with its port, a bucket, or an id."""
    path: str = ""
    """Without a slash at its ends, and without %20 and the like."""
    user: str | None = field(default=None, repr=False)
    """Of Azure, the container. Of Git, it may be a token."""
    password: str | None = field(default=None, repr=False)
    options: Mapping[str, str] = field(default_factory=dict, hash=False)

    @classmethod
    def written(cls, text: str) -> Self:
        """Parses an address. Raises ValueError, in words that do not quote a password."""
        try:
            parts = urlsplit(text)
            host = _host(parts)
        except ValueError as error:
            raise ValueError("an address looks like s3://bucket/folder") from error
        if parts.scheme not in SCHEMES or (not host and parts.scheme != "git+file"):
            raise ValueError("an address looks like s3://bucket/folder")
        if parts.fragment or "\0" in unquote(text):
            raise ValueError("an address has no `#`; write %23 for it")
        options = dict(parse_qsl(parts.query, keep_blank_values=True))
        _check(options)
        path = unquote(parts.path)
        return cls(
            scheme=parts.scheme,
            host=host,
            path=path.rstrip("/") if parts.scheme == "git+file" else path.strip("/"),
            user=unquote(parts.username) if parts.username else None,
            password=unquote(parts.password) if parts.password else None,
            options=options,
        )

    @staticmethod
    def is_one(text: str) -> bool:
        """Whether a text is an address and no path."""
        return _ADDRESS.match(text) is not None

    @property
    def name(self) -> str:
        """The name of the copy's folder: the end of the path, as it would be of a folder."""
        last = PurePosixPath(self.options.get("folder") or self.path).name
        named = _NO_NAME.sub("-", last.removesuffix(".git") or self.host).strip("-.")
        return named[:60] or self.scheme

    def copy_in(self, copies: Path) -> Path:
        """The folder for the copy of its documents."""
        where = {name: self.options[name] for name in _OF_PLACE if name in self.options}
        place = str(replace(self, options=where)).encode("utf-8", "surrogateescape")
        return copies / hashlib.sha256(place).hexdigest()[:12] / self.name

    def __str__(self) -> str:
        user = self._shown_user()
        options = "&".join(
            f"{name}={_escaped(value, '%#&+')}" for name, value in sorted(self.options.items())
        )
        path = _escaped(self.path, "%#?")
        path = path if path.startswith("/") or not path else f"/{path}"
        return f"{self.scheme}://{user}{self.host}{path}{f'?{options}' if options else ''}"

    def _shown_user(self) -> str:
        if self.user is None:
            return ""
        if self.password is not None:
            return f"{self.user}:***@"
        # A token of a Git server is often written as the user.
        return "***@" if self.scheme == "git+https" else f"{self.user}@"


def _check(options: Mapping[str, str]) -> None:
    """Raises ValueError for an option that has no meaning."""
    if unknown := sorted(options.keys() - set(OPTIONS)):
        known = ", ".join(OPTIONS)
        raise ValueError(f"an address has no option `{unknown[0][:40]}`; there are {known}")
    if options.get("audience", "staff") not in ("staff", "manager", "admin"):
        raise ValueError("the option `audience` is staff, manager or admin")
    if options.get("restricted", "admin") not in ("manager", "admin"):
        raise ValueError("the option `restricted` is manager or admin")
    if not options.get("url", "https://").startswith(("https://", "http://")):
        raise ValueError("the option `url` begins with https://")


def _escaped(text: str, signs: str) -> str:
    """Escapes what would end the text in an address, and leaves Korean and blanks readable."""
    return "".join(f"%{ord(sign):02X}" if sign in signs else sign for sign in text)


def split(text: str, separator: str) -> list[str]:
    """Splits a list as in PATH whose parts may be addresses.

    A colon belongs to an address after its scheme, before a port and before a password. Lines are
    split, too: in a line of its own an address may have any colon.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        return [part for line in lines for part in _of_line(line, separator)]
    return _parts(text, separator)


def _of_line(line: str, separator: str) -> list[str]:
    return [line] if Address.is_one(line) else _parts(line, separator)


_WHOLE = re.compile(
    rf"{_ADDRESS.pattern}"
    r"(?:[^/@\s]*@)?"  # a user with a password
    r"(?:\[[\da-fA-F:.]+\]|[^/?:;]*)(?::\d+(?=[/?:;]|$))?"  # a host with a port
)


def _parts(text: str, separator: str) -> list[str]:
    found: list[str] = []
    rest = text
    while rest:
        rest = rest.lstrip()
        whole = _WHOLE.match(rest)
        # `url=https://…` goes on after its colon.
        end = re.compile(f"{re.escape(separator)}(?!//)").search(rest, whole.end() if whole else 0)
        part, rest = (rest[: end.start()], rest[end.end() :]) if end else (rest, "")
        found.append(part.strip())
    return [part for part in found if part]


def _host(parts: SplitResult) -> str:
    """The host as written: urlsplit makes it small, and ids of Google Drive are not."""
    _ = parts.port  # raises ValueError
    return unquote(parts.netloc.rpartition("@")[2])


COPIES = "sources"
"""The folder, in the data folder, of the copies of documents that lie elsewhere."""


@dataclass(frozen=True, slots=True)
class Places:
    """The configured folders and files, in order. The first is the main one."""

    paths: tuple[Path, ...]
    addresses: Mapping[Path, Address] = field(default_factory=dict, compare=False)
    """Where the documents of a path are copied from, for those that are copies."""

    @classmethod
    def of(cls, *paths: Path) -> Self:
        """These paths, without duplicates."""
        return cls(tuple(dict.fromkeys(paths)))

    @classmethod
    def written(cls, text: str, data: Path = Path("data")) -> Self:
        """Parses a list as in PATH, with the system's separator: `:` or `;`.

        A part may be an address; its documents are copied into the data folder. Raises ValueError.
        """
        whole = _at_home(text)
        if os.path.exists(whole):  # noqa: PTH110 - a list may be too long for Path.exists
            return cls.of(Path(whole))  # a folder's own name may contain the separator
        return cls.named(split(text, os.pathsep), data)

    @classmethod
    def named(cls, parts: Iterable[str], data: Path) -> Self:
        """Folders, files and addresses, each by itself. Raises ValueError."""
        paths: list[Path] = []
        addresses: dict[Path, Address] = {}
        for part in parts:
            if Address.is_one(part):
                address = Address.written(part)
                path = address.copy_in(data / COPIES)
                addresses[path] = address
            else:
                path = Path(_at_home(part))
            paths.append(path)
        return cls(tuple(dict.fromkeys(paths)), addresses)

    @classmethod
    def kept(cls, lines: str) -> Self:
        """Parses `lines`. An index of an earlier release stored its one path in the same form."""
        return cls.of(*map(Path, lines.split("\n")))

    @property
    def lines(self) -> str:
        """The absolute paths, one a line, to be stored and compared."""
        return "\n".join(dict.fromkeys(str(path.resolve()) for path in self.paths))

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders, and the folders of the files, without duplicates."""
        return tuple(dict.fromkeys(map(folder_of, self.paths)))

    @property
    def local(self) -> Self:
        """Those that are no copies of an address."""
        return type(self).of(*(path for path in self.paths if path not in self.addresses))

    def __str__(self) -> str:
        return ", ".join(str(self.addresses.get(path, path)) for path in self.paths)

    def missing(self) -> str:
        """The paths that do not exist, as a text for people; empty if all exist."""
        return _listed(path for path in self.paths if not path.exists())


def folder_of(path: Path) -> Path:
    """The folder itself, or the one that a file is in."""
    return path if path.is_dir() else path.parent


def _at_home(path: str) -> str:
    return os.path.expanduser(path)  # noqa: PTH111 - Path's fails where nobody has that name


def _listed(paths: Iterable[Path]) -> str:
    return ", ".join(map(str, paths))
