"""Finds the changes inside a sentence: its values and its other words."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from knowledge.language.values import Value, same, values, without_values

Pairs = tuple[tuple[Value | None, Value | None], ...]

_VALUE = "\x00"
"""Stands for a value among the words."""
_WORD = re.compile(r"\S+")
_LETTER = re.compile(r"\w")


def changed(old: str, new: str) -> tuple[Pairs, tuple[tuple[str, str], ...]]:
    """Returns the changed values and the other changed words, each before and after."""
    before, after = values(old), values(new)
    return tuple(_values(before, after)), tuple(_words(_bare(old, before), _bare(new, after)))


def _values(
    before: Sequence[Value], after: Sequence[Value]
) -> Iterator[tuple[Value | None, Value | None]]:
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after).get_opcodes():
        if tag != "equal":
            yield from _paired(before[i:i_end], after[j:j_end])


def _paired(
    before: Sequence[Value], after: Sequence[Value]
) -> Iterator[tuple[Value | None, Value | None]]:
    kinds = dict.fromkeys(value.kind for value in (*before, *after))
    for kind in kinds:
        olds = [value for value in before if value.kind is kind]
        news = [value for value in after if value.kind is kind]
        for old, new in zip_longest(olds, news):
            if old is None or new is None or not _written_alike(old, new):
                yield old, new


def _written_alike(old: Value, new: Value) -> bool:
    return same(old, new) and old.bound is new.bound and old.per == new.per


def _bare(text: str, found: Sequence[Value]) -> list[str]:
    return _WORD.findall(without_values(text, found, _VALUE))


def _words(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            continue
        old, new = (_shown(words) for words in (before[i:i_end], after[j:j_end]))
        if old != new and _LETTER.search(old + new):
            yield old, new


def _shown(words: Sequence[str]) -> str:
    return " ".join(" ".join(words).replace(_VALUE, " … ").split())
