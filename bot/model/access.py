"""Whose documents answer a question, and who may read an answer: decided before anything is found.

Roles are the audiences of documents: staff, managers, administrators.
"""

from collections.abc import Iterable

from bot.model import Answer, Verdict
from knowledge.model.documents import Audience

_TOLD = (Verdict.PASS, Verdict.CONFLICT)
"""What says nothing of other documents than the cited ones."""


def role_of(*, admin: bool = False, manager: bool = False) -> Audience:
    """The role of a person of whom the platform says so much; staff, where it says nothing."""
    if admin:
        return Audience.ADMIN
    return Audience.MANAGER if manager else Audience.STAFF


def read_with(own: Audience, here: Audience) -> Audience:
    """Whose documents answer where others read: only what the asker and all of them may see."""
    return min(own, here, key=_rank)


def may_read(own: Audience, needed: Audience) -> bool:
    """Whether somebody with this role may read what needs that one."""
    return needed in own.readable


def needed_for(answer: Answer) -> Audience:
    """The role that is needed to read an answer.

    An answer is as secret as the documents it cites. A refusal names what is nearest, and may quote
    it without citing: it is as secret as what was searched. What answers several questions may
    refuse some of them.
    """
    if answer.audience is not None:
        return answer.audience
    cited = [citation.passage.header.audience for citation in answer.citations]
    if answer.verdict not in _TOLD or not cited:
        return answer.question.filters.audience
    return most_of(cited)


def most_of(needed: Iterable[Audience]) -> Audience:
    """The role that may read all of it, where each part needs one."""
    return max(needed, key=_rank)


def _rank(audience: Audience) -> int:
    return len(audience.readable)
