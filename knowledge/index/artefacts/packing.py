"""Packs files into one file, and unpacks them again, without holding them in memory."""

import errno
import gzip
import hashlib
import io
import json
import shutil
import tarfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Self

from knowledge.index.artefacts.protocols import Artefact
from knowledge.model.documents import Generation
from knowledge.model.errors import ArtefactError, KnowledgeError
from knowledge.model.places import Places
from knowledge.model.release import VERSION
from knowledge.model.stored import of_values

# Describes the contents of an artefact; it is the first entry of the file.

FORMAT = 1
"""Raise it when an earlier release could not read the file: its replicas keep their index."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The generation in an artefact, and the release that wrote it."""

    format: int
    storewise: str
    number: int
    contents: str
    """The hash of all inputs of the generation."""
    embedder: str | None
    source: str
    """The places of the documents, each on a line."""
    has_vectors: bool
    """Whether the vectors are in the file; else they are on a server that all replicas read."""
    size: int
    """The bytes of all entries, unpacked."""

    @classmethod
    def of(cls, generation: Generation, size: int, *, has_vectors: bool) -> Self:
        """Describes a generation that this release writes."""
        return cls(
            format=FORMAT,
            storewise=VERSION,
            number=generation.number,
            contents=generation.contents,
            embedder=generation.embedder,
            source=generation.source,
            has_vectors=has_vectors,
            size=size,
        )

    def to_json(self) -> bytes:
        """Returns it as it stands in the file."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2).encode()

    @classmethod
    def of_json(cls, text: bytes) -> Self:
        """Reads it. Raises ArtefactError for a later format."""
        values = json.loads(text)
        if values["format"] > FORMAT:
            made_by = values.get("storewise", "a later release")
            raise ArtefactError(
                f"it was made by a newer storewise ({made_by}); upgrade this replica"
            )
        return of_values(cls, values)


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


# Says what to do where a replica's disk is full or its folder cannot be used.

_MB = 1024 * 1024


@contextmanager
def usable(folder: Path) -> Generator[None]:
    """Raises ArtefactError in place of the system's errors about a folder."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ArtefactError(f"the disk of {folder} is full; make room") from error
        raise ArtefactError(f"{folder} cannot be written; let this user write to it") from error


def ensure_room(folder: Path, size: int) -> None:
    """Raises ArtefactError if the disk of a folder has less than `size` bytes left."""
    left = shutil.disk_usage(folder).free
    if left < size:
        raise ArtefactError(
            f"the disk of {folder} has {left // _MB} MB left; make room for {size // _MB + 1} MB"
        )


# Carries files beside the index that answers depend on, such as fitted weights.


@dataclass(frozen=True, slots=True)
class Companion:
    """A file that goes with each index."""

    name: str
    found: Callable[[], Path]
    """Returns where the leader has it; it may be missing."""
    placed: Callable[[Places], Path]
    """Returns where a replica puts it for an index of these documents, in its data directory."""


def gather(companions: Sequence[Companion], folder: Path) -> None:
    """Copies the leader's files into a folder. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in companions:
        found = one.found()
        if found.is_file():
            shutil.copyfile(found, folder / one.name)


def place(companions: Sequence[Companion], folder: Path, source: Places) -> None:
    """Puts the files into their places, each in one step. Raises OSError.

    A file that the leader does not have is deleted.
    """
    for one in companions:
        target, carried = one.placed(source), folder / one.name
        if not carried.is_file():
            target.unlink(missing_ok=True)
            continue
        beside = target.with_name(f"{target.name}.new")
        shutil.copyfile(carried, beside)
        beside.replace(target)
