"""Packs files into one file, and unpacks them again, without holding them in memory."""

import gzip
import hashlib
import io
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from knowledge.index.artefacts.manifest import Manifest
from knowledge.index.artefacts.protocols import Artefact
from knowledge.model.errors import ArtefactError, KnowledgeError

_MANIFEST = "manifest.json"
_DAMAGED = (tarfile.TarError, EOFError, ValueError, TypeError, KeyError)
_AT_ONCE = 1024 * 1024
_ANEW = "`storewise reindex --full` makes a new one"


def size_of(folder: Path) -> int:
    """Returns the bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def pack(manifest: Manifest, folder: Path, target: Path) -> Artefact:
    """Packs a manifest and the files below a folder. Raises OSError."""
    with tarfile.open(target, "w|", bufsize=_AT_ONCE) as tar:
        written = manifest.to_json()
        _add(tar, _MANIFEST, len(written), io.BytesIO(written))
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            with path.open("rb") as content:
                _add(tar, path.relative_to(folder).as_posix(), path.stat().st_size, content)
    return Artefact(manifest.number, digest(target), target.stat().st_size)


def compress(path: Path) -> None:
    """Puts a compressed file in the place of one that shrinks, such as texts; vectors do not."""
    with path.open("rb") as source, gzip.open(_compressed(path), "wb", 1) as target:
        shutil.copyfileobj(source, target, _AT_ONCE)
    path.unlink()


def expand(path: Path) -> Path:
    """Puts a file that was compressed back in its place."""
    with gzip.open(_compressed(path), "rb") as source, path.open("wb") as target:
        shutil.copyfileobj(source, target, _AT_ONCE)
    return path


def digest(path: Path) -> str:
    """Returns the SHA-256 of a file. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check(path: Path, artefact: Artefact) -> None:
    """Compares a file with the hash of its artefact. Raises ArtefactError."""
    if path.stat().st_size != artefact.size or digest(path) != artefact.sha256:
        raise ArtefactError(f"its file is damaged: its hash is not the published one; {_ANEW}")


def unpack(path: Path, artefact: Artefact, folder: Path, room: Callable[[int], None]) -> Manifest:
    """Unpacks a checked artefact into a folder, after reading its manifest.

    `room` is told the unpacked bytes before they are written. Raises KnowledgeError, OSError.
    """
    try:
        with tarfile.open(path, "r|", bufsize=_AT_ONCE) as tar:
            manifest = _manifest(tar)
            if manifest.number != artefact.number:
                raise ArtefactError(f"its file is of index {manifest.number}")
            room(manifest.size)
            while (entry := tar.next()) is not None:
                tar.extract(entry, folder, filter="data")
    except KnowledgeError:
        raise
    except _DAMAGED as error:
        raise ArtefactError(f"its file is damaged: it cannot be unpacked; {_ANEW}") from error
    return manifest


def _compressed(path: Path) -> Path:
    return path.with_name(f"{path.name}.gz")


def _manifest(tar: tarfile.TarFile) -> Manifest:
    first = tar.next()
    read = tar.extractfile(first) if first is not None and first.name == _MANIFEST else None
    if read is None:
        raise ValueError("no manifest")
    return Manifest.of_json(read.read())


def _add(tar: tarfile.TarFile, name: str, size: int, content: IO[bytes]) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, 0o600
    tar.addfile(entry, content)
