"""Recognises a message that asks for the rest of a list: "what is the other change?"."""

from dataclasses import replace

from bot.model import Question, Turn
from knowledge.language.patterns.cues import cue
from knowledge.language.terms import query_terms

_REST = cue(
    r"""
    \b(?:others?|rest|remaining|further|more|else|all|everything|every|missing)\b
    나머지|다른|그\s?외|그\s?밖|이\s?외|또|더|남은|모두|전부|전체|모든
    """
)
_BESIDE = frozenset(
    query_terms(
        "other others rest remaining further more else all everything every missing last changed"
        " changes change new different differ list show tell see display say go on please one ones"
    )
    + query_terms(
        "나머지 나머지거 다른 다른거 다른건 그외 그 외 그밖 밖 이외 또 또한 더 남은 남은거"
        " 모두 전부 전체 모든 변경 변경된 변경점 변경사항 변경내용 사항 바뀐 바뀐점 바뀐거"
        " 바뀐게 바뀐데 바뀌었어요 달라진 수정된"
        " 내용 부분 것 거 건 곳 점 하나 있어요 있나요 보여 줘 주세요 알려 말해 뭐 뭐예요 무엇"
    )
)
"""Words that may stand beside it; any other word names a subject."""


def from_the_rest(question: Question, before: Turn | None) -> Question | None:
    """The previous question, for the part of its list that was not shown; None for others."""
    if before is None or not before.listed or not _REST.search(question.text):
        return None
    known = _BESIDE.union(
        query_terms(before.question), *(query_terms(one.title) for one in before.cited)
    )
    if not known.issuperset(query_terms(question.text)):
        return None
    return replace(question, text=before.question, said=question.text, skipped=before.listed)
