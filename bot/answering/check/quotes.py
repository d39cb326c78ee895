"""Whether quotes are verbatim, and all that a sentence is made of."""

from collections.abc import Mapping

from bot.model import Citation, Sentence
from knowledge.language.sentences import normalised
from knowledge.model.documents import Passage
from knowledge.split.statements import statements


def is_quoted(citation: Citation, known: Mapping[str, Passage]) -> bool:
    """Whether a quote stands in the passage that was found, word for word."""
    passage = known.get(citation.passage.passage_id)
    quote = normalised(citation.quote)
    return passage is not None and bool(quote) and quote in normalised(passage.text)


def is_own_statement(sentence: Sentence, known: Mapping[str, Passage]) -> bool:
    """Whether a sentence is said by its passage in these very words, and quotes all of them.

    A table's row is said with its column names, a list's item with the sentence above the list: no
    single quote holds the whole of it.
    """
    quotes = {citation.quote for citation in sentence.citations}
    passages = {one.passage.passage_id: known[one.passage.passage_id] for one in sentence.citations}
    return any(
        statement.text == sentence.text and quotes.issuperset(statement.quotes)
        for passage in passages.values()
        for statement in statements(passage)
    )
