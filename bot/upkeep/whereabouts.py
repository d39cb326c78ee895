"""Finds the documents if no setting names them, and the file of the weights fitted to them."""

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
        source = Places.kept(published().source)
    except IndexMissingError:
        return None
    return Places.of(*map(_still, source.paths))


def _still(path: Path) -> Path:
    # The sample moves with the program; another missing folder may only be unmounted.
    moved = path.parts[-2:] == SAMPLE.parts[-2:] and not path.exists()
    return SAMPLE if moved else path


def gate_path(source: Places, data: Path) -> Path:
    """Returns the file for fitted weights: beside the documents, but never in the sample."""
    main = source.paths[0]
    is_sample = main.resolve() == SAMPLE.resolve()
    return weights_file.beside(data if is_sample else main)
