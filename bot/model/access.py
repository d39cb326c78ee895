"""Decides which documents may answer a question, and who may read the answer.

Roles are the audiences of documents: staff, managers, administrators.
"""

from collections.abc import Iterable

from bot.model import Answer, Verdict
from knowledge.model.documents import Audience

_ANSWERED = (Verdict.PASS, Verdict.CONFLICT)
"""The verdicts of answers that reveal only the documents they cite."""


def role_of(*, admin: bool = False, manager: bool = False) -> Audience:
    """Returns a person's role from what the platform says; staff by default."""
    if admin:
        return Audience.ADMIN
    return Audience.MANAGER if manager else Audience.STAFF


def read_with(own: Audience, here: Audience) -> Audience:
    """Returns the role for a shared place: the lower one of the asker's and the place's."""
    return min(own, here, key=_rank)


def may_read(own: Audience, needed: Audience) -> bool:
    """Whether somebody with the role `own` may read what needs the role `needed`."""
    return needed in own.readable


def needed_for(answer: Answer) -> Audience:
    """Returns the role needed to read an answer.

    An answer is as secret as the documents it cites. A refusal may name or quote the closest match
    without citing it, so it is as secret as all that was searched. An answer to several questions
    may refuse some of them, so it brings its own role.
    """
    if answer.audience is not None:
        return answer.audience
    cited = [citation.passage.header.audience for citation in answer.citations]
    if answer.verdict not in _ANSWERED or not cited:
        return answer.question.filters.audience
    return most_of(cited)


def most_of(needed: Iterable[Audience]) -> Audience:
    """Returns the role that may read several parts, given the role that each part needs."""
    return max(needed, key=_rank)


def least_of(known: Iterable[Audience]) -> Audience:
    """Returns the role of those who may read the least, among several."""
    return min(known, key=_rank)


def _rank(audience: Audience) -> int:
    return len(audience.readable)
