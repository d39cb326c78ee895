"""Recognises one guide written for several shops: "Leeds store guide", "York store guide"."""

from collections.abc import Iterable, Sequence
from itertools import permutations

from bot.answering.check.shop_titles import shop_in_title
from bot.model import Question, Sentence
from knowledge.language.terms import terms
from knowledge.model.documents import Header


def names_of(headers: Sequence[Header]) -> list[str]:
    """The shop's name in each title, in order. Empty unless all titles differ in one word only."""
    names = [shop_in_title(one, other) for one, other in permutations(headers, 2)]
    return list(dict.fromkeys(filter(None, names))) if all(names) else []


def with_title(sentence: Sentence, question: Question, found: Iterable[Header]) -> str | None:
    """The title to put before a sentence, if a document for another shop was found, too.

    None if the question names the shop.
    """
    header = sentence.citations[0].passage.header
    name = next(filter(None, (shop_in_title(header, other) for other in found)), None)
    if name is None or set(terms(name)) <= set(terms(question.text)):
        return None
    return header.title
