"""What `knowledge.language.grammars` knows of English."""

import re

from knowledge.language.en import days, marks, questions
from knowledge.language.en.negation import clauses, says_only
from knowledge.language.grammar import Grammar

ENGLISH = Grammar(
    condition=re.compile(
        r"\b(?:if|when|whenever|unless|once|while|in case|provided|as long as)\b[^,;.:]*"
        r"(?:[,.](?=\d)[^,;.:]*)*",
        re.IGNORECASE,
    ),
    clauses=clauses,
    says_only=says_only,
    marks=marks.MARKS,
    no_marks=marks.NO_MARKS,
    compared=marks.COMPARED,
    sample=marks.SAMPLE,
    steps=marks.STEPS,
    saying=marks.SAYING,
    on_day=days.on_day,
    asks_for_day=days.asks_for_day,
    subject_in=questions.subject_in,
    of_rule=questions.of_rule,
    of_heading=questions.of_heading,
    heading_asked=questions.HEADING_ASKED,
)
