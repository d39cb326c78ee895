"""Writes and reads the file of a backup: a gzipped tar that begins with its manifest."""

import gzip
import hashlib
import tarfile
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from bot.model.errors import BackupError
from bot.upkeep.backup import manifest as manifests
from bot.upkeep.backup.manifest import DAMAGED, Manifest, Member

_LEVEL = 1
"""Vectors hardly shrink: level 6 takes half as long again for 2 % less."""
_CHUNK = 1 << 20
_MOST_MANIFEST = 64 << 20
"""Bytes; a member takes 200."""

Seen = Callable[[Member], None]
"""Called with each file that is written."""


def write(out: IO[bytes], copy: Path, manifest: Manifest, seen: Seen) -> None:
    """Writes the manifest, then the files of this folder. Raises OSError."""
    with (
        gzip.GzipFile("", "wb", _LEVEL, out) as packed,
        tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT) as tar,
    ):
        _add(tar, copy / manifests.NAME, manifests.NAME)
        for member in manifest.members:
            _add(tar, copy / member.name, member.name)
            seen(member)


@contextmanager
def opened(file: IO[bytes]) -> Generator[tuple[Manifest, Iterator[tuple[Member, IO[bytes]]]]]:
    """Reads the manifest; gives it with its files, in the file's order. Raises BackupError."""
    try:
        with (
            gzip.GzipFile(fileobj=file, mode="rb") as packed,
            tarfile.open(fileobj=packed, mode="r|") as tar,
        ):
            manifest = _manifest(tar)
            yield manifest, _files(tar, packed, manifest)
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BackupError(DAMAGED.format(why="it is cut off, damaged or another file")) from error


def unpack(source: IO[bytes], member: Member, target: Path) -> None:
    """Writes a member to this path and compares it with the manifest. Raises BackupError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with target.open("xb") as out:
        while chunk := source.read(_CHUNK):
            digest.update(chunk)
            out.write(chunk)
    if digest.hexdigest() != member.sha256:
        raise BackupError(DAMAGED.format(why=f"{member.name} has been changed"))


def _add(tar: tarfile.TarFile, path: Path, name: str) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = path.stat().st_size, 0o600
    with path.open("rb") as file:
        tar.addfile(entry, file)


def _manifest(tar: tarfile.TarFile) -> Manifest:
    entry = tar.next()
    if entry is None or entry.name != manifests.NAME or not entry.isreg():
        raise BackupError(DAMAGED.format(why="it does not begin with a description"))
    if entry.size > _MOST_MANIFEST:
        raise BackupError(DAMAGED.format(why="its description is too long"))
    return manifests.read(_content(tar, entry).read())


def _files(
    tar: tarfile.TarFile, packed: gzip.GzipFile, manifest: Manifest
) -> Iterator[tuple[Member, IO[bytes]]]:
    missing = {one.name: one for one in manifest.members}
    while entry := tar.next():
        member = missing.pop(entry.name, None)
        if member is None or not entry.isreg() or entry.size != member.size:
            raise BackupError(DAMAGED.format(why="it has a file that its description lacks"))
        yield member, _content(tar, entry)
    if missing:
        raise BackupError(DAMAGED.format(why=f"{len(missing)} of its files are missing"))
    # Only the end of the stream has the checksum of all of it.
    if packed.read(_CHUNK).strip(b"\0") or packed.read(1):
        raise BackupError(DAMAGED.format(why="something follows its end"))


def _content(tar: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    content = tar.extractfile(entry)
    if content is None:
        raise BackupError(DAMAGED.format(why="it has a file without content"))
    return content
