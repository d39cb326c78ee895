"""What `knowledge.language.grammars` knows of Korean."""

from knowledge.language.ko.conditions import CONDITION
from knowledge.language.ko.negation import clauses, says_only
from knowledge.language.ko.states import of_question, of_rule
from knowledge.language.plain import TALK

__all__ = ["CONDITION", "TALK", "clauses", "of_question", "of_rule", "says_only"]
