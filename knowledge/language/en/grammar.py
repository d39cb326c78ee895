"""What `knowledge.language.grammars` knows of English."""

from knowledge.language.en.conditions import CASE, CONDITION
from knowledge.language.en.negation import clauses, says_only
from knowledge.language.en.states import of_question, of_rule
from knowledge.language.plain import TALK

__all__ = ["CASE", "CONDITION", "TALK", "clauses", "of_question", "of_rule", "says_only"]
