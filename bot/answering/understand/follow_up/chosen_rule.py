"""Reads a reply that chooses: among the closest rules, documents, or the rest of a list."""

import re
from dataclasses import replace

from bot.model import ClosestPlace, Question, Turn
from knowledge.language.patterns.cues import cue
from knowledge.language.terms import query_terms
from knowledge.model.documents import Header, name_of

_PLACES: tuple[tuple[int, re.Pattern[str]], ...] = (
    (0, re.compile(r"\b(?:first|1st|top)\b|첫 ?번?째|첫째|처음|맨 ?위", re.IGNORECASE)),
    (1, re.compile(r"\b(?:second|2nd)\b|두 ?번째|둘째", re.IGNORECASE)),
    (2, re.compile(r"\b(?:third|3rd)\b|세 ?번째|셋째", re.IGNORECASE)),
    (-1, re.compile(r"\b(?:last|bottom)\b|마지막|맨 ?(?:아래|끝)", re.IGNORECASE)),
)
_NUMBER = re.compile(r"(?:(?<![\w.,])|(?<=#))(\d)(?: ?번째?)?(?![\w.,]\d|[A-Za-z\d]|[가-힣]{4})")
_YES = re.compile(
    r"(?:yes|yep|yeah|yup|correct|exactly|that(?:'s| is) (?:it|right|the one)"
    r"|네+|넵|넹|예|응|ㅇㅇ|맞아요?|맞습니다|그거(?:요|예요|에요|맞아요)?)",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"(?:no|nope|nah|none|neither|(?:none|neither) of (?:them|these|those)|not (?:that|these|those)"
    r"|아니[요오]?|아뇨|아니[에예]요|아닙니다|ㄴㄴ|(?:둘 ?)?다 아니[에예]요"
    r"|그거 ?(?:말고요?|아니[에예]요))",
    re.IGNORECASE,
)
_ENDS = re.compile(r"^[\s,.]+|[\s?!.~,]+$")
_BESIDE = cue(
    r"""
    \b(?:the|that|this|it|it's|is|one|ones|rule|rules|passage|section|number|no|of|them|these)\b
    \b(?:please|pls|show|me|tell|give|open|read|see|about|more|in|full|detail|details|whole)\b
    \b(?:i|mean|meant|want|think|would|like|to|and|then|what|does|say|says|yes|yeah|ok|okay)\b
    (?<![가-힣])[그이저](?=\s)|뭐라고(?:\s?(?:돼|되어|나와|적혀)\s?있(?:어요?|나요|습니까))?|뭔가요|뭐예요
    규정|조항|내용|부분|항목|문서|전체|전부|자세(?:히|한)|더|좀|번째?|네|예|그럼|그러면
    (?:보여|알려|설명해|말해|읽어)(?:\s?(?:주세요|줘요?|주실래요|줄래요?))?|부탁(?:해요|드려요|드립니다)?
    (?:거|것|걸|게|건|쪽)(?:로|으로|이|은|는|을|를|요)*|(?:이에요|예요|이요|입니다|같아요|인데요?|할게요|요)
    """
)
"""Words that may stand beside a place, and choose nothing themselves."""
_IS_CHOSEN = re.compile(
    r"\b(?:the|that) .+ (?:one|rule|passage|section)\b|규정|조항|내용|부분|항목", re.IGNORECASE
)
_PARTICLES = re.compile(r"^(?:이|은|는|을|를|의|로|으로|도|만|에|가)+|[\s?!.~,:;#\[\]()'\"“”]+")


def chosen_rules(said: str, before: Turn | None) -> tuple[ClosestPlace, ...] | None:
    """The closest rules that a reply means; empty for "none of them"; None if it is no such reply.

    After several rules, "yes" or a number that none of them has means all of them.
    """
    shown = before.closest if before else ()
    said = _ENDS.sub("", said)
    if not shown or not said:
        return None
    if _NONE.fullmatch(said):
        return ()
    if _YES.fullmatch(said):
        return shown
    place = _place(said)
    if place is None:
        return _named(said, shown)
    return (shown[place],) if -len(shown) <= place < len(shown) else shown


def only_a_place(said: str) -> bool:
    """Whether a message is nothing but a place in a list: "2", "the second one", "두 번째요"."""
    return _place(_ENDS.sub("", said)) is not None


def _place(said: str) -> int | None:
    """The place in a list that a message names and nothing else, from 0; -1 is the last."""
    found = [(place, match) for place, form in _PLACES if (match := form.search(said))]
    found += [(int(match[1]) - 1, match) for match in _NUMBER.finditer(said) if int(match[1])]
    if len(found) != 1:
        return None
    [(place, match)] = found
    rest = _BESIDE.sub(" ", said[: match.start()]) + " " + _after(said[match.end() :])
    return place if not _PARTICLES.sub("", rest.strip()) else None


def _after(rest: str) -> str:
    return _BESIDE.sub(" ", _PARTICLES.sub("", rest, count=1))


def _named(said: str, shown: tuple[ClosestPlace, ...]) -> tuple[ClosestPlace, ...] | None:
    """The one rule whose heading a message repeats, or a part of it and "the … one"."""
    terms = set(query_terms(_BESIDE.sub(" ", said)))
    fitting = []
    for one in shown:
        heading = set(query_terms(one.heading))
        named = heading | set(query_terms(name_of(one.header.title)))
        if terms and terms <= named and (heading <= terms or _IS_CHOSEN.search(said)):
            fitting.append(one)
    return tuple(fitting) if len(fitting) == 1 else None


# Reads a reply that chooses between documents: "the Lost Property one", "최신 거요".


_AGES: tuple[tuple[int, re.Pattern[str]], ...] = (
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
_BESIDE_DOCUMENT = frozenset(
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
    if not headers or _OTHERWISE.search(said) or not terms <= _BESIDE_DOCUMENT.union(*titles):
        return None
    named = [
        header
        for header, title in zip(headers, titles, strict=True)
        if terms
        & title.difference(_BESIDE_DOCUMENT, *(other for other in titles if other != title))
    ]
    if named:
        return named[0] if len(named) == 1 else None
    places = [place for place, form in _AGES if form.search(said) and place < len(headers)]
    placed = {headers[place].doc_id: headers[place] for place in places}
    return next(iter(placed.values())) if len(placed) == 1 else None


# Recognises a message that asks for the rest of a list: "what is the other change?".


_REST = cue(
    r"""
    \b(?:others?|rest|remaining|further|more|else|all|everything|every|missing)\b
    나머지|다른|그\s?외|그\s?밖|이\s?외|또|더|남은|모두|전부|전체|모든
    """
)
_BESIDE_REST = frozenset(
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
    known = _BESIDE_REST.union(
        query_terms(before.question), *(query_terms(one.title) for one in before.cited)
    )
    if not known.issuperset(query_terms(question.text)):
        return None
    return replace(question, text=before.question, said=question.text, skipped=before.listed)
