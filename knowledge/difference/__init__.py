"""What changed between two versions of a document: by section, sentence and value."""

from knowledge.difference.display import lines
from knowledge.difference.model import Change, Difference, How
from knowledge.difference.versions import diff

__all__ = ["Change", "Difference", "How", "diff", "lines"]
