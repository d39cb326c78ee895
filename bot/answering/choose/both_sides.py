"""Answers a comparison with both sides: "how do velocity and acceleration differ?"."""

from collections.abc import Sequence
from itertools import chain

from bot.model import Candidate
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms, terms

_THE = "(?:the |an? |our )?"
_A, _B = r"(?P<a>[\w' -]{2,40}?)", r"(?P<b>[\w' -]{2,40}?)"
_COMPARES = tuple(
    LazyPattern(pattern)
    for pattern in (
        rf"\bhow (?:do|does|are|is) {_THE}{_A} and {_THE}{_B} (?:differ|different)\b",
        rf"\bhow (?:do|does|are|is) {_THE}{_A} (?:differ|different) from {_THE}{_B}(?=\W*$)",
        rf"\bdifferences? between {_THE}{_A} and {_THE}{_B}(?=\W*$)",
        rf"^(?:compare )?{_THE}{_A} (?:vs\.?|versus|compared (?:to|with)) {_THE}{_B}(?=\W*$)",
        r"(?<![가-힣])(?P<a>[가-힣]{1,10}?(?: [가-힣]{1,10}?)?)(?:와|과|하고|이랑|랑) "
        r"(?P<b>[가-힣]{1,10}?(?: [가-힣]{1,10}?)?)(?:[의은는이가]|이?랑)? ?"
        r"(?:(?:뭐가|무엇이|어떻게|어디가|어떤 점이) ?)?(?:차이|달라|다른|다르|비교)",
    )
)
_FIRST_TERMS = 6
"""Terms at the start of a statement, where its subject stands."""
_BEHIND = 6.0
"""Log odds that the other side may be behind the best statement."""


def sides_of(question: str) -> tuple[frozenset[str], ...]:
    """The terms of the two things that a question compares; empty if it compares none."""
    match = next(filter(None, (one.search(question) for one in _COMPARES)), None)
    sides = tuple(frozenset(query_terms(match[name])) for name in "ab") if match else ()
    return sides if all(sides) else ()


def with_both_sides(
    question: str, near: Sequence[Candidate], best_first: Sequence[Candidate]
) -> list[Candidate]:
    """The statements to show, led by the best one about each side of a comparison."""
    about = (_best_about(side, near[:1], best_first) for side in sides_of(question))
    every = chain(about, near)
    return list({id(one): one for one in every if one is not None}.values())


def _best_about(
    side: frozenset[str], best: Sequence[Candidate], best_first: Sequence[Candidate]
) -> Candidate | None:
    """The best statement whose subject is this side; None if only one far behind is about it."""
    return next(
        (
            one
            for one in best_first
            if one.score >= best[0].score - _BEHIND
            and one.hit.passage.header.language == best[0].hit.passage.header.language
            and side <= frozenset(terms(one.statement.text)[:_FIRST_TERMS])
        ),
        None,
    )
