"""Adds the neighbour of a sentence that cannot stand alone: "However, …", "It has to be …"."""

from collections.abc import Iterator, Sequence

from bot.model import Candidate
from knowledge.language.patterns.lazy import LazyPattern

_QUALIFIES = LazyPattern(
    r"^(?:it|they|these|those|he|she) (?!is (?:not )?(?:possible|allowed|forbidden)\b)"
    r"|^(?:however|but|otherwise|exceptions?:|except\b|in (?:this|that|such a) case"
    r"|if (?:so|not))\b"
    r"|^(?:all |any )?others?(?: [a-z]+){0,3} (?:cannot|(?:are|is|may|can|must|will|do|does) not)\b"
    r"|^(?:이는|이것은|그것은|이들은|이를|이 기간|그 기간)[ ,]"
    r"|^(?:다만|단,|이 경우|그 경우|이때[는 ]|하지만|그러나|예외[로:]"
    r"|(?:그 ?(?:밖|외)|이외|기타|나머지)[가-힣 ]{0,12}[은는이가도] .*(?:않|없|못 |불가|안 ))"
)


def with_qualified(near: Sequence[Candidate], every: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yields each statement with its neighbours: the one it qualifies, the one qualifying it."""
    beside = {(one.hit.passage.passage_id, one.place): one for one in every}
    given: set[int] = set()
    for one in near:
        here = one.hit.passage.passage_id
        before, behind = (beside.get((here, one.place + step)) for step in (-1, 1))
        further = (
            before if before and _QUALIFIES.search(one.statement.text) else None,
            behind if behind and _QUALIFIES.search(behind.statement.text) else None,
        )
        for other in (further[0], one, further[1]):
            if other and id(other) not in given:
                given.add(id(other))
                yield other
