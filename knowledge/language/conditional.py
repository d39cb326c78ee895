"""Finds the conditions of a sentence by its grammar: "if it is opened", "영수증이 없는 고객은"."""

from collections.abc import Iterator

from knowledge.language.grammars import grammar_of


def conditional(text: str) -> Iterator[tuple[int, int]]:
    """Yields start and end of each condition."""
    return (match.span() for match in grammar_of(text).CONDITION.finditer(text))
