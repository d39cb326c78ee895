"""Finding passages by meaning and by words."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from knowledge.language.meanings.glossary import Glossary
from knowledge.model.documents import Audience, Filters, Found, Header, Language, Passage
from knowledge.model.errors import EmbedderMissingError, EmbedderUnavailableError, IndexMissingError
from knowledge.models.embedder import Vector
from knowledge.models.reader import Pair
from knowledge.search.hybrid import HybridSearch
from knowledge.search.snapshot import PER_DOCUMENT
from tests.fakes import FakeCrossEncoder, FakeEmbedder
from tests.unit.knowledge.memory_store import MemoryStore
from tests.unit.knowledge.shelf import Shelf
from tests.unit.knowledge.texts import passage

_TODAY = Filters(as_of=date(2026, 11, 21))


def _of(doc_id: str, *texts: str) -> list[Passage]:
    header = Header(doc_id, "안내", f"{doc_id}.md")
    return [passage(text, header) for text in texts]


_SHELF = [
    *_of("a", "Unopened headphones: a refund within 14 days."),
    *_of("b", "매장 영업 시간은 10시부터입니다."),
    *_of("c", "라떼는 4,500원입니다."),
]


async def _search(
    shelf: Shelf, passages: Sequence[Passage] = _SHELF, embedder: FakeEmbedder | None = None
) -> HybridSearch:
    store, embedder = MemoryStore(), embedder or FakeEmbedder()
    await shelf.shelve(store, FakeEmbedder(embedder.name), passages)
    return shelf.search(embedder, store)


def _texts(found: Found) -> list[str]:
    return [hit.passage.text for hit in found.hits]


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("refund for headphones?", _SHELF[0]),
        ("헤드폰을 환불하려면?", _SHELF[0]),
        ("몇 시부터 영업하나요", _SHELF[1]),
        ("when do you open", _SHELF[1]),
        ("coffee price", _SHELF[2]),
    ],
)
async def test_a_question_in_either_language_finds_its_passage(
    shelf: Shelf, question: str, best: Passage
) -> None:
    search = await _search(shelf)

    found = await search.find(question, _TODAY)

    assert found.hits[0].passage == best


async def test_a_passage_near_in_meaning_and_words_comes_before_one_near_in_one(
    shelf: Shelf,
) -> None:
    both, meaning, words = (
        _of("a", "헤드폰 환불"),
        _of("b", "earphones, money back"),
        _of("c", "헤드"),
    )
    search = await _search(shelf, [*words, *meaning, *both])

    found = await search.find("헤드폰 환불", _TODAY)

    assert found.hits[0].passage == both[0]
    scores = [hit.score for hit in found.hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


async def test_a_hit_says_how_much_of_it_is_meaning_and_how_much_words(shelf: Shelf) -> None:
    search = await _search(shelf, [*_of("a", "환불"), *_of("b", "money back"), *_of("c", "교환")])

    found = await search.find("환불", _TODAY)

    known = {hit.passage.text: hit for hit in found.hits}
    assert known["환불"].lexical > 0 < known["환불"].meaning
    assert known["money back"].lexical == 0 < known["money back"].meaning
    assert "환불" in found.rarity


async def test_no_more_hits_come_than_were_asked_for(shelf: Shelf) -> None:
    search = await _search(shelf)

    found = await search.find("환불", _TODAY, limit=2)

    assert len(found.hits) == 2


async def test_one_document_does_not_crowd_out_the_others(shelf: Shelf) -> None:
    crowd = _of("a", *(f"환불 refund {number}" for number in range(5)))
    search = await _search(shelf, [*crowd, *_of("b", "영업 시간")])

    found = await search.find("환불 refund", _TODAY)

    documents = [hit.passage.header.doc_id for hit in found.hits]
    assert documents == ["a"] * PER_DOCUMENT + ["b"]


async def test_records_of_one_table_count_by_themselves(shelf: Shelf) -> None:
    records = [replace(row, record=True) for row in _of("a", *(f"환불: {n}" for n in range(5)))]
    search = await _search(shelf, records)

    found = await search.find("환불", _TODAY, limit=4)

    assert len(found.hits) == 4


@pytest.mark.parametrize(
    "hidden",
    [
        {"audience": Audience.MANAGER},
        {"store_types": ("apparel",)},
        {"category": "other"},
        {"effective_from": date(2027, 1, 1)},
        {"effective_until": date(2026, 11, 20)},
    ],
)
@pytest.mark.parametrize("embedder", [FakeEmbedder(), None], ids=["both halves", "words"])
async def test_the_filters_reach_both_halves(
    shelf: Shelf, hidden: dict[str, object], embedder: FakeEmbedder | None
) -> None:
    header = Header("a", "안내", "a.md", category="refund")
    seen, unseen = passage("환불 A", header), passage("환불 B", _changed(header, hidden))
    store = MemoryStore()
    await shelf.shelve(store, FakeEmbedder(), [seen, unseen])
    search = shelf.search(embedder, store)

    found = await search.find("환불", replace(_TODAY, store_type="cafe", category="refund"))

    assert _texts(found) == ["환불 A"]


def _changed(header: Header, values: dict[str, object]) -> Header:
    known = {name: getattr(header, name) for name in Header.__slots__}
    return Header(**{**known, "doc_id": "b", **values})


async def test_a_passage_behind_hundreds_that_are_not_for_staff_is_found(
    shelf: Shelf,
) -> None:
    managers = Header("a", "안내", "a.md", audience=Audience.MANAGER)
    hidden = [passage(f"환불 {number}", managers) for number in range(350)]
    search = await _search(shelf, [*hidden, *_of("b", "refund for headphones")])

    found = await search.find("환불", _TODAY)

    assert _texts(found) == ["refund for headphones"]


async def test_the_language_is_no_wall(shelf: Shelf) -> None:
    search = await _search(shelf, _of("a", "A refund takes 14 days."))

    found = await search.find("환불", replace(_TODAY, language="ko"))

    assert len(found.hits) == 1


@pytest.mark.parametrize(("language", "first"), [("ko", "b"), ("en", "a"), (None, "a")])
async def test_of_two_that_fit_the_one_in_the_language_of_the_question_comes_first(
    shelf: Shelf, language: Language | None, first: str
) -> None:
    english = Header("a", "안내", "a.md", language="en")
    korean = Header("b", "안내", "b.md", language="ko")
    same = [passage("Samsung S24 환불", header) for header in (english, korean)]
    shelf.publish([*same, *_of("c", "영업 시간")])

    found = await shelf.search().find("Samsung S24", replace(_TODAY, language=language))

    assert found.hits[0].passage.header.doc_id == first
    assert len(found.hits) == 2


async def test_words_alone_find_passages_when_the_embedder_fails(shelf: Shelf) -> None:
    search = await _search(shelf, embedder=FakeEmbedder(error=EmbedderUnavailableError("down")))

    found = await search.find("라떼 얼마예요?", _TODAY)

    assert _texts(found) == ["라떼는 4,500원입니다."]
    assert found.hits[0].meaning == 0
    assert found.hits[0].score == found.hits[0].lexical > 0


async def test_a_slow_embedder_changes_nothing_that_is_found(shelf: Shelf) -> None:
    store = MemoryStore()
    await shelf.shelve(store, FakeEmbedder(), _SHELF)
    usual = await shelf.search(FakeEmbedder(), store).find("라떼 얼마예요?", _TODAY)

    found = await shelf.search(FakeEmbedder(takes_s=0.4), store).find("라떼 얼마예요?", _TODAY)

    assert found == usual
    assert found.hits[0].meaning > 0


async def test_vectors_of_another_model_are_never_compared(shelf: Shelf) -> None:
    store, other = MemoryStore(), FakeEmbedder("other/6")
    await shelf.shelve(store, FakeEmbedder("fake/6"), _SHELF)

    found = await shelf.search(other, store).find("refund", _TODAY)

    assert other.asked == []
    assert _texts(found) == [_SHELF[0].text]


async def test_an_index_of_words_needs_no_vectors(shelf: Shelf) -> None:
    shelf.publish(_SHELF)

    found = await shelf.search(FakeEmbedder()).find("영업 시간", _TODAY)

    assert _texts(found) == [_SHELF[1].text]


async def test_a_question_without_known_words_finds_nothing_by_words(shelf: Shelf) -> None:
    shelf.publish(_SHELF)

    found = await shelf.search().find("?!", _TODAY)

    assert found.hits == ()


async def test_what_was_redacted_is_no_part_of_the_question(shelf: Shelf) -> None:
    embedder = FakeEmbedder()
    search = await _search(shelf, embedder=embedder)

    found = await search.find("[REDACTED_EMAIL] 환불 [REDACTED_PHONE]", _TODAY)

    assert list(found.rarity) == ["환불"]
    assert embedder.asked[0].strip() == "환불"


async def test_a_question_asked_again_is_not_embedded_again(shelf: Shelf) -> None:
    embedder = FakeEmbedder()
    search = await _search(shelf, embedder=embedder)

    await search.find("환불", _TODAY)
    await search.find("환불", _TODAY)

    assert embedder.asked == ["환불"]


@pytest.mark.parametrize("asked", ["환불 며칠", "refund days"])
async def test_searches_of_one_question_each_have_their_own_filters_and_limit(
    shelf: Shelf, asked: str
) -> None:
    managers = Header("m", "환불", "m.md", audience=Audience.MANAGER)
    korean = Header("k", "환불", "k.md", language="ko")
    english = Header("e", "환불", "e.md", language="en")
    texts = "환불 refund 며칠 days"
    search = await _search(shelf, [passage(texts, one) for one in (managers, korean, english)])
    kinds = [
        (filters, limit)
        for filters in (
            _TODAY,
            replace(_TODAY, audience=Audience.MANAGER),
            replace(_TODAY, language="en"),
            replace(_TODAY, language="ko"),
        )
        for limit in (1, 3)
    ]

    alone = [await search.find(asked, *kind) for kind in kinds]
    async with search.pinned() as snapshot:
        together = [await snapshot.find(asked, *kind) for kind in kinds]

    assert together == alone
    assert len({tuple(hit.passage.header.doc_id for hit in one.hits) for one in alone}) > 4


async def test_without_an_index_the_search_says_so(shelf: Shelf) -> None:
    with pytest.raises(IndexMissingError):
        await shelf.search(FakeEmbedder()).find("환불", _TODAY)


class _PublishedMeanwhile(MemoryStore):
    """Another process publishes generations right before the first search by meaning."""

    def __init__(self, shelf: Shelf, *generations: Sequence[Passage]) -> None:
        super().__init__()
        self._shelf = shelf
        self._coming = generations

    async def nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        coming, self._coming = self._coming, ()
        for passages in coming:
            await self._shelf.shelve(self, FakeEmbedder(), passages)
        return await super().nearest(generation, vector, limit)


async def test_a_search_ends_in_the_generation_that_it_began_in(shelf: Shelf) -> None:
    store = _PublishedMeanwhile(shelf, _of("a", "환불은 14일 이내입니다."))
    await shelf.shelve(store, FakeEmbedder(), _of("a", "환불은 7일 이내입니다."))

    found = await shelf.search(FakeEmbedder(), store).find("환불", _TODAY)

    assert _texts(found) == ["환불은 7일 이내입니다."]


class _Counting(MemoryStore):
    """Notes how many rows are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.limits: list[int] = []

    async def nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        self.limits.append(limit)
        return await super().nearest(generation, vector, limit)


@pytest.mark.parametrize(
    ("by_statement", "passages", "times"), [(True, 3, 4), (True, 4, 1), (False, 3, 1)]
)
async def test_only_where_statements_have_vectors_more_rows_are_asked_for_than_passages(
    shelf: Shelf,
    monkeypatch: pytest.MonkeyPatch,
    by_statement: bool,
    passages: int,
    times: int,
) -> None:
    # More passages than three have more statements than get vectors.
    monkeypatch.setattr("knowledge.search.snapshot.MOST", 3 * 4)
    store, embedder = _Counting(), FakeEmbedder(by_statement=by_statement)
    await shelf.shelve(store, embedder, _of("a", *(f"환불 {n}" for n in range(passages))))

    await shelf.search(embedder, store).find("환불", _TODAY)

    assert store.limits == [150 * times]


async def test_a_word_of_the_glossary_finds_what_the_documents_call_it(shelf: Shelf) -> None:
    shelf.publish([*_of("a", "반품은 14일 이내입니다."), *_of("b", "영업 시간")])
    glossary = Glossary.of([["환불", "반품", "refund"]])
    search = shelf.search(glossary=glossary)

    korean, english = await search.find("환불", _TODAY), await search.find("refund", _TODAY)

    assert _texts(korean) == _texts(english) == ["반품은 14일 이내입니다."]


async def test_the_word_itself_comes_before_one_of_the_glossary(shelf: Shelf) -> None:
    shelf.publish(
        [*_of("a", "반품 안내"), *_of("b", "환불 안내"), *_of("c", "영업"), *_of("d", "시간")],
    )
    glossary = Glossary.of([["환불", "반품"]])
    search = shelf.search(glossary=glossary)

    found = await search.find("환불", _TODAY)

    assert _texts(found) == ["환불 안내", "반품 안내"]


async def test_a_word_with_a_slip_finds_the_right_one(shelf: Shelf) -> None:
    shelf.publish([*_of("a", "A receipt is needed."), *_of("b", "Opening hours")])

    found = await shelf.search().find("recipt?", _TODAY)

    assert _texts(found) == ["A receipt is needed."]


async def test_a_word_that_the_documents_use_is_no_slip(shelf: Shelf) -> None:
    shelf.publish([*_of("a", "The store closes."), *_of("b", "A stone floor.")])

    found = await shelf.search().find("store", _TODAY)

    assert _texts(found) == ["The store closes."]


# --- likeness: how near sentences are -----------------------------------------------------------


async def _likeness(
    shelf: Shelf, weigher: FakeEmbedder | None, text: str, others: list[str]
) -> list[float]:
    shelf.publish(_SHELF)
    async with shelf.search(weigher=weigher).pinned() as snapshot:
        return await snapshot.likeness(text, others)


@pytest.mark.parametrize("text", ["헤드폰 환불", "refund for headphones"])
async def test_a_sentence_of_the_same_meaning_is_nearer(shelf: Shelf, text: str) -> None:
    near, far = await _likeness(shelf, FakeEmbedder(), text, ["earphones, money back", "라떼"])

    assert near > far


@pytest.mark.parametrize(
    "weigher",
    [
        None,
        FakeEmbedder(error=EmbedderUnavailableError("down")),
        FakeEmbedder(error=EmbedderMissingError("gone")),
    ],
    ids=["none", "down", "missing"],
)
async def test_without_a_weigher_nothing_is_near(
    shelf: Shelf, weigher: FakeEmbedder | None
) -> None:
    assert await _likeness(shelf, weigher, "환불", ["refund", "라떼"]) == [0.0, 0.0]


async def test_nothing_is_compared_with_nothing(shelf: Shelf) -> None:
    assert await _likeness(shelf, FakeEmbedder(), "환불", []) == []


async def test_after_warming_up_the_embedders_are_loaded(shelf: Shelf) -> None:
    embedder, weigher = FakeEmbedder(), FakeEmbedder("weigher/6")
    store = MemoryStore()
    await shelf.shelve(store, FakeEmbedder(), _SHELF)

    await shelf.search(embedder, store, weigher).warm_up()

    assert embedder.asked
    assert weigher.asked


# --- relevance: a statement read together with the question -------------------------------------


async def test_statements_are_read_by_the_cross_encoder(shelf: Shelf) -> None:
    shelf.publish(_SHELF)

    async with shelf.search(cross_encoder=FakeCrossEncoder()).pinned() as snapshot:
        told = await snapshot.relevance("환불", [Pair("", "환불 5일"), Pair("", "라떼")])

    assert told == [1.0, -1.0]


async def test_without_a_cross_encoder_nothing_is_told(shelf: Shelf) -> None:
    shelf.publish(_SHELF)

    async with shelf.search().pinned() as snapshot:
        assert await snapshot.relevance("환불", [Pair("", "라떼")]) is None
