"""What `knowledge.language.grammars` knows of Korean."""

from knowledge.language.ko.conditions import CONDITION
from knowledge.language.ko.negation import clauses, says_only
from knowledge.language.plain import TALK

__all__ = ["CONDITION", "TALK", "clauses", "says_only"]
