"""Which statement of what was found fits the question best."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.answering.find.evidence import weigh
from bot.answering.find.ranking.reranking import BOTH, WITHOUT_VECTORS
from bot.model import Evidence, Question
from bot.privacy import safe
from knowledge.model.documents import Found, Passage
from knowledge.models.reader import Pair
from tests.fakes import FakeSearch
from tests.unit import given


async def weighed(asked: Question, *passages: Passage) -> Evidence:
    return await weigh(asked, given.found(asked.text, *passages), FakeSearch())


@pytest.mark.parametrize(
    ("asked", "text", "best"),
    [
        (
            "can faulty headphones be returned?",
            given.REFUND,
            "Opened headphones can be returned only when they are faulty.",
        ),
        (
            "불량 헤드폰은 환불되나요?",
            given.REFUND_KO,
            "개봉한 헤드폰은 불량일 때만 환불할 수 있습니다.",
        ),
    ],
)
async def test_the_statement_that_shares_the_question_s_words_comes_first(
    asked: str, text: str, best: str
) -> None:
    evidence = await weighed(given.question(asked), given.passage(text))

    assert evidence.candidates[0].statement.text == best
    assert len(evidence.candidates) == 2


@pytest.mark.parametrize(
    ("asked", "text", "best"),
    [
        ("how long is the refund?", "The refund is fair. The refund is 14 days.", "14"),
        ("환불 기간은 며칠인가요?", "환불 기간은 공정합니다. 환불 기간은 14일입니다.", "14"),
    ],
)
async def test_a_question_of_how_long_wants_a_number(asked: str, text: str, best: str) -> None:
    evidence = await weighed(given.question(asked), given.passage(text))

    assert best in evidence.candidates[0].statement.text


async def test_the_heading_above_a_statement_counts() -> None:
    below = given.passage("They stay shut.", doc_id="a", section=("Swimwear",))
    elsewhere = given.passage("They stay shut.", doc_id="b", section=("Parcels",))

    evidence = await weighed(given.question("swimwear?"), elsewhere, below)

    assert evidence.candidates[0].hit.passage == below


async def test_nearness_in_meaning_is_asked_for_all_statements_at_once() -> None:
    search = FakeSearch(alike=0.4)
    asked = given.question("headphones?")

    evidence = await weigh(asked, given.found(asked.text, given.passage()), search)

    [(text, others)] = search.compared
    assert text == "headphones"
    assert sorted(others) == sorted(one.statement.text for one in evidence.candidates)
    assert {one.likeness for one in evidence.candidates} == {0.4}


@pytest.mark.parametrize(("asked", "by_name"), [("refund policy?", True), ("headphones?", False)])
async def test_what_a_question_names_and_no_more_is_known(asked: str, by_name: bool) -> None:
    question = given.question(asked)

    evidence = await weigh(
        question, given.found(asked, given.passage(title="Refund Policy")), FakeSearch()
    )

    assert evidence.by_name is by_name


async def test_nothing_found_gives_no_candidates() -> None:
    evidence = await weigh(given.question("headphones?"), Found(), FakeSearch())

    assert evidence.candidates == ()


@pytest.mark.parametrize(
    "asked", ["Call 010-1234-5678: how long is the refund?", "010-1234-5678 환불 기간은?"]
)
async def test_what_stands_for_personal_data_is_no_part_of_what_is_asked(asked: str) -> None:
    question, search = given.question(asked), FakeSearch()

    await weigh(question, given.found(asked, given.passage()), search)

    [(text, _)] = search.compared
    assert "REDACTED" in question.text
    assert "REDACTED" not in text


@pytest.mark.parametrize(
    ("asked", "text", "best"),
    [
        ("can opened headphones be returned?", given.REFUND, "Opened"),
        ("how long can unopened headphones be returned?", given.REFUND, "Unopened"),
        ("개봉한 헤드폰 환불되나요?", given.REFUND_KO, "개봉한"),
        ("안 뜯은 헤드폰은 며칠 안에 환불되나요?", given.REFUND_KO, "개봉하지 않은"),
    ],
)
async def test_a_rule_for_the_other_state_of_the_goods_stands_back(
    asked: str, text: str, best: str
) -> None:
    passage, question = given.passage(text), given.question(asked)

    evidence = await weigh(question, given.found(asked, passage), FakeSearch(alike=0.5))

    assert evidence.candidates[0].statement.text.startswith(best)


@pytest.mark.parametrize(
    ("asked", "text", "best"),
    [
        (
            "when does the till show P-17?",
            "The till shows P-71 when it is out of paper. The till shows P-17 after a refund.",
            "The till shows P-17",
        ),
        (
            "HM-RF-02 양식은 언제 쓰나요?",
            "HM-RF-01 양식은 교환할 때 씁니다. HM-RF-02 양식은 환불할 때 씁니다.",
            "HM-RF-02",
        ),
        (
            "how much for an 8 kg box?",
            "Boxes of up to 5 kg cost ₩3,000. Boxes of more than 5 kg cost ₩6,000.",
            "Boxes of more",
        ),
        (
            "3kg 상자는 얼마예요?",
            "5kg을 초과하는 상자는 6,000원입니다. 5kg 이하 상자는 3,000원입니다.",
            "5kg 이하",
        ),
        (
            "discount on silver rings?",
            "Gold rings have a discount of 10%. Silver ones have a discount of 20%.",
            "Silver",
        ),
        (
            "눈 오는 날 매트는 몇 장 깔아요?",
            "비 오는 날 매트는 두 장 깝니다. 눈이 오면 매트는 세 장 깝니다.",
            "눈이 오면",
        ),
        (
            "no receipt, refund?",
            "Refunds need the receipt. Without a receipt: a voucher.",
            "Without",
        ),
        (
            "영수증이 없으면요?",
            "영수증이 있으면 환불합니다. 영수증이 없으면 교환합니다.",
            "영수증이 없",
        ),
    ],
)
async def test_the_rule_for_the_form_the_amount_or_the_case_at_hand_comes_first(
    asked: str, text: str, best: str
) -> None:
    question, passage = given.question(asked), given.passage(text)

    evidence = await weigh(question, given.found(asked, passage), FakeSearch(alike=0.5))

    first, second = evidence.candidates
    assert first.statement.text.startswith(best)
    assert first.score > second.score + 1


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ("refund?", ("Refunds take 14 days.", "환불은 14일 걸립니다.")),
        ("환불은요?", ("환불은 점장이 합니다.", "The manager makes refunds.")),
        ("open on weekdays?", ("Weekdays: 07:30, Sundays: 09:00", "평일에는 07:30에 엽니다.")),
    ],
)
@pytest.mark.parametrize(("alike", "twin"), [(0.9, True), (0.3, False)])
async def test_what_says_the_same_in_the_other_language_is_known(
    asked: str, texts: tuple[str, str], alike: float, twin: bool
) -> None:
    passages = [given.passage(text, doc_id=text) for text in texts]
    search = FakeSearch(alike=alike)

    evidence = await weigh(given.question(asked), given.found(asked, *passages), search)

    assert [one.is_translation for one in evidence.candidates] == [False, twin]


@pytest.mark.parametrize(("akin", "twin"), [(0.7, True), (0.4, False), (None, True)])
async def test_the_vectors_of_the_index_know_better_what_says_the_same(
    akin: float | None, twin: bool
) -> None:
    texts = ("The till shows what is wrong.", "계산대에 무엇이 잘못인지 나옵니다.")
    passages = [given.passage(text, doc_id=text) for text in texts]
    asked = given.question("what does the till show?")
    search = FakeSearch(alike=0.9, akin=lambda _: akin)

    evidence = await weigh(asked, given.found(asked.text, *passages), search)

    assert [one.is_translation for one in evidence.candidates] == [False, twin]


@pytest.mark.parametrize(
    "texts",
    [
        ("Refunds take 14 days.", "환불은 30일 걸립니다."),
        ("Grade B has a white label.", "등급 C는 주황 라벨입니다."),
        ("Refunds take 14 days.", "Refunds are made within 14 days."),
    ],
    ids=["other number", "other letter", "one language"],
)
async def test_what_says_something_else_or_in_one_language_is_no_twin(
    texts: tuple[str, str],
) -> None:
    passages = [given.passage(text, doc_id=text) for text in texts]
    asked = given.question("refund?")

    evidence = await weigh(asked, given.found(asked.text, *passages), FakeSearch(alike=0.9))

    assert [one.is_translation for one in evidence.candidates] == [False, False]


# --- what is read together with the question ----------------------------------------------------


def _reading(*, alike: float = 0.5, best: str = "Opened") -> FakeSearch:
    """Finds what is read to be off the point, but for a statement that begins so."""
    return FakeSearch(
        alike=alike, relevant=lambda one: 3.0 if one.statement.startswith(best) else -3.0
    )


@pytest.mark.parametrize(
    ("asked", "text", "best"),
    [
        ("what about headphones?", given.REFUND, "Unopened"),
        ("what about headphones?", given.REFUND, "Opened"),
        ("헤드폰은요?", given.REFUND_KO, "개봉하지"),
        ("헤드폰은요?", given.REFUND_KO, "개봉한"),
    ],
)
async def test_reading_decides_between_statements_that_look_alike(
    asked: str, text: str, best: str
) -> None:
    question = given.question(asked)

    evidence = await weigh(question, given.found(asked, given.passage(text)), _reading(best=best))

    first, second = evidence.candidates
    assert first.statement.text.startswith(best)
    assert (first.relevance, second.relevance) == (3.0, -3.0)


PRICES = "| Room | Price |\n|---|---|\n| Single | €40 |\n| Double | €70 |\n| Family | €90 |"
PRICES_KO = (
    "| 객실 | 요금 |\n|---|---|\n| 일인실 | 4만 원 |\n| 이인실 | 7만 원 |\n| 가족실 | 9만 원 |"
)
STEPS = "1. Switch off the alarm.\n2. Check the wind.\n3. Count the jackets."


@pytest.mark.parametrize(
    ("asked", "text", "whole"),
    [
        ("what does each room cost?", PRICES, "Room: Single, Double, Family; Price: €40, €70"),
        ("객실 요금이 각각 얼마예요?", PRICES_KO, "객실: 일인실, 이인실, 가족실; 요금: 4만 원"),
        ("how do I check in the morning?", STEPS, "Switch off the alarm.; Check the wind."),
    ],
)
async def test_a_table_and_a_list_are_read_as_wholes_and_win_for_all_their_parts(
    asked: str, text: str, whole: str
) -> None:
    found = given.found(asked, given.passage(text))

    evidence = await weigh(given.question(asked), found, _reading(best=whole))

    assert [one.as_whole for one in evidence.candidates] == [True] * 3
    assert evidence.candidates[0].score - evidence.candidates[-1].score < 0.1


async def test_a_row_that_fits_better_than_its_table_stays_alone() -> None:
    asked = "how much is the family room?"
    found = given.found(asked, given.passage(PRICES))

    evidence = await weigh(given.question(asked), found, _reading(best="Room: Family;"))

    assert evidence.candidates[0].statement.text == "Room: Family; Price: €90"
    assert not any(one.as_whole for one in evidence.candidates)


@pytest.mark.parametrize(
    ("near", "most"), [(lambda _: 0.5, BOTH.read), (None, WITHOUT_VECTORS.read)]
)
async def test_only_the_best_are_read_and_what_is_not_read_stays_behind(
    near: Callable[[str], float] | None, most: int
) -> None:
    asked = given.question("how long is the refund?")
    passages = [
        given.passage(f"The refund of thing {n} is {n} days.", doc_id=f"d{n}") for n in range(10)
    ]
    search = FakeSearch(alike=0.5, relevant=lambda one: -float(len(one.statement)), near=near)

    evidence = await weigh(asked, given.found(asked.text, *passages), search)

    [(text, read)] = search.read
    known = {one.statement for one in read}
    assert (text, len(read)) == ("how long is the refund", most)
    assert {one.statement.text for one in evidence.candidates[:most]} == known
    least = min(one.relevance or 0 for one in evidence.candidates[:most])
    assert {one.relevance for one in evidence.candidates[most:]} == {least}


@pytest.mark.parametrize(
    ("asked", "text", "unmentioned"),
    [
        ("Is there a refund for the mujahideen's bosons?", "A refund takes 14 days.", 2),
        ("Is there a refund for bosons?", "A refund of bosons takes 14 days.", 0),
        ("Is there a refund for a dress?", "A refund takes 14 days.", 0),
        ("김치찌개를 환불받나요?", "환불은 14일 걸립니다.", 1),
        ("환불은 며칠까지 되나요?", "환불은 14일 걸립니다.", 0),
        ("외투를 환불받나요?", "외투의 환불은 14일 걸립니다.", 0),
        # In another language words do not match.
        ("김치찌개를 환불받나요?", "A refund takes 14 days.", 0),
    ],
)
async def test_uncommon_words_that_the_best_passage_does_not_have_are_counted(
    asked: str, text: str, unmentioned: int
) -> None:
    found = given.found(asked, given.passage(text))
    read = FakeSearch(alike=0.5, relevant=lambda _: 1.0)

    evidence = await weigh(given.question(asked), found, read)
    unread = await weigh(given.question(asked), found, FakeSearch())

    assert (evidence.unmentioned, unread.unmentioned) == (unmentioned, 0)


@pytest.mark.parametrize("unknown", [0.0, None], ids=["far", "not compared"])
async def test_what_lies_nearest_is_read(unknown: float | None) -> None:
    asked = given.question("환불은 며칠이에요?")
    passages = [
        given.passage(f"{n}번 물건의 환불은 {n}일입니다.", doc_id=f"d{n}") for n in range(10)
    ]
    nearest = {passages[n].text: 0.9 - n / 20 for n in range(6, 10)}
    cosines = {passages[5].text: 0.0, **nearest}
    search = FakeSearch(alike=0.5, relevant=lambda _: 0.0, near=lambda t: cosines.get(t, unknown))

    evidence = await weigh(asked, given.found(asked.text, *passages), search)

    [(_, read)] = search.read
    assert [one.statement for one in read] == list(nearest)
    assert [one.statement.text for one in evidence.candidates[: BOTH.read]] == list(nearest)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("how long is the refund?", "The refund of thing {0} is {0} days."),
        ("환불은 며칠이에요?", "{0}번 물건의 환불은 {0}일입니다."),
    ],
)
@pytest.mark.parametrize("near", [1, 2, 3])
async def test_what_is_too_far_behind_to_come_first_is_not_read_and_stays_behind(
    asked: str, said: str, near: int
) -> None:
    passages = [given.passage(said.format(n), doc_id=f"d{n}") for n in range(10)]
    nearest = {passages[n].text for n in range(near)}
    search = FakeSearch(
        alike=0.5, relevant=lambda _: 1.0, near=lambda text: 0.9 if text in nearest else 0.6
    )

    evidence = await weigh(given.question(asked), given.found(asked, *passages), search)

    [(_, read)] = search.read
    assert {one.statement for one in read} == nearest
    assert {one.statement.text for one in evidence.candidates[:near]} == nearest
    [unread] = {one.relevance for one in evidence.candidates[near:]}
    assert unread is not None
    assert unread < 1.0


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("how long is the refund?", "The refund of thing {0} is {0} days."),
        ("환불은 며칠이에요?", "{0}번 물건의 환불은 {0}일입니다."),
    ],
)
@pytest.mark.parametrize(
    ("before", "best", "read"),
    [
        # Passages 2 and 3 are what the wider search has added.
        ([0, 1], 0, [0, 1]),
        ([0, 1], 3, [3, 0, 1]),
        # These are other passages than before, or the first that were found.
        ([0, 9], 0, [0, 1, 2, 3]),
        ([], 0, [0, 1, 2, 3]),
    ],
)
async def test_what_a_wider_search_only_adds_is_read_where_it_comes_first(
    before: list[int], best: int, read: list[int], asked: str, said: str
) -> None:
    every = [given.passage(said.format(n), doc_id=f"d{n}") for n in range(10)]
    order = sorted(range(4), key=lambda n: (n != best, n))
    cosines = {every[n].text: 0.7 - rank / 50 for rank, n in enumerate(order)}
    search = FakeSearch(alike=0.5, relevant=lambda _: 1.0, near=lambda text: cosines[text])
    then = given.found(asked, *(every[n] for n in before))

    await weigh(given.question(asked), given.found(asked, *every[:4]), search, before=then)

    [(_, pairs)] = search.read
    assert [one.statement for one in pairs] == [every[n].text for n in read]


@pytest.mark.parametrize(
    ("asked", "said", "named"),
    [
        (
            "can faulty goods be returned?",
            "Goods of kind {0} stand on a shelf.",
            "Faulty goods of kind {0} are exchanged.",
        ),
        (
            "불량 상품은 반품돼요?",
            "상품 {0}번은 선반에 있습니다.",
            "불량 상품 {0}번은 교환합니다.",
        ),
    ],
)
async def test_of_what_has_a_turn_only_the_best_are_read_besides(
    asked: str, said: str, named: str
) -> None:
    nearest = [given.passage(said.format(n), doc_id=f"d{n}") for n in range(BOTH.read)]
    turned = [given.passage(named.format(n), doc_id=f"t{n}") for n in range(BOTH.read)]
    cosines = {one.text: 0.95 for one in nearest}
    search = FakeSearch(alike=0.5, relevant=lambda _: 1.0, near=lambda t: cosines.get(t, 0.7))

    await weigh(given.question(asked), given.found(asked, *nearest, *turned), search)

    [(_, pairs)] = search.read
    read = [one.statement for one in pairs]
    assert sorted(read[: BOTH.read]) == sorted(one.text for one in nearest)
    assert len(set(read[BOTH.read :]) & {one.text for one in turned}) == len(read) - BOTH.read == 3


async def test_a_statement_that_stands_in_two_documents_is_read_once() -> None:
    asked, search = given.question("refund?"), _reading()
    twins = [given.passage(given.REFUND, doc_id=name) for name in ("a", "b")]

    evidence = await weigh(asked, given.found(asked.text, *twins), search)

    [(_, read)] = search.read
    assert sorted(read) == sorted(
        Pair(twins[0].above, text) for text in {one.statement.text for one in evidence.candidates}
    )


@pytest.mark.parametrize("search", [_reading(alike=0.0), FakeSearch(alike=0.5)])
async def test_without_vectors_or_a_cross_encoder_the_ranker_decides(search: FakeSearch) -> None:
    asked = given.question("headphones?")

    evidence = await weigh(asked, given.found(asked.text, given.passage()), search)

    assert search.read == []
    assert {one.relevance for one in evidence.candidates} == {None}


async def test_what_stands_for_personal_data_is_not_read() -> None:
    question, search = given.question("010-1234-5678 환불 기간은?"), _reading()

    await weigh(question, given.found(question.text, given.passage()), search)

    [(text, _)] = search.read
    assert "REDACTED" not in text


async def test_the_state_that_a_message_names_counts_more_than_that_of_the_question_before() -> (
    None
):
    asked = given.question("can unopened food be returned? what if it's been opened?")
    text = "Unopened food can be returned. Opened food is never taken back."

    evidence = await weighed(replace(asked, said=safe("it was opened")), given.passage(text))

    assert evidence.candidates[0].statement.text == "Opened food is never taken back."


async def test_the_thing_that_a_message_names_counts_more_than_that_of_the_question_before() -> (
    None
):
    asked = given.question("how long may I bring back a camera? and headphones?")
    text = "Cameras: 7 days to bring them back. Headphones: 14 days."

    evidence = await weighed(replace(asked, said=safe("and headphones?")), given.passage(text))

    assert evidence.candidates[0].statement.text == "Headphones: 14 days."
