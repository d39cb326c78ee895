"""Finds the conditions of a sentence by its grammar: "if it is opened", "영수증이 없는 고객은"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from knowledge.language.grammars import grammar_of


def conditional(text: str) -> Iterator[tuple[int, int]]:
    """Yields start and end of each condition."""
    return (match.span() for match in grammar_of(text).CONDITION.finditer(text))


_NOT = re.compile("없|않|못|아니|불가")


class Case(NamedTuple):
    """The special case that a sentence is for."""

    text: str
    rest: str
    """What the sentence says of it."""
    of_some: bool
    """Whether it is a group, "a customer with no receipt"; else an event, "if …"."""


def own_case(text: str) -> Case | None:
    """The special case that a sentence is for: "A customer with no receipt …", "…면, …".

    None for a sentence that only has a condition for what it says, "… if the tags are on", or an
    exception: "불량이 아니면 환불할 수 없습니다".
    """
    match = grammar_of(text).CASE.search(text)
    if match is None:
        return None
    case = match["when"] or match["who"]
    rest = f"{text[: match.start()]} {text[match.start() + len(case) :]}"
    is_exception = match["when"] and _NOT.search(case) and _NOT.search(rest)
    return None if is_exception else Case(case, rest, of_some=bool(match["who"]))
