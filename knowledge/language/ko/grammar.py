"""What `knowledge.language.grammars` knows of Korean."""

import re

from knowledge.language.calendar.around import Around
from knowledge.language.calendar.named_days import ANY_DAY, Named, relative_in
from knowledge.language.grammar import Grammar
from knowledge.language.ko import marks, questions
from knowledge.language.ko.negation import clauses, only_names, says_only
from knowledge.language.ko.stems import stem_of
from knowledge.language.patterns.cues import cue

_RULE_BEHIND = cue(
    r"\s?(?:이전|전)(?:에|의)?\s(?:[가-힣]+\s){0,3}[가-힣]*"
    r"(?:[율률]|한도|가격|요금|수수료|배송비|보증금|시간|할인|기간|기한|규정|정책|기준)(?:[은는이]|[\s?.]|$)"
)
"""A rule from before a day, not something done before it."""
_TELLS = cue(
    r"""
    는데|은데|인데|한데|대요|어서|아서|여서|해서|와서|니까|다고|라고|지만|으면|면\s|고\s(?:싶|나서)
    [가-힣]{0,6}(?:[한된온간린낸진운킨난든친긴쓴]|[받잃먹놓찾넣남]은)\s
    """
)


def on_day(words: str) -> str:
    """A day, and 기준 after one that has passed: "일요일", "내년", "작년 기준"."""
    day = relative_in(words)
    return f"{words} 기준" if day and day.period.first < ANY_DAY else words


def asks_for_day(one: Named, around: Around, *, past: bool) -> bool:
    """Whether a question asks for the rules of a day, by the words around it."""
    if one.is_bare_year:
        return False
    tells = _TELLS.search(around.behind)
    if past and not (one.ago or tells) and _RULE_BEHIND.match(around.behind):
        return True
    # "유통기한 3일 전" does not count from today.
    if tells or (one.ago and around.before.strip()):
        return False
    if not past or around.is_past:
        return True
    return not one.relative and around.behind.startswith(("에 ", "의 "))


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
    on_day=on_day,
    asks_for_day=asks_for_day,
    subject_in=questions.subject_in,
    of_rule=questions.of_rule,
    of_heading=questions.of_heading,
    heading_asked=questions.HEADING_ASKED,
    head_last=True,
    has_modals=False,
    own_script=True,
)
