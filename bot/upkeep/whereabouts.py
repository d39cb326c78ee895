"""Finds the documents if no setting names them, and the file of the weights fitted to them."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from bot.answering.find.gate import weights_file
from bot.settings import SAMPLE
from knowledge.model.documents import Generation
from knowledge.model.errors import IndexMissingError
from knowledge.model.places import Places


def indexed_before(published: Callable[[], Generation]) -> Places | None:
    """Returns the documents indexed last, so that a later run does not fall back to the sample."""
    try:
        return present(Places.kept(published().source))
    except IndexMissingError:
        return None


def present(source: Places) -> Places:
    """Returns the places of an index as they are now: the sample moves with the program."""
    return Places.of(*map(_still, source.paths))


def _still(path: Path) -> Path:
    # Another missing folder may only be unmounted.
    moved = path.parts[-2:] == SAMPLE.parts[-2:] and not path.exists()
    return SAMPLE if moved else path


def gate_path(source: Places, data: Path) -> Path:
    """Returns the file for fitted weights: beside the documents, but never in the sample."""
    main = source.paths[0]
    is_sample = main.resolve() == SAMPLE.resolve()
    return weights_file.beside(data if is_sample else main)


def fitted_gate(source: Places, data: Path) -> Path:
    """Returns the file of the weights in use: a carried copy where the own one is missing."""
    own, copy = gate_path(source, data), carried_gate(source, data)
    return copy if copy.exists() and not own.exists() else own


def carried_gate(source: Places, data: Path) -> Path:
    """Returns the file for weights that came with a backup, or with another replica's index."""
    return data / name_in_backup(gate_path(source, data))


def name_in_backup(gate: Path) -> str:
    """Returns the name that a file of weights beside documents has in a data directory."""
    place = hashlib.sha256(str(gate.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return f"{gate.stem}.{place}{gate.suffix}"
