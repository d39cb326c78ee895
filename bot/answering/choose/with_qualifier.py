"""Adds the neighbour of a sentence that cannot stand alone: "However, …", "It has to be …"."""

from collections.abc import Iterator, Sequence

from bot.model import Candidate
from knowledge.language.patterns.lazy import LazyPattern

_LEANS_BACK = LazyPattern(
    r"^(?:it|they|these|those|he|she) (?!is (?:not )?(?:possible|allowed|forbidden)\b)"
    r"|^this (?:is|are|was|must|may|can|does|do|has|will|should|also|applies|means|takes|needs"
    r"|costs?|includes?|rule|limit|period|price|amount|discount|offer|card|form)\b"
    r"|^(?:however|but|otherwise|unless|then|only then|after that|afterwards|exceptions?:|except\b"
    r"|(?:the |an )?(?:only )?exceptions? (?:is|are)|the same (?:applies|goes|rule)"
    r"|in (?:this|that|these|those|such an?|all other|other) cases?"
    r"|if (?:so|not|it|they|this|that|he|she)(?: still)?)\b"
    r"|^(?:all |any )?others?(?: [a-z]+){0,3} (?:cannot|(?:are|is|may|can|must|will|do|does) not)\b"
    r"|^(?:이는|이것은|그것은|이들은|이를|이 기간|그 기간"
    r"|이 (?:금액|가격|한도|할인|규정|상품|카드|양식|때))[은는이가을를에도의, ]"
    r"|^(?:다만|단,|이 경우|그 경우|이런 경우|이때[는 ]|그래도|그러면|그다음|그 (?:뒤|후|다음|때)"
    r"|하지만|그러나|예외[로:는]"
    r"|(?:그 ?(?:밖|외)|이외|기타|나머지)[가-힣 ]{0,12}[은는이가도] .*(?:않|없|못 |불가|안 ))"
)
"""A sentence that begins like this belongs to the one before it."""


def leans_back(text: str) -> bool:
    """Whether a sentence goes on from the one before it: "However, …", "If it still …"."""
    return bool(_LEANS_BACK.search(text))


def with_qualified(near: Sequence[Candidate], every: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yields each statement with its neighbours: the one it qualifies, the one qualifying it."""
    beside = {(one.hit.passage.passage_id, one.place): one for one in every}
    given: set[int] = set()
    for one in near:
        here = one.hit.passage.passage_id
        before, behind = (beside.get((here, one.place + step)) for step in (-1, 1))
        further = (
            before if before and leans_back(one.statement.text) else None,
            behind if behind and leans_back(behind.statement.text) else None,
        )
        for other in (further[0], one, further[1]):
            if other and id(other) not in given:
                given.add(id(other))
                yield other
