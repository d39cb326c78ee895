"""What a passage states in one place, as a sentence that can be shown with its quotes."""

from collections.abc import Sequence

from bot.model import Citation, Sentence
from knowledge.model import Passage
from knowledge.sentences import Statement, plain, statements


def sentence_of(passage: Passage, statement: Statement) -> Sentence:
    """A statement of a passage; its quotes carry it."""
    return Sentence(statement.text, tuple(Citation(passage, one) for one in statement.quotes))


def stated(piece: str, passages: Sequence[Passage]) -> Sentence | None:
    """The statement that a piece of a document (`knowledge.sentences.pieces`) stands in."""
    if not piece:
        return None
    found = [
        sentence_of(passage, one)
        for passage in passages
        for one in statements(passage)
        if piece == one.text or piece in map(plain, one.quotes)
    ]
    # An item of a list stands in the list as a whole, too.
    return min(found, key=lambda one: len(one.citations), default=None)
