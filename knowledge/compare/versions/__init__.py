"""Compares two versions of a document: by section, sentence and value."""

from knowledge.compare.versions.differences import Change, Difference, How, diff
from knowledge.compare.versions.display import lines

__all__ = ["Change", "Difference", "How", "diff", "lines"]
