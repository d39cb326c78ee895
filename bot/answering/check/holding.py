"""Statements of a passage that pass the check, as sentences with their quotes."""

from collections.abc import Sequence
from dataclasses import replace

from bot.answering.check import fault
from bot.model import Sentence
from bot.model.written import sentence_of
from knowledge.language.sentences import plain
from knowledge.model.documents import Passage
from knowledge.search.catalogue.catalogue import Product
from knowledge.split.injections import is_planted
from knowledge.split.statements import Statement, statements


def without_labels(sentence: Sentence) -> Sentence:
    """Words a product's facts as one line: "Oak Desk (Furniture): $599.00."

    Any other sentence stays as it is.
    """
    passage = sentence.citations[0].passage
    product = Product.of(passage)
    if product is None or sentence.text != statements(passage)[0].text:
        return sentence
    return replace(sentence, text=plain(product.line))


def stated(piece: str, passages: Sequence[Passage]) -> Sentence | None:
    """The statement that holds a piece of a document (`sentences.pieces`), if it may be shown."""
    if not piece:
        return None
    found = [
        sentence_of(passage, one)
        for passage in passages
        for one in statements(passage)
        if piece == one.text or piece in map(plain, one.quotes)
    ]
    # A list's item also stands in the statement of the whole list: prefer the shorter one.
    found.sort(key=lambda one: len(one.citations))
    return next((one for one in found if holds(one)), None)


def first_stated(passages: Sequence[Passage]) -> Sentence | None:
    """The first sentence of a document; a list item or a table row if it has no sentence."""
    found = [sentence_of(one, each) for one in passages for each in statements(one)]
    found.sort(key=lambda one: len(one.citations) > 1)
    # One by one: checking every statement of a long document would be slow.
    return next((one for one in found if holds(one)), None)


def holds(sentence: Sentence) -> bool:
    """Whether a statement may be shown: it passes the check and is no instruction to a model."""
    passage = sentence.citations[0].passage
    known = {passage.passage_id: passage}
    told = Statement(sentence.text, tuple(one.quote for one in sentence.citations))
    return fault(sentence, known) is None and not is_planted(told, passage)
