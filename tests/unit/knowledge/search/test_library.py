"""The published index: who may see a passage, and which passages share words."""

import sqlite3
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from knowledge.language.terms import query_terms
from knowledge.model.documents import (
    Audience,
    Filters,
    Generation,
    Header,
    Passage,
    StorePlace,
    key_of,
)
from knowledge.model.errors import IndexMissingError, KnowledgeError
from knowledge.search.library import reach
from tests.unit.knowledge.shelf import Shelf
from tests.unit.knowledge.texts import passage

_TODAY = date(2026, 11, 21)
_ANYONE = Filters(as_of=_TODAY)


def _header(doc_id: str = "refund", title: str = "규정") -> Header:
    return Header(doc_id, title, f"{doc_id}.md")


def _allowed(shelf: Shelf, passages: list[Passage], filters: Filters) -> list[str]:
    published = shelf.published()
    visible = shelf.library.visible(published, filters)
    ids = [one.passage_id for one in passages if key_of(one.passage_id) in visible]
    return sorted(one.text for one in shelf.library.passages(published, ids).values())


def _sharing(shelf: Shelf, question: str, filters: Filters = _ANYONE) -> list[str]:
    phrases = [(term,) for term in query_terms(question)]
    found = _found(shelf, shelf.published(), phrases, filters)
    return [passage_id.partition("#")[2] for passage_id, _ in found]


def _found(
    shelf: Shelf, generation: Generation, phrases: list[tuple[str]], filters: Filters = _ANYONE
) -> list[tuple[str, float]]:
    visible = shelf.library.visible(generation, filters)
    return shelf.library.sharing(generation.number, phrases, visible, 10)


def test_without_an_index_the_command_is_named(shelf: Shelf) -> None:
    with pytest.raises(IndexMissingError, match="storewise reindex"):
        shelf.generations.published()


def test_a_published_passage_comes_back_as_it_was(shelf: Shelf) -> None:
    header = Header(
        doc_id="환불-규정",
        title="환불 규정",
        source="ko/환불.md",
        version="1.10",
        language="ko",
        category="refund",
        store_types=("cafe", "apparel"),
        audience=Audience.MANAGER,
        effective_from=date(2026, 3, 1),
        effective_until=date(2026, 12, 31),
        supersedes="환불-규정@1.9",
        owner="매장운영팀",
        review_by=date(2027, 3, 1),
        url="https://handbook.example/ko",
        published_date=date(2026, 2, 16),
        tags=("환불", "반품"),
    )
    written = Passage("환불-규정@1.10#1", header, ("기간", "Cash"), "14일.", 7, 11, 3, record=True)

    shelf.publish([written])

    published = shelf.published()
    assert shelf.library.passages(published, [written.passage_id]) == {written.passage_id: written}
    assert shelf.library.passages(published, ["환불-규정@1.10#2"]) == {}


def test_a_passage_of_another_index_is_not_taken_from_memory(shelf: Shelf) -> None:
    old = passage("14일.")
    new = replace(old, text="30일.")
    shelf.publish([old])
    first = shelf.published()
    shelf.library.passages(first, [old.passage_id])

    shelf.publish([new])

    ids = [old.passage_id]
    assert list(shelf.library.passages(shelf.published(), ids).values()) == [new]
    assert list(shelf.library.passages(first, ids).values()) == [old]


def test_an_index_is_kept_when_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "새 폴더" / "knowledge.db"
    first = Shelf(path)
    first.publish([passage("14일.")], "fake/6")
    first.close()

    second = Shelf(path)
    generation = second.published()
    second.close()

    assert (generation.number, generation.embedder) == (1, "fake/6")


def test_one_reads_while_another_publishes(tmp_path: Path) -> None:
    path = tmp_path / "knowledge.db"
    writer, reader = Shelf(path), Shelf(path)

    writer.publish([passage("14일.")])
    number = reader.published().number
    writer.close()
    reader.close()

    assert number == 1


def test_a_damaged_index_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "knowledge.db"
    path.write_bytes("환불".encode() * 1000)

    with pytest.raises(KnowledgeError, match="is damaged; delete it and run `storewise reindex`"):
        Shelf(path)


def test_an_index_of_another_version_asks_for_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "knowledge.db"
    made = sqlite3.connect(path)
    made.execute("PRAGMA user_version = 99")
    made.close()

    with pytest.raises(KnowledgeError, match="another version; delete it and reindex"):
        Shelf(path)


def test_another_generation_takes_the_place_of_the_first(shelf: Shelf) -> None:
    old, new = passage("환불은 7일 이내입니다."), passage("환불은 14일 이내입니다.")

    shelf.publish([old])
    announced = shelf.generations.next_number()
    shelf.publish([new])

    assert shelf.generations.published().number == announced == 2
    assert shelf.generations.size(2) == (1, 1)
    assert _allowed(shelf, [old, new], _ANYONE) == [new.text]
    assert _sharing(shelf, "환불") == [new.text]


def test_the_generation_before_the_published_one_is_kept_and_no_older_one(
    shelf: Shelf,
) -> None:
    for days in (7, 14, 30):
        shelf.publish([passage(f"환불은 {days}일 이내입니다.")])

    assert shelf.generations.kept() == (2, 3)
    assert shelf.generations.size(1) == (0, 0)


def test_who_reads_the_generation_before_goes_on_until_the_next(shelf: Shelf) -> None:
    for days in (7, 14):
        shelf.publish([passage(f"환불은 {days}일 이내입니다.")])

    found = _found(shelf, replace(shelf.published(), number=1), [("환불",)])

    assert [passage_id for passage_id, _ in found] == ["refund-en@1#환불은 7일 이내입니다."]


def test_words_of_a_generation_that_is_gone_ask_for_another_try(shelf: Shelf) -> None:
    for days in (7, 14, 30):
        shelf.publish([passage(f"환불은 {days}일 이내입니다.")])

    with pytest.raises(KnowledgeError, match="ask again"):
        _found(shelf, replace(shelf.published(), number=1), [("환불",)])


def test_what_cannot_be_published_leaves_the_earlier_generation(shelf: Shelf) -> None:
    good, twice = passage("환불은 7일 이내입니다."), passage("Twice.")
    shelf.publish([good])

    with pytest.raises(sqlite3.IntegrityError):
        shelf.publish([twice, twice])

    assert shelf.generations.published().number == 1
    assert _sharing(shelf, "환불") == [good.text]


def test_keys_and_fingerprints_tell_what_a_generation_holds(shelf: Shelf) -> None:
    one = passage("14일.")

    number = shelf.publish([one])

    assert list(shelf.generations.digests(number)) == ["refund-en@1"]
    assert list(shelf.generations.fingerprints(number).values()) == [one.passage_id]


def test_every_document_has_a_category_whatever_its_version(shelf: Shelf) -> None:
    refund = replace(_header("refund@en"), category="refund")
    passages = [
        passage("7일", refund),
        passage("14일", replace(refund, version="2")),
        passage("손 씻기", replace(_header("위생"), category="hygiene")),
    ]

    number = shelf.publish(passages)

    assert shelf.generations.categories(number) == {"refund@en": "refund", "위생": "hygiene"}


@pytest.mark.parametrize(
    ("store_type", "found"),
    [
        ("cafe", ["cafe", "cafe, apparel", "everyone"]),
        ("apparel", ["cafe, apparel", "everyone"]),
        ("편의점", ["everyone", "편의점"]),
        ("caf", ["everyone"]),
        ("all", ["everyone"]),
        (None, ["cafe", "cafe, apparel", "everyone", "편의점"]),
    ],
)
def test_a_store_sees_its_own_passages_and_those_for_all(
    shelf: Shelf, store_type: str | None, found: list[str]
) -> None:
    passages = [
        passage("everyone", _header("a")),
        passage("cafe", replace(_header("b"), store_types=("cafe",))),
        passage("cafe, apparel", replace(_header("c"), store_types=("cafe", "apparel"))),
        passage("편의점", replace(_header("d"), store_types=("편의점",))),
    ]

    shelf.publish(passages)

    assert _allowed(shelf, passages, replace(_ANYONE, store_type=store_type)) == found


GANGNAM = StorePlace("gangnam", region="seoul", brand="daily")


@pytest.mark.parametrize(
    ("place", "found"),
    [
        (GANGNAM, ["daily in seoul", "everyone", "gangnam", "seoul"]),
        (StorePlace("haeundae", region="부산"), ["everyone", "부산"]),
        (StorePlace("gang"), ["everyone"]),
        (StorePlace(), ["everyone"]),
        (None, ["daily in seoul", "everyone", "gangnam", "seoul", "부산"]),
    ],
)
def test_a_place_sees_what_counts_there(
    shelf: Shelf, place: StorePlace | None, found: list[str]
) -> None:
    passages = [
        passage("everyone", _header("a")),
        passage("gangnam", replace(_header("b"), stores=("gangnam",))),
        passage("seoul", replace(_header("c"), regions=("seoul", "incheon"))),
        passage("부산", replace(_header("d"), regions=("부산",))),
        passage("daily in seoul", replace(_header("e"), regions=("seoul",), brands=("daily",))),
    ]

    shelf.publish(passages)

    assert _allowed(shelf, passages, replace(_ANYONE, place=place)) == found


@pytest.mark.parametrize(
    ("category", "found"), [("refund", ["a"]), ("위생", ["b"]), ("refun", []), (None, ["a", "b"])]
)
def test_a_category_is_asked_for_by_its_name(
    shelf: Shelf, category: str | None, found: list[str]
) -> None:
    passages = [
        passage("a", replace(_header("a"), category="refund")),
        passage("b", replace(_header("b"), category="위생")),
    ]

    shelf.publish(passages)

    assert _allowed(shelf, passages, replace(_ANYONE, category=category)) == found


@pytest.mark.parametrize(
    ("audience", "found"),
    [
        (Audience.STAFF, ["staff"]),
        (Audience.MANAGER, ["manager", "staff"]),
        (Audience.ADMIN, ["admin", "manager", "staff"]),
    ],
)
def test_a_rank_reads_its_own_and_those_below(
    shelf: Shelf, audience: Audience, found: list[str]
) -> None:
    passages = [
        passage(rank.value, replace(_header(rank.value), audience=rank)) for rank in Audience
    ]

    shelf.publish(passages)

    assert _allowed(shelf, passages, replace(_ANYONE, audience=audience)) == found


@pytest.mark.parametrize(
    ("day", "found"),
    [
        (date(2026, 2, 28), ["7일"]),
        (date(2026, 3, 1), ["14일"]),
        (date(2026, 12, 31), ["14일"]),
        (date(2027, 1, 1), []),
        (date.min, ["7일"]),
        (date.max, []),
    ],
)
def test_a_version_is_seen_from_its_first_day_to_its_last(
    shelf: Shelf, day: date, found: list[str]
) -> None:
    second = replace(
        _header(),
        version="2",
        effective_from=date(2026, 3, 1),
        effective_until=date(2026, 12, 31),
    )
    passages = [passage("7일", _header()), passage("14일", second)]

    shelf.publish(passages)

    assert _allowed(shelf, passages, replace(_ANYONE, as_of=day)) == found


def test_a_widened_search_keeps_the_day_the_store_and_the_rank() -> None:
    filters = Filters(_TODAY, Audience.MANAGER, "cafe", "refund", "ko")

    assert filters.widened() == Filters(_TODAY, Audience.MANAGER, "cafe")


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("How long is a refund for headphones?", "Headphones: a refund within 14 days."),
        ("헤드폰 환불은 며칠까지 되나요?", "헤드폰은 14일 이내에 환불합니다."),
        ("커피는 얼마예요?", "차와 커피는 4,000원입니다."),
    ],
)
def test_the_passage_with_most_of_the_words_comes_first(
    shelf: Shelf, question: str, best: str
) -> None:
    shelf.publish(
        [
            passage("Headphones: a refund within 14 days."),
            passage("Headphones are on the second shelf."),
            passage("헤드폰은 14일 이내에 환불합니다."),
            passage("헤드폰은 둘째 선반에 있습니다."),
            passage("차와 커피는 4,000원입니다."),
            passage("녹차는 없습니다."),
        ],
    )

    assert _sharing(shelf, question)[0] == best


def test_a_word_of_the_title_finds_every_passage_of_the_document(shelf: Shelf) -> None:
    shelf.publish([passage("14일.", _header(title="환불 규정")), passage("x", _header("b"))])

    assert _sharing(shelf, "환불") == ["14일."]


def test_words_find_nothing_that_the_filters_do_not_let_through(shelf: Shelf) -> None:
    secret = replace(_header("b"), audience=Audience.MANAGER, store_types=("cafe",))
    shelf.publish([passage("금고 번호", secret), passage("금고 위치", _header("a"))])

    staff = _sharing(shelf, "금고")
    admin = _sharing(shelf, "금고", replace(_ANYONE, audience=Audience.ADMIN))

    assert staff == ["금고 위치"]
    assert sorted(admin) == ["금고 번호", "금고 위치"]


@pytest.mark.parametrize("hidden", [299, 300, 301, 3100])
def test_a_passage_behind_many_that_are_not_for_staff_is_found_by_its_words(
    shelf: Shelf, hidden: int
) -> None:
    secret = Header("secret", "환불", "secret.md", audience=Audience.MANAGER)
    own = passage("환불은 계산대에서 합니다. 그 밖의 일은 점장이 합니다.", _header("own", "계산대"))
    shelf.publish([*(passage(f"환불 환불 {n}", secret) for n in range(hidden)), own])

    assert _sharing(shelf, "환불") == [own.text]


def test_the_best_come_first(shelf: Shelf) -> None:
    shelf.publish([passage(f"환불 {'안내 ' * number}") for number in range(5)])

    scores = [score for _, score in _found(shelf, shelf.published(), [("환불",)])]

    assert len(scores) == 5
    assert scores == sorted(scores, reverse=True)


def test_among_very_many_passages_the_rare_words_of_a_question_are_enough(shelf: Shelf) -> None:
    rules = [passage(f"매장 안내 {n}") for n in range(5001)]
    shelf.publish([*rules, passage("계산대 옆"), passage("우산 보관")])

    assert _sharing(shelf, "매장 우산") == ["우산 보관"]
    assert len(_sharing(shelf, "매장")) >= 10
    assert len(_sharing(shelf, "매장 없음")) >= 10


@pytest.mark.parametrize("question", ["", "?!", "who are you", "혹시 알려주세요", "없는말"])
def test_a_question_without_known_words_finds_nothing(shelf: Shelf, question: str) -> None:
    shelf.publish([passage("환불은 14일 이내입니다.")])

    assert _sharing(shelf, question) == []


@pytest.mark.parametrize(
    "question",
    [
        '"환불" OR body:*',
        "환불') ; DROP TABLE passages; --",
        "NEAR(환불 이내, 3) AND NOT x",
        'refund"*^{}[]()',
        "환불\x00이내",
        "title : 환불 + -이내",
    ],
)
def test_hostile_words_are_only_words(shelf: Shelf, question: str) -> None:
    shelf.publish([passage("환불 refund 이내")])

    assert _sharing(shelf, question) == ["환불 refund 이내"]
    assert shelf.generations.size(1) == (1, 1)


def test_a_rare_word_weighs_more_than_a_frequent_one(shelf: Shelf) -> None:
    shelf.publish(
        [
            passage(text)
            for text in ("환불 카드", "환불 현금", "배송 안내", "영업 시간", "택배 접수")
        ],
    )

    frequent, rare, syllable, unknown = shelf.library.rarity(
        1, [("환불",), ("카드",), ("택",), ("없는",)]
    )

    assert frequent is not None
    assert rare is not None
    assert 0 < frequent < rare == syllable
    assert unknown is None
    assert shelf.library.rarest(1) > rare
    assert reach({"환불": frequent, "카드": rare}) > reach({"카드": rare}) > reach({}) == 0


def test_a_syllable_counts_as_often_as_it_begins_a_pair(shelf: Shelf) -> None:
    # "원" begins two pairs in a passage, and is in 300 of 1,000.
    texts = [f"원가 원단 {number}" if number < 300 else f"비품 {number}" for number in range(1000)]
    shelf.publish([passage(text) for text in texts])

    counted = shelf.library.rarity(1, [("원",), ("원가",), ("비",), ("컵",)])

    assert counted[0] == counted[1] == pytest.approx(0.85, abs=0.01)
    assert counted[2] == pytest.approx(0, abs=0.01)
    assert counted[3] is None


def test_a_very_common_syllable_is_estimated(shelf: Shelf) -> None:
    texts = [f"{'원가' if number % 2 else '원단'} {number}" for number in range(2400)]
    shelf.publish([passage(text) for text in [*texts, *(f"비품 {n}" for n in range(5600))]])

    [rarity] = shelf.library.rarity(1, [("원",)])

    # 2,400 of 8,000 are 0.85; pairs that meet by chance would be in 2,220.
    assert rarity == pytest.approx(0.96, abs=0.02)


def test_a_common_syllable_is_left_out_where_a_rarer_word_was_asked_for(shelf: Shelf) -> None:
    shelf.publish([passage(f"원가 {number}") for number in range(2500)] + [passage("비품 안내")])
    published = shelf.published()

    both = _found(shelf, published, [("원",), ("비품",)])

    assert both == _found(shelf, published, [("비품",)])
    assert len(both) == 1
    assert len(_found(shelf, published, [("원",)])) > 1
