"""What `knowledge.language.grammars` knows of English."""

from knowledge.language.en.conditions import CONDITION
from knowledge.language.en.negation import clauses, says_only
from knowledge.language.plain import TALK

__all__ = ["CONDITION", "TALK", "clauses", "says_only"]
