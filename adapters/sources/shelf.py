"""Holds the files of shared indexes: in a folder that all replicas mount, or at an address."""

import asyncio
import os
import secrets
import shutil
from collections.abc import Callable, Collection
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from adapters.sources.connector import Connector
from adapters.sources.connectors.fsspec_files import FsspecFiles
from knowledge.index.artefacts import Shelf
from knowledge.model.errors import KnowledgeError, SourceError
from knowledge.model.places import Address

T = TypeVar("T")

_BUCKETS = ("s3", "gs", "abfs")
"""Where a file appears as a whole, in no folder."""
_WRITABLE = (*_BUCKETS, "sftp", "webdav")
_PART = ".part-"
_RIGHTS = "Replicas that share an index need the right to write and to delete there, too."


def open_shelf(where: str, opens: Callable[[Address, Path], Connector], data: Path) -> Shelf:
    """Opens the shelf at an address such as s3://bucket/indexes, or in a folder.

    Raises KnowledgeError.
    """
    if not Address.is_one(where):
        return FolderShelf(Path(where).expanduser())
    try:
        address = Address.written(where)
    except ValueError as error:
        raise KnowledgeError(f"the shelf for indexes: {error}") from error
    if address.scheme not in _WRITABLE:
        kinds = ", ".join(f"{one}://" for one in _WRITABLE)
        raise KnowledgeError(
            f"indexes cannot be stored at {address.scheme}://; name a folder that all replicas"
            f" mount, or one of {kinds}"
        )
    return FsspecShelf(lambda: opens(address, data), address)


class FolderShelf:
    """Files in a folder that every replica mounts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def put(self, name: str, path: Path) -> None:
        """Stores a file under a name: whole, or not at all."""
        await self._safely(lambda: self._put(name, path))

    async def get(self, name: str, path: Path) -> None:
        """Writes the named file to a path."""
        await self._safely(lambda: shutil.copyfile(self._folder / name, path))

    async def names(self) -> Collection[str]:
        """Returns the names of the files that are there."""
        return await self._safely(
            lambda: sorted(one.name for one in self._folder.iterdir() if _PART not in one.name)
        )

    async def drop(self, name: str) -> None:
        """Deletes a file; does nothing if there is none."""
        await self._safely(lambda: (self._folder / name).unlink(missing_ok=True))

    def _put(self, name: str, path: Path) -> None:
        part = self._folder / f"{name}{_PART}{secrets.token_hex(4)}"
        try:
            # Not copyfile: the content has to be on the disk before the name.
            with path.open("rb") as source, part.open("wb") as target:
                shutil.copyfileobj(source, target, 1024 * 1024)
                target.flush()
                os.fsync(target.fileno())
            part.replace(self._folder / name)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    async def _safely(self, act: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(act)
        except FileNotFoundError as error:
            if self._folder.is_dir():
                raise KnowledgeError(
                    f"the file is not in {self._folder}; `storewise reindex --full` makes a new one"
                ) from error
            raise KnowledgeError(f"the folder {self._folder} is not there; mount it") from error
        except OSError as error:
            raise KnowledgeError(
                f"the folder {self._folder} cannot be used; make room there, and let this user"
                " read and write it"
            ) from error


class FsspecShelf:
    """Files in a bucket, or on a server of files."""

    def __init__(self, opens: Callable[[], Connector], address: Address) -> None:
        self._opens = opens
        self._scheme = address.scheme
        self._where = str(address)

    async def put(self, name: str, path: Path) -> None:
        """Stores a file under a name: whole, or not at all."""
        in_a_bucket = self._scheme in _BUCKETS
        await self._on(lambda fs, root: _put(fs, root, name, path, whole=in_a_bucket))

    async def get(self, name: str, path: Path) -> None:
        """Writes the named file to a path."""

        def get(fs: Any, root: str) -> bool:
            try:
                fs.get_file(f"{root}/{name}", str(path))
            except FileNotFoundError:
                return False
            return True

        if not await self._on(get):
            raise KnowledgeError(
                f"the file is not at {self._where}; check the address, or have"
                " `storewise reindex --full` make a new one"
            )

    async def names(self) -> Collection[str]:
        """Returns the names of the files that are there."""
        return await self._on(_names)

    async def drop(self, name: str) -> None:
        """Deletes a file; does nothing if there is none."""

        def drop(fs: Any, root: str) -> None:
            with suppress(FileNotFoundError):
                fs.rm_file(f"{root}/{name}")

        await self._on(drop)

    async def _on(self, act: Callable[[Any, str], T]) -> T:
        try:
            return await asyncio.to_thread(self._done, act)
        except SourceError as error:
            raise KnowledgeError(f"{self._where}: {error} {_RIGHTS}") from error

    def _done(self, act: Callable[[Any, str], T]) -> T:
        # Opened for each file: it takes a moment, and rights that were renewed count at once.
        with closing(self._opens()) as opened:
            assert isinstance(opened, FsspecFiles)  # noqa: S101 - all of _WRITABLE are
            return opened.on(act)


def _put(fs: Any, root: str, name: str, path: Path, *, whole: bool) -> None:
    if whole:
        fs.put_file(str(path), f"{root}/{name}")
        return
    fs.makedirs(root, exist_ok=True)
    if name in _names(fs, root):
        return
    part = f"{root}/{name}{_PART}{secrets.token_hex(4)}"
    fs.put_file(str(path), part)
    fs.mv(part, f"{root}/{name}")


def _names(fs: Any, root: str) -> list[str]:
    try:
        found = fs.ls(root, detail=False)
    except FileNotFoundError:
        return []
    names = (str(one).rstrip("/").rpartition("/")[2] for one in found)
    return sorted(name for name in names if name and _PART not in name)
