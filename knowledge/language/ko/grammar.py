"""What `knowledge.language.grammars` knows of Korean."""

import re

from knowledge.language.grammar import Grammar
from knowledge.language.ko import days, marks, questions
from knowledge.language.ko.negation import clauses, only_names, says_only
from knowledge.language.ko.stems import stem_of

KOREAN = Grammar(
    condition=re.compile(
        r"[^,;.:]*?[가-힣](?:면| ?때(?:에는|에만|에|는|만)?| ?경우(?:에는|에만|에|는|만)?)"
        r"(?=[\s,]|$)"
    ),
    clauses=clauses,
    says_only=says_only,
    only_names=only_names,
    bare=lambda word: stem_of(word) or word,
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
    head_last=True,
    has_modals=False,
    own_script=True,
)
