"""How near a question is to statements: with the vectors of a small index, or made for it."""

import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from knowledge.model.documents import Filters
from knowledge.model.errors import EmbedderMissingError, EmbedderUnavailableError
from knowledge.search.hybrid import HybridSearch
from knowledge.search.nearness import PlacedStatement
from knowledge.search.one_text import Selection
from knowledge.split.statements import statements
from knowledge.split.token_count import TokenCounter
from tests.fakes import FakeEmbedder
from tests.unit.knowledge.indexed import Indexed
from tests.unit.knowledge.shelf import Shelf

_FOLDER = {
    "refund.md": "# 환불\n\n환불은 14일입니다. 상자는 접어서 둡니다. 라벨은 떼어 냅니다.\n",
    "café.md": "# Café\n\nThe latte is served hot. Napkins lie on the counter.\n",
}


def _bi_encoder(error: EmbedderUnavailableError | None = None) -> FakeEmbedder:
    return FakeEmbedder("bi/6", by_statement=True, apart=False, error=error)


class _Both:
    """An index with both embedders, and a search in it."""

    def __init__(self, folder: Path, shelf: Shelf, tokens: TokenCounter, most: int = 1_000) -> None:
        self.bi_encoder, self.large = _bi_encoder(), FakeEmbedder("large/6")
        self.run = Indexed(
            folder, shelf, tokens, self.large, bi_encoder=self.bi_encoder, most_characters=most
        )
        self.run.write(_FOLDER)

    async def index(self) -> str | None:
        report = await self.run.indexer.rebuild()
        assert report.published, report
        return self.run.shelf.published().embedder

    @property
    def search(self) -> HybridSearch:
        return self.run.shelf.search(self.large, self.run.store, bi_encoder=self.bi_encoder)

    async def kin(self, text: str) -> dict[str, float | None] | None:
        """How near the statements that are found are to the one that is asked for."""
        async with self.search.pinned() as snapshot:
            found = await snapshot.find(text, Filters(as_of=self.run.day))
            said = [
                PlacedStatement(hit.passage, one.text)
                for hit in found.hits
                for one in statements(hit.passage)
            ]
            one = next(each for each in said if each.text == text)
            told = await snapshot.kinship(one, [each for each in said if each != one])
        if told is None:
            return None
        return dict(zip((each.text for each in said if each != one), told, strict=True))

    async def near(self, question: str, most: int) -> dict[str, float | None] | None:
        async with self.search.pinned() as snapshot:
            found = await snapshot.find(question, Filters(as_of=self.run.day))
            said = [
                PlacedStatement(hit.passage, one.text)
                for hit in found.hits
                for one in statements(hit.passage)
            ]
            self.bi_encoder.asked.clear()
            told = await snapshot.nearness(question, said, most)
        if told is None:
            return None
        return dict(zip((one.text for one in said), told, strict=True))


@pytest.fixture
def both(tmp_path: Path, shelf: Shelf, tokens: TokenCounter) -> _Both:
    return _Both(tmp_path, shelf, tokens)


@pytest.fixture
def large(tmp_path: Path, shelf: Shelf, tokens: TokenCounter) -> _Both:
    return _Both(tmp_path, shelf, tokens, most=10)


# --- which embedder an index has ---------------------------------------------------------------


async def test_few_documents_have_the_vectors_of_the_bi_encoder(both: _Both) -> None:
    assert await both.index() == "bi/6"

    assert "Café: The latte is served hot." in both.bi_encoder.asked
    assert both.large.asked == []


async def test_many_documents_have_the_vectors_of_the_faster_embedder(large: _Both) -> None:
    assert await large.index() == "large/6"

    assert large.bi_encoder.asked == []


async def test_without_the_bi_encoder_the_other_makes_the_vectors_and_that_is_no_change(
    both: _Both, caplog: pytest.LogCaptureFixture
) -> None:
    both.bi_encoder.error = EmbedderMissingError("gone")

    with caplog.at_level(logging.WARNING):
        assert await both.index() == "large/6"

    assert [one.__dict__["embedder"] for one in caplog.records] == ["bi/6"]
    known = both.run.shelf.published()
    assert not both.run.indexer.is_stale()
    await both.index()
    assert both.run.shelf.published() == known
    both.bi_encoder.error = None
    assert await both.index() == "bi/6"


async def test_documents_that_become_too_many_are_embedded_anew(both: _Both) -> None:
    await both.index()

    both.run.write({"long.md": f"# Long\n\n{'The café opens at ten. ' * 50}\n"})

    assert await both.index() == "large/6"


@pytest.mark.parametrize("most", [1_000, 10], ids=["small", "large"])
async def test_either_index_is_searched_by_what_made_it(
    most: int, tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    both = _Both(tmp_path, shelf, tokens, most)
    await both.index()

    found = await both.search.find("라떼", Filters(as_of=both.run.day))

    assert "latte" in found.hits[0].passage.text
    assert found.hits[0].meaning > 0


# --- how near a question is to statements ------------------------------------------------------


async def test_statements_of_the_index_are_compared_by_their_vectors(both: _Both) -> None:
    await both.index()

    near = await both.near("환불 refund", 0)

    assert near
    assert max(near, key=lambda text: near[text] or 0) == "환불은 14일입니다."
    assert None not in near.values()
    assert [one for one in both.bi_encoder.asked if one != "환불 refund"] == []


async def test_statements_of_the_index_are_compared_with_one_of_them(both: _Both) -> None:
    await both.index()
    both.bi_encoder.asked.clear()

    near = await both.kin("환불은 14일입니다.")

    assert near
    assert near["상자는 접어서 둡니다."] is not None
    assert [one for one in both.bi_encoder.asked if one != "환불은 14일입니다"] == []


async def test_a_large_index_has_no_vectors_of_statements(large: _Both) -> None:
    await large.index()

    assert await large.near("환불 refund", 6) is None
    assert await large.kin("환불은 14일입니다.") is None
    assert large.bi_encoder.asked == []


@pytest.mark.parametrize(
    "error", [EmbedderMissingError("gone"), EmbedderUnavailableError("onnxruntime failed")]
)
async def test_where_the_bi_encoder_fails_nothing_is_told(
    error: EmbedderUnavailableError, both: _Both, caplog: pytest.LogCaptureFixture
) -> None:
    await both.index()
    both.bi_encoder.error = error

    with caplog.at_level(logging.WARNING):
        assert await both.near("환불", 2) is None

    assert caplog.records[-1].message == "ranking without a bi-encoder"


async def test_without_a_bi_encoder_nothing_is_told(both: _Both) -> None:
    await both.index()

    async with both.run.shelf.search(both.large, both.run.store).pinned() as snapshot:
        assert await snapshot.nearness("환불", [], 6) is None


def _of(selection: Selection) -> Sequence[PlacedStatement]:
    return [PlacedStatement(selection.whole, one.text) for one in statements(selection.whole)]


async def test_a_selected_text_is_compared_too() -> None:
    selection = Selection("Refunds take 5 days. 라떼.", "Text", "en", bi_encoder=_bi_encoder())

    told = await selection.nearness("환불", _of(selection), 6)

    assert told
    assert (told[0] or 0) > (told[1] or 0)
    assert await selection.nearness("환불", _of(selection), 1) == [told[0], None]
    assert await Selection("Refunds.", "Text", "en").nearness("환불", [], 6) is None
    assert await selection.kinship(_of(selection)[0], _of(selection)[1:]) is None
