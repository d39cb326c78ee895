"""What `knowledge.language.grammars` knows of English."""

from knowledge.language.en.conditions import CONDITION
from knowledge.language.en.negation import clauses, says_only
from knowledge.language.en.states import of_question, of_rule
from knowledge.language.plain import TALK

__all__ = ["CONDITION", "TALK", "clauses", "of_question", "of_rule", "says_only"]
