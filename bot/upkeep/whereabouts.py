"""Where the documents are when no setting says so, and where what is fitted to them is kept."""

from collections.abc import Callable
from pathlib import Path

from bot.answering.find.gate import weights_file
from bot.settings import SAMPLE
from knowledge.model.documents import Generation
from knowledge.model.errors import IndexMissingError
from knowledge.model.places import Places


def indexed_before(published: Callable[[], Generation]) -> Places | None:
    """What was indexed last: a later run must not fall back to the sample."""
    try:
        source = Places.kept(published().source)
    except IndexMissingError:
        return None
    return Places.of(*map(_still, source.paths))


def _still(path: Path) -> Path:
    # The sample moves with the program; a folder of documents may only be away for now.
    moved = path.parts[-2:] == SAMPLE.parts[-2:] and not path.exists()
    return SAMPLE if moved else path


def gate_path(source: Places, data: Path) -> Path:
    """Where fitted weights are kept: in the main folder of the documents, never in the sample."""
    main = source.paths[0]
    is_sample = main.resolve() == SAMPLE.resolve()
    return weights_file.beside(data if is_sample else main)
