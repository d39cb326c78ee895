"""A selected text is searched by itself, by words and by meaning."""

from knowledge.language.meanings.glossary import Glossary
from knowledge.model.errors import EmbedderUnavailableError
from knowledge.models.reader import Pair
from knowledge.search.one_text import NAME, Selection
from tests.fakes import FakeCrossEncoder, FakeEmbedder

TEXT = """# Refunds

Headphones go back within 14 days.

# Coffee

The machine is cleaned every evening.
"""


async def test_the_passage_with_the_words_comes_first() -> None:
    selection = Selection(TEXT, "Selected text", "en")

    found = await selection.find("when is the machine cleaned?", 1)

    [hit] = found.hits
    assert hit.passage.section == ("Coffee",)
    assert (hit.lexical, hit.meaning) == (1.0, 0.0)
    assert set(found.rarity.values()) == {1.0}


async def test_the_passage_with_the_meaning_comes_first_where_no_word_is_shared() -> None:
    selection = Selection(TEXT, "Selected text", "en", FakeEmbedder())

    found = await selection.find("라떼 커피", 2)

    assert [hit.passage.section for hit in found.hits] == [("Coffee",), ("Refunds",)]


async def test_a_word_of_the_glossary_counts_half() -> None:
    glossary = Glossary.of([["headphones", "earphones"]])
    selection = Selection(TEXT, "Selected text", "en", glossary=glossary)

    found = await selection.find("earphones", 1)

    assert found.hits[0].lexical == 0.5


async def test_passages_are_pieces_of_the_whole() -> None:
    selection = Selection(TEXT, "Selected text", "en")

    found = await selection.find("machine", 6)

    assert selection.whole.text == TEXT
    for hit in found.hits:
        passage = hit.passage
        assert TEXT[passage.start : passage.end] == passage.text
        assert passage.header.doc_id == NAME


async def test_vectors_are_made_once_for_all_questions_of_a_text() -> None:
    embedder = FakeEmbedder()
    selection = Selection(TEXT, "Selected text", "en", embedder)

    await selection.find("refund", 6)
    await selection.find("coffee", 6)

    assert len(embedder.asked) == len(set(embedder.asked)) == 4


async def test_an_embedder_that_is_away_leaves_the_words() -> None:
    embedder = FakeEmbedder(error=EmbedderUnavailableError("away"))
    selection = Selection(TEXT, "Selected text", "en", embedder)

    found = await selection.find("machine cleaned", 1)

    assert found.hits[0].passage.section == ("Coffee",)
    assert await selection.likeness("a", ["b", "c"]) == [0.0, 0.0]


def test_the_beginning_is_what_stands_first() -> None:
    found = Selection(TEXT, "Selected text", "en").beginning(1)

    assert [hit.passage.section for hit in found.hits] == [("Refunds",)]


async def test_its_statements_are_read_together_with_the_question() -> None:
    pairs = [Pair("", "환불 5일"), Pair("", "라떼")]
    selection = Selection(TEXT, "Selected text", "en", cross_encoder=FakeCrossEncoder())

    assert await selection.relevance("환불", pairs) == [1.0, -1.0]
    assert await Selection(TEXT, "Selected text", "en").relevance("환불", pairs) is None
