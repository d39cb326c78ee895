"""Checks that quotes are verbatim, and recognises a passage's own statements."""

from collections.abc import Mapping

from bot.model import Citation, Sentence
from knowledge.language.sentences import normalised
from knowledge.model.documents import Passage
from knowledge.split.statements import statements


def is_quoted(citation: Citation, known: Mapping[str, Passage]) -> bool:
    """Whether a quote stands word for word in its passage, and the passage was found."""
    passage = known.get(citation.passage.passage_id)
    quote = normalised(citation.quote)
    return passage is not None and bool(quote) and quote in normalised(passage.text)


def is_own_statement(sentence: Sentence, known: Mapping[str, Passage]) -> bool:
    """Whether a sentence is a statement of its passage, unchanged and quoted in full.

    A table row comes with its column names and a list item with the sentence above the list, so a
    statement may need several quotes.
    """
    quotes = {citation.quote for citation in sentence.citations}
    passages = {one.passage.passage_id: known[one.passage.passage_id] for one in sentence.citations}
    return any(
        statement.text == sentence.text and quotes.issuperset(statement.quotes)
        for passage in passages.values()
        for statement in statements(passage)
    )
