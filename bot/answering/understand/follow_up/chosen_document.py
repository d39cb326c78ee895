"""Reads a reply that chooses between documents: "the Lost Property one", "최신 거요"."""

import re
from dataclasses import replace

from bot.model import Question, Turn
from knowledge.language.terms import query_terms
from knowledge.model.documents import Header

_PLACES: tuple[tuple[int, re.Pattern[str]], ...] = (
    (0, re.compile(r"\b(?:newe(?:r|st)|latest|first|1st)\b|최신|최근|새로운|첫 ?번째|1번", re.I)),
    (1, re.compile(r"\b(?:second|2nd)\b|두 ?번째|2번", re.I)),
    (-1, re.compile(r"\b(?:old|older|oldest|last)\b|예전|오래된|마지막", re.I)),
)
"""Words for a place in the list of documents, which is newest first."""
_OTHERWISE = re.compile(
    r"\b(?:not|except|instead|neither|both)\b|n't\b|^\W*(?:what|which|is|are|how|who|when|where)\b"
    r"|말고|아닌|아니|빼고|제외",
    re.I,
)
"""Words of a reply that chooses no document, or asks a question."""
_ENDING = re.compile(r"(?<=[가-힣])(?:이에요|예요|이요|이죠|요|입니다)\W*$")
_BESIDE = frozenset(
    query_terms("the one document follow use store version it that policy guide ours")
    + query_terms("newest newer latest first 1st second 2nd old older oldest last")
    + query_terms("문서 안내 규정 기준 우리 매장 따라요 따릅니다 쓰요 거요 것으로 해요 버전 이요")
    + query_terms("문서로요 거로 할게요 것 것이요 가장 제일 걸로 하는 중 요")
    + query_terms("최신 최근 새로운 첫번째 첫 번째 1번이요 두번째 두 2번이요 예전 오래된 마지막")
)
"""Words that identify no document, but may stand beside its name."""


def from_chosen(question: Question, before: Turn | None) -> Question | None:
    """The previous question, for the document that a reply chooses; None if it chooses none."""
    header = chosen(question.text, before)
    if header is None or before is None:
        return None
    return replace(question, text=before.question, said=question.text, document=header.doc_id)


def chosen(said: str, before: Turn | None) -> Header | None:
    """The one document that a reply chooses; None if it asks for something else."""
    headers = before.disagreeing if before else ()
    terms = set(query_terms(_ENDING.sub("", said)))
    titles = [set(query_terms(one.title)) for one in headers]
    if not headers or _OTHERWISE.search(said) or not terms <= _BESIDE.union(*titles):
        return None
    named = [
        header
        for header, title in zip(headers, titles, strict=True)
        if terms & title.difference(_BESIDE, *(other for other in titles if other != title))
    ]
    if named:
        return named[0] if len(named) == 1 else None
    places = [place for place, form in _PLACES if form.search(said) and place < len(headers)]
    placed = {headers[place].doc_id: headers[place] for place in places}
    return next(iter(placed.values())) if len(placed) == 1 else None
