"""What `knowledge.language.grammars` knows of English."""

import re

from knowledge.language.calendar.around import Around
from knowledge.language.calendar.named_days import Named, relative_in
from knowledge.language.calendar.weekdays import weekdays
from knowledge.language.en import marks, questions
from knowledge.language.en.negation import clauses, says_only
from knowledge.language.grammar import Grammar
from knowledge.language.patterns.cues import cue

_QUESTION_WORD = (
    r"(?:what|how|which|when|where|who|is|are|was|were|do|does|did|can|could|may|will|would|should"
    r"|has|have|had)\b"
)

_RULE_BEFORE = cue(
    r"""
    \b(?:rates?|limits?|prices?|fees?|charges?|hours|discounts?|deposits?)\sbefore\s(?:the\s)?$
    \b(?:periods?|windows?|rules?|polic(?:y|ies)|terms|amounts?)\sbefore\s(?:the\s)?$
    """
)
"""A rule from before a day, not something done before it."""
_ON = cue(r"\b(?:on|in|during|from|since|after)\s(?:the\s)?$")
_ASKS = re.compile(
    rf"\W*(?:(?:so|and|but|ok(?:ay)?|hi|hello|please|also)\W+)*{_QUESTION_WORD}", re.IGNORECASE
)
_OPENS = cue(r"\W*(?:(?:on|in|during|from|since|before|back|at|so|and|but|the)\s)*")
_LEADS = re.compile(
    rf"'?s?,?\s(?:(?!\w+ed\b|came\b|went\b|lost\b)\w+,?\s){{0,2}}?{_QUESTION_WORD}", re.IGNORECASE
)
_ASIDE = cue(r"\s(?:if|when|who|that|which|because|whose|after|while|from|customer|i)\s")
_OF_MONTH = re.compile(r"(?<!\d)\d\d?(?!\d)")


def on_day(words: str) -> str:
    """A day with its preposition: "on Sundays", "in 2027", "as of next year"."""
    if _OF_MONTH.search(words):
        return f"on {words}"
    if relative_in(words):
        return f"as of {words}"
    return f"on {words}" if weekdays(words) else f"in {words}"


def asks_for_day(one: Named, around: Around, *, past: bool) -> bool:
    """Whether a question asks for the rules of a day, by the words around it."""
    opens = _OPENS.fullmatch(around.before)
    if one.is_bare_year and not opens:
        # A year alone mostly dates an event: "the shops that opened in 2024".
        return False
    if past and _RULE_BEFORE.search(around.before):
        return True
    before = around.before if past else _ON.sub("", around.before)
    leads = opens and _LEADS.match(around.behind)
    if _ASIDE.search(before) or not (_ASKS.match(around.before) or leads):
        return False
    return not past or around.is_past or (not one.relative and bool(_ON.search(around.before)))


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
    on_day=on_day,
    asks_for_day=asks_for_day,
    subject_in=questions.subject_in,
    of_rule=questions.of_rule,
    of_heading=questions.of_heading,
    heading_asked=questions.HEADING_ASKED,
)
