"""Splits two Korean questions that -고 or -며 joins in one sentence.

"휴게시간 몇 분이고 급여일 언제예요?" asks twice, "몇 시에 열고 닫아요?" once.
"""

import re

from bot.answering.understand.questions.own_subject import ASKING_KO, has_own_subject
from knowledge.language.patterns.cues import cue

_TIED = re.compile(
    rf"^(?P<subject>(?:(?!{ASKING_KO})\S+\s+){{1,4}})"
    rf"(?P<asked>(?P<word>{ASKING_KO})\s?\S*?(?:\s(?!{ASKING_KO})\S+?)?)(?P<tie>이?고|이?며)[,\s]\s*"
    rf"(?P<other>(?=\S).*(?:{ASKING_KO}).*)$"
)
_NOUNS = cue(r"(?:창|재|금|광|신|보|사|최|경|공|권|해|참|원|냐|다|라|자)고$|[다라냐자]며$")
"""Words that end in 고 or 며 and join nothing: "재고", "신고", "되냐고", "된다며"."""
_VERB = re.compile(
    r"(?:무엇|뭘|누구|어디|어느 \S+|무슨 \S+|어떤 \S+)[을를]?(?<=[을를뭘]) \S+$"
    r"|[었았였했됐졌갔왔났샀]$"
)
"""A verb, known by its object or its past tense; others look like nouns, as 얼마 does."""
_ASKING_WORD = re.compile(ASKING_KO)
_ASKED_WITHIN = re.compile(r"(?<!까)지(?:를|는)?\s")
"""An indirect question: "얼마 냈는지 어떻게 알아요?"."""


def tied(sentence: str) -> tuple[str, str] | None:
    """The two questions of a sentence, the second with the subject that it needs."""
    match = _TIED.match(sentence)
    if match is None:
        return None
    first = f"{match['subject']}{match['asked']}"
    other = match["other"].strip()
    if _NOUNS.search(f"{first}{match['tie']}") or _ASKED_WITHIN.search(other):
        return None
    again = _ASKING_WORD.match(other)
    if again is None:
        return (_ended(first, match["tie"]), other) if has_own_subject(other) else None
    if again.group() == match["word"]:
        return None  # one sentence answers "카페는 몇 시에 열고 몇 시에 닫아요?"
    return _ended(first, match["tie"]), f"{match['subject'].strip()} {other}"


def _ended(asked: str, tie: str) -> str:
    """Ends the first half as a question: 몇 분?, 무엇을 태우나요?, 어디에 두고?"""
    if tie in ("이고", "이며"):
        return f"{asked}?"
    return f"{asked}나요?" if _VERB.search(asked) else f"{asked}{tie}?"
