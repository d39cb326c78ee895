"""Compares two versions of a document: by section, sentence and value."""

from knowledge.compare.versions.display import lines
from knowledge.compare.versions.model import Change, Difference, How
from knowledge.compare.versions.versions import diff

__all__ = ["Change", "Difference", "How", "diff", "lines"]
