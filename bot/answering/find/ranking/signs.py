"""Computes the ranker's features ("signs") of each found statement."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bot.answering.criteria.answer_kind import Slot, fills, slot_of
from bot.answering.criteria.condition.agreement import contradicts
from bot.model import Question
from bot.model.found import Seen
from knowledge.index.vector_rows import ABOVE
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.values import ValueKind, values

# The kinds of answer that a question may want, and that a statement has: a price, a person.
#
# Rough on purpose, and several at a time: "until when, and who signs?" The ranker has learnt how
# much each kind counts. `bot.answering.criteria.answer_kind` decides whether an answer is allowed.


_ASKED: Mapping[str, str] = {
    "distance": (
        r"\bhow (?:far|close|near|wide|tall|high|long is|deep|big)\b|\bdistance\b"
        r"|거리|몇 ?(?:미터|km|킬로|cm|센치|센티)|얼마나 (?:떨어|멀|가까|높)|높이|간격"
    ),
    "weight": (r"\bhow (?:heavy|much does .* weigh)\b|\bweight|\bweigh|무게|몇 ?(?:kg|킬로|그램)"),
    "temperature": r"\b(?:temperature|how (?:hot|cold|warm)|degrees|temp)\b|온도|몇 ?도",
    "form": (
        r"\b(?:form|sheet|slip|log|paperwork|which document)\b"
        r"|양식|서식|일지|어디에? ?(?:적|쓰|기록)"
    ),
    "who": (
        r"\bwho\b|\bwhose\b|\bwhich (?:team|person|manager)\b|\bapprov|\bpermission\b"
        r"|\bsign(?:s|ed)? off\b|누구|누가|담당|승인|허락|결재"
    ),
    "where": r"\bwhere\b|어디|어느 (?:곳|장소|선반)|위치",
    "phone": r"\b(?:phone|extension|ext|call|ring|dial|number)\b|전화|내선|번호|연락",
    "how": (
        r"\bhow (?:do|should|to|can)\b|\bwhat (?:do|should) (?:i|we|you)\b"
        r"|\bwhat (?:happens|now|next|first)\b|어떻게|어떡|뭘 (?:해|먼저)|방법|절차|먼저"
    ),
    "yes or no": (
        r"^(?:so |and |but |ok )?"
        r"(?:can|may|is|are|do|does|am|should|must|could|will|has|have)\b"
        r"|[,.?!] ?(?:can|may|is it|are we|do i|do we|should i|am i|must i|does)\b"
        r"|\b(?:allowed|ok to|okay to|good enough)\b"
        r"|(?:나요|돼요?|되나|될까요?|됩니까|가능|괜찮|있어요?|있나|인가요?|맞나)\S*\s*[?.!]*$"
    ),
    "money": (
        r"\bhow much\b|\bprice|\bcost|\bfee\b|\bcharge|\bpay\b|\bmoney\b|\bwon\b"
        r"|얼마|요금|비용|금액|수수료|가격|수당|몇 ?원|값"
    ),
    "percent": (
        r"\b(?:percent|percentage|discount|rate|share)\b|%|퍼센트|프로|할인율|비율|할인|적립률"
    ),
    "duration": (
        r"\bhow (?:long|soon|many (?:days|hours|minutes|weeks|months|years)|quick|quickly|fast"
        r"|early|late)\b"
        r"|\b(?:deadline|window|period|last day|latest|days|until|by when|in advance)\b"
        r"|며칠|기간|얼마나 (?:걸|오래)|몇 ?(?:일|시간|분|주|달|개월|년)|까지|언제|기한|동안"
    ),
    "moment": (
        r"\bwhen\b|\bwhat time\b|\bwhich day\b|\bhours?\b|\bopen|\bclos|언제|몇 ?시|요일|시간"
    ),
    "count": (
        r"\bhow (?:many|often)\b|\bmaximum|\bmax\b|\blimit|\bmost\b"
        r"|몇 ?(?:개|명|번|회|벌|병|캔|잔|박스|상자|장|부)|최대|한도|인원|수량"
    ),
    "which": r"\bwhat\b|\bwhich\b|무엇|뭐|어떤|무슨",
}
KINDS = tuple(_ASKED)
"""In the order of the ranker's weights; do not sort."""
_ASKS = {kind: LazyPattern(pattern) for kind, pattern in _ASKED.items()}

_FORM = re.compile(
    r"\b[A-Z]{1,4}(?:-[A-Z0-9]{1,4})+\b|\b(?:form|log|sheet|slip|book|register|report|card)\b"
    r"|양식|일지|대장|기록부|장부|신고서|확인서|전표|서식"
)
"""A form: by its number in capitals, or by its name."""
_GIVES: Mapping[str, LazyPattern] = {
    kind: LazyPattern(pattern)
    for kind, pattern in {
        "distance": r"\d\s?(?:km|cm|mm|m\b|미터|킬로|metres|meters)",
        "weight": r"\d\s?(?:kg|g\b|킬로|그램)",
        "temperature": r"\d\s?°|도 ?(?:이하|이상|미만|를|로|에서)|\bdegrees",
        "who": (
            r"\b(?:manager|lead|supervisor|team|head|officer|desk|department|staff|colleague"
            r"|employee|director|owner|keyholder|security|buyer|pharmacist)\b"
            r"|점장|매니저|팀|책임자|담당|조장|본사|부서|관리자|센터|직원|파트장|지점장|약사"
        ),
        "where": (
            r"\b(?:in|at|behind|under|on|beside|inside|into|to) the\b"
            r"|\b(?:room|office|drawer|shelf|cabinet|safe|counter|desk|box|cage|area|fridge|bin"
            r"|rack)\b"
            r"|에 (?:보관|둡|놓|넣|걸|비치)|사무실|창고|금고|서랍|선반|카운터|냉장고|함에|실에|구역"
        ),
        "phone": (
            r"\b(?:extension|ext\.?|call|phone|dial|ring)\b|\d{2,4}-\d{3,4}|내선|전화|연락|☎"
        ),
        "how": (
            r"\b(?:first|then|before|after|ask|check|put|take|write|scan|give|send|tell|press"
            r"|choose|use|call|record|do not|never)\b|먼저|다음|후|합니다|습니다|십시오|세요"
        ),
        "yes or no": (
            r"\b(?:can|cannot|may|must|never|not|no|only|allowed|free|without|unless|if|always)\b"
            r"|가능|불가|없습|않습|안 됩|못|금지|있습니다|됩니다|만 |해도|제외"
        ),
    }.items()
}
_VALUES: Mapping[str, frozenset[ValueKind]] = {
    "money": frozenset({ValueKind.MONEY}),
    "percent": frozenset({ValueKind.PERCENT}),
    "duration": frozenset(
        {ValueKind.DURATION, ValueKind.BUSINESS_DAYS, ValueKind.DATE, ValueKind.MONTH_DAY}
    ),
    "moment": frozenset({ValueKind.TIME, ValueKind.DATE, ValueKind.MONTH_DAY}),
    "count": frozenset({ValueKind.COUNT, ValueKind.NUMBER}),
}


def wanted(question: str) -> frozenset[str]:
    """The kinds of answer that a question may want."""
    return frozenset(kind for kind, asks in _ASKS.items() if asks.search(question))


@lru_cache(maxsize=10_000)
def given(statement: str) -> frozenset[str]:
    """The kinds of answer that a statement has. Cached, as the same statements come often."""
    of_value = {value.kind for value in values(statement)}
    found = {kind for kind, gives in _GIVES.items() if gives.search(statement)}
    found |= {kind for kind, some in _VALUES.items() if some & of_value}
    return frozenset(found | {"form"} if _FORM.search(statement) else found)


Matrix = NDArray[np.float32]
"""A row for each statement, a column for each sign."""

_DENIES = LazyPattern(
    r"\b(?:cannot|never|not|no|nobody|nothing|neither|without)\b|n't\b"
    r"|불가|없[습다는으]|않|금지|안 [되됩돼]|못[하합한]|제외|거절"
)

_LISTED = 2
"""A statement with more quotes than this is a whole list."""
_PLACES, _TERMS, _LONG = 10, 10, 6
"""Divisors for a place, a number of terms and the logarithm of a length, to bring them near 1."""

_PLAIN = (
    *("cover", "context", "meaning", "lexical", "near", "near above", "lacking"),
    *("same language", "number", "fills", "fills not", "length", "record", "list", "row"),
    *("question", "place", "terms", "asked in Korean", "in Korean", "kinds held"),
    *("contradicts", "denies"),
)
_NEXT_TO_BEST = ("nearest", "covers most", "best passage")
"""Distances to the best statement: 0 for the best, negative for the others."""
NAMES = (
    *_PLAIN,
    *(f"wanted and held: {kind}" for kind in KINDS),
    *(f"wanted, not held: {kind}" for kind in KINDS),
    *(f"held, not wanted: {kind}" for kind in KINDS),
    *_NEXT_TO_BEST,
)
"""Each sign's name, in the order of the columns."""


def signs(question: Question, terms: int, seen: Sequence[Seen]) -> Matrix:
    """A row of signs for each statement. `terms` is the question's number of terms."""
    asked = _Asked(question, wanted(question.text), slot_of(question.text), terms)
    rows = np.array([_row(asked, one) for one in seen], dtype=np.float32)
    numbers: dict[str, int] = {}
    passages = [numbers.setdefault(one.hit.passage.passage_id, len(numbers)) for one in seen]
    near, above = ([getattr(one, name) for one in seen] for name in ("near", "near_above"))
    return beside_others(rows, np.array(passages), np.array(near), np.array(above))


def beside_others(
    rows: Matrix, passages: NDArray[np.int64], near: Matrix, near_above: Matrix
) -> Matrix:
    """Fills in the cosines and the signs that depend on the other statements.

    `passages` has the number of each statement's passage, counted from 0.
    """
    table = rows.copy()
    both = near + ABOVE * near_above
    best = np.full(passages.max() + 1, -np.inf)
    np.maximum.at(best, passages, both)
    meaning = best[passages]
    lexical, cover = (table[:, NAMES.index(name)] for name in ("lexical", "cover"))
    for name, column in {
        "near": near,
        "near above": near_above,
        "meaning": meaning,
        "nearest": _behind(both),
        "covers most": _behind(cover),
        "best passage": _behind(meaning + lexical),
    }.items():
        table[:, NAMES.index(name)] = column
    return table


def _behind(column: Matrix) -> Matrix:
    """Each value minus the largest."""
    behind: Matrix = column - column.max()
    return behind


@dataclass(frozen=True, slots=True)
class _Asked:
    question: Question
    wanted: frozenset[str]
    slot: Slot | None
    terms: int


def _row(asked: _Asked, one: Seen) -> list[float]:
    text, header = one.statement.text, one.hit.passage.header
    held = given(text)
    fitting = None
    if asked.slot is not None and asked.slot is not Slot.YES_NO:
        fitting = fills(asked.slot, [text])
    return [
        one.cover,
        one.context,
        0.0,
        one.hit.lexical,
        0.0,
        0.0,
        one.lacking if header.language == asked.question.language else 0.0,
        header.language == asked.question.language,
        any(char.isdigit() for char in text),
        fitting is True,
        fitting is False,
        math.log1p(len(text)) / _LONG,
        one.hit.passage.record,
        len(one.statement.quotes) > _LISTED,
        ";" in text and ":" in text,
        text.rstrip().endswith(("?", "？")),
        one.place / _PLACES,
        asked.terms / _TERMS,
        asked.question.language == "ko",
        header.language == "ko",
        len(asked.wanted & held) / max(1, len(asked.wanted)),
        contradicts(asked.question.text, text),
        bool(_DENIES.search(text)),
        *(kind in asked.wanted and kind in held for kind in KINDS),
        *(kind in asked.wanted and kind not in held for kind in KINDS),
        *(kind not in asked.wanted and kind in held for kind in KINDS),
        *(0.0 for _ in _NEXT_TO_BEST),
    ]
