"""Which files of a source elsewhere are worth copying: those that a run would read."""

from pathlib import PurePosixPath

from knowledge.read.formats import check_known
from knowledge.read.limits import check_size
from knowledge.read.sources.source import DEFAULTS, FACTS, SIDECAR, is_readme, listed

_GOLDEN = "_golden.jsonl"


def is_wanted(path: str, size: int | None) -> bool:
    """Whether to copy a file; False for a README and the like, which nobody misses.

    Raises UnreadableDocumentError for a document that could not be read.
    """
    named = PurePosixPath(path)
    if named.name.endswith(FACTS):
        return False
    if named.name not in (DEFAULTS, _GOLDEN):
        if is_readme(named) or not listed([named]):
            return False
        if not named.name.endswith(SIDECAR):
            check_known(named.suffix.lower())
    check_size(size or 0)
    return True
