"""A question for all of something is answered whole: a table, a list, steps, both branches."""

from dataclasses import replace

import pytest

from bot.answering.reply.length import in_length
from bot.model import Candidate, Checked, Evidence, Length, Verdict
from bot.model.written import sentence_of
from knowledge.model.documents import Found, Passage
from knowledge.split.statements import statements
from tests.unit import given

GRADES = """| Grade | Earning rate |
|---|---|
| Bronze | 1% |
| Silver | 2% |
| Gold | 3% |"""
GRADES_KO = """| 등급 | 적립률 |
|---|---|
| 브론즈 | 1% |
| 실버 | 2% |
| 골드 | 3% |"""
CARS = """| Cars | Fee |
|---|---|
| 1 | €8 |
| 2 | €15 |
| 3–5 | €30 |
| 8 or more | €60 |"""
CARS_KO = """| 차량 수 | 요금 |
|---|---|
| 1대 | 3,000원 |
| 2대 | 5,000원 |
| 3~5대 | 10,000원 |
| 8대 이상 | 20,000원 |"""
PARCELS = """| Weight | Jeju |
|---|---|
| up to 5 kg | ₩7,000 |
| over 5 kg, up to 10 kg | ₩9,000 |
| over 10 kg, up to 20 kg | ₩12,000 |"""
PARCELS_KO = """| 무게 | 제주 |
|---|---|
| 5kg 이하 | 7,000원 |
| 5kg 초과 10kg 이하 | 9,000원 |
| 10kg 초과 20kg 이하 | 12,000원 |"""
DISHES = """| Dish | Nuts | Milk |
|---|---|---|
| Carbonara | ○ | ● |
| Pesto | ● | ● |
| Curry | ● | ○ |"""
DISHES_KO = """| 메뉴 | 땅콩 | 우유 |
|---|---|---|
| 떡볶이 | X | X |
| 땅콩빙수 | O | O |
| 쌀국수 | O | X |"""
LENT = """| Item | Deposit |
|---|---|
| Wheelchair | €20 |
| Umbrella | €5 |"""
LENT_KO = """| 물품 | 보증금 |
|---|---|
| 휠체어 | 20,000원 |
| 우산 | 5,000원 |"""
PAID = """| Paid with | Refunded to |
|---|---|
| Cash | Cash from the till |
| Debit card | The same card |
| Gift card | A new gift card |"""
PAID_KO = """| 결제 수단 | 환불 |
|---|---|
| 현금 | 현금 |
| 카드 | 같은 카드 |"""
HOLDING = """| Dish | Contains |
|---|---|
| Latte | milk |
| Tea | – |
| Cake | egg, milk |"""
HOLDING_KO = """| 메뉴 | 성분 |
|---|---|
| 라떼 | 우유 |
| 홍차 | 없음 |
| 케이크 | 달걀, 우유 |"""
NEVER = """The following goods cannot be refunded.

- Opened food is never taken back.
- Socks are never taken back."""
NEVER_KO = """다음 상품은 환불할 수 없습니다.

- 개봉한 식품은 받지 않습니다.
- 양말은 받지 않습니다."""
LONG = "| Thing | Fee |\n|---|---|\n" + "\n".join(f"| Thing{n} | €{n} |" for n in range(1, 13))

_ALIKE = 1.0
"""Log odds behind the best part within which a list or table is meant as a whole."""


def told(
    asked: str,
    text: str | Passage,
    best: str,
    *,
    near: float = 0.5,
    length: Length = Length.NORMAL,
    others: tuple[Passage, ...] = (),
    section: tuple[Passage, ...] = (),
) -> list[str]:
    """The lines of the answer whose best statement holds some words; the rest is `near` behind."""
    passage = text if isinstance(text, Passage) else given.passage(text)
    found = given.found(asked, passage, *others)
    candidates = [
        replace(
            _candidate(one, place, found),
            score=5.0 if best in text_ else 5.0 - near,
            lifted=float(near <= _ALIKE),
        )
        for one in (passage, *others)
        for place, text_ in enumerate(each.text for each in statements(one))
    ]
    candidates.sort(key=lambda one: -one.score)
    kept = (sentence_of(candidates[0].hit.passage, candidates[0].statement),)
    evidence = Evidence(found, tuple(candidates))
    checked = Checked(Verdict.PASS, kept)
    after = in_length(checked, length, given.question(asked), evidence, section)
    lines = [" ".join(filter(None, (one.mark, one.text))) for one in after.kept]
    above = after.absent.line if after.absent else after.note
    return [above, *lines] if above else lines


def _candidate(passage: Passage, place: int, found: Found) -> Candidate:
    statement = statements(passage)[place]
    words = given.covering(statement.text, found)
    return replace(
        given.candidate(passage, statement.text), statement=statement, place=place, cover=words
    )


@pytest.mark.parametrize(
    ("asked", "table", "best"),
    [
        ("what are the earning rates of the grades?", GRADES, "Silver"),
        ("등급별 적립률이 어떻게 돼요?", GRADES_KO, "실버"),
    ],
)
@pytest.mark.parametrize("length", list(Length))
def test_a_question_that_names_no_row_gets_all_rows_in_their_order(
    asked: str, table: str, best: str, length: Length
) -> None:
    said = told(asked, table, best, length=length)

    assert said == [one.text for one in statements(given.passage(table))]


@pytest.mark.parametrize(
    ("asked", "table", "best", "row"),
    [
        ("what is the earning rate of gold?", GRADES, "Silver", "Grade: Gold; Earning rate: 3%"),
        ("골드 적립률은 얼마예요?", GRADES_KO, "실버", "등급: 골드; 적립률: 3%"),
        ("what is the deposit for an umbrella?", LENT, "Wheelchair", "Item: Umbrella; Deposit: €5"),
        ("우산 보증금은 얼마예요?", LENT_KO, "휠체어", "물품: 우산; 보증금: 5,000원"),
    ],
)
def test_the_row_that_is_named_is_read_and_no_other_one(
    asked: str, table: str, best: str, row: str
) -> None:
    assert told(asked, table, best) == [row]


@pytest.mark.parametrize(
    ("asked", "table", "best", "row"),
    [
        ("she paid by debit card but wants the refund in cash", PAID, "till", "The same card"),
        ("refund in cash, though he paid with a gift card?", PAID, "till", "A new gift card"),
        ("she paid in cash but wants it on her card", PAID, "same", "Cash from the till"),
        ("카드로 결제했는데 현금으로 환불되나요?", PAID_KO, "현금", "같은 카드"),
        ("현금으로 결제했는데 카드로 환불되나요?", PAID_KO, "카드", "환불: 현금"),
    ],
)
def test_the_row_of_the_asker_s_case_is_read_not_that_of_the_wish(
    asked: str, table: str, best: str, row: str
) -> None:
    said = told(asked, table, best)

    assert (len(said), said[0].endswith(row)) == (1, True)


def test_one_word_in_common_names_no_row_of_a_table_in_the_other_language() -> None:
    table = "| Alteration | Fee |\n|---|---|\n| Hemming | ₩5,000 |\n| Waist | ₩10,000 |"

    assert told("hemming 허리 요금?", table, "Waist", near=4.0) == [
        "Alteration: Waist; Fee: ₩10,000"
    ]


def test_a_row_that_fits_far_better_than_the_others_comes_alone() -> None:
    assert told("what do rings earn?", GRADES, "Gold", near=4.0) == [
        "Grade: Gold; Earning rate: 3%"
    ]


@pytest.mark.parametrize(
    ("asked", "table", "row"),
    [
        ("parking for 2 cars?", CARS, "Cars: 2; Fee: €15"),
        ("we come with 4 cars, what is the fee?", CARS, "Cars: 3–5; Fee: €30"),
        ("what is the fee for 12 cars?", CARS, "Cars: 8 or more; Fee: €60"),
        ("차 2대 요금이 얼마예요?", CARS_KO, "차량 수: 2대; 요금: 5,000원"),
        ("차 4대 주차하면 얼마예요?", CARS_KO, "차량 수: 3~5대; 요금: 10,000원"),
        ("차 12대는 얼마예요?", CARS_KO, "차량 수: 8대 이상; 요금: 20,000원"),
        ("7 kilos to jeju how much", PARCELS, "Weight: over 5 kg, up to 10 kg; Jeju: ₩9,000"),
        ("제주로 7키로 보내면 얼마", PARCELS_KO, "무게: 5kg 초과 10kg 이하; 제주: 9,000원"),
        ("제주 12kg 요금", PARCELS_KO, "무게: 10kg 초과 20kg 이하; 제주: 12,000원"),
    ],
)
def test_a_number_gets_its_own_row_or_the_range_that_holds_it(
    asked: str, table: str, row: str
) -> None:
    first = statements(given.passage(table))[0].text

    assert told(asked, table, first) == [row]


@pytest.mark.parametrize(
    ("asked", "table", "note"),
    [
        ("what is the fee for 7 cars?", CARS, "The table has no row for “7 cars”. It has these:"),
        (
            "차 7대는 얼마예요?",
            CARS_KO,
            "표에 “7대”에 해당하는 항목은 없습니다. 표에 있는 항목은 다음과 같습니다.",
        ),
    ],
)
def test_a_number_without_a_row_is_told_the_rows_there_are(
    asked: str, table: str, note: str
) -> None:
    rows = [one.text for one in statements(given.passage(table))]

    assert told(asked, table, rows[2]) == [note, *rows]


@pytest.mark.parametrize(
    ("asked", "table", "best", "names"),
    [
        ("which dishes have nuts?", DISHES, "Carbonara", ["Pesto", "Curry"]),
        ("which dishes are without milk?", DISHES, "Carbonara", ["Curry"]),
        ("땅콩 들어간 메뉴가 뭐예요?", DISHES_KO, "땅콩빙수", ["땅콩빙수", "쌀국수"]),
        ("우유 안 들어간 메뉴는요?", DISHES_KO, "땅콩빙수", ["떡볶이", "쌀국수"]),
    ],
)
def test_a_column_of_yes_and_no_chooses_the_rows(
    asked: str, table: str, best: str, names: list[str]
) -> None:
    said = told(asked, table, best)

    assert [one.partition(";")[0].partition(": ")[2] for one in said] == names


@pytest.mark.parametrize(
    ("asked", "table", "names"),
    [
        (
            "what has milk in it?",
            HOLDING,
            ["Latte", "Cake"],
        ),
        (
            "우유 들어간 메뉴는요?",
            HOLDING_KO,
            ["라떼", "케이크"],
        ),
    ],
)
def test_a_word_of_a_cell_gets_every_row_that_has_it(
    asked: str, table: str, names: list[str]
) -> None:
    said = told(asked, table, names[0])

    assert [one.partition(";")[0].partition(": ")[2] for one in said] == names


def test_the_row_named_in_full_is_meant_and_a_word_of_the_heading_names_none() -> None:
    food = "| Food | Limit |\n|---|---|\n| Oat milk | 4 days |\n| Milk | 2 days |\n| Tea | 9 days |"
    times = "| What | How often |\n|---|---|\n| Cleaning cloths | daily |\n| Grinder | weekly |"
    passage = given.passage(times, section=("Cleaning times",))

    assert told("how long does milk keep?", food, "Oat") == ["Food: Milk; Limit: 2 days"]
    assert len(told("what are the cleaning times?", passage, "cloths")) == 2


@pytest.mark.parametrize(
    ("asked", "text", "count"),
    [
        (
            "what goods cannot be refunded?",
            NEVER,
            3,
        ),
        (
            "환불 안 되는 상품은요?",
            NEVER_KO,
            3,
        ),
    ],
)
def test_a_lead_in_never_comes_without_its_list(asked: str, text: str, count: int) -> None:
    assert len(told(asked, text, text.split("\n", maxsplit=1)[0])) == count


def test_a_dish_that_is_named_comes_alone_with_its_yes_or_no() -> None:
    assert told("does the carbonara contain nuts?", DISHES, "Pesto") == [
        "Dish: Carbonara; Nuts: ○; Milk: ●"
    ]


def test_ten_rows_are_shown_and_the_others_named_and_cited() -> None:
    said = told("what are the fees?", LONG, "Thing3")

    assert len(said) == 11
    assert said[-1] == "2 more in the source: Thing11, Thing12"


def test_steps_go_on_behind_a_note_and_in_the_next_passage() -> None:
    first = given.passage(
        "1. Raise the shutter.\n2. Check the scale.\n\nNote: 5 g are fine.\n\n3. Fill the baskets.",
        section=("Opening the stall",),
    )
    next_one = replace(
        given.passage("4. Turn the sign.", number=2, section=("Opening the stall",)), start=200
    )

    said = told("how do I open the stall?", first, "scale", section=(first, next_one))

    assert said == [
        "1. Raise the shutter.",
        "2. Check the scale.",
        "Note: 5 g are fine.",
        "3. Fill the baskets.",
        "4. Turn the sign.",
    ]


def test_steps_longer_than_two_screens_say_how_many_are_left() -> None:
    steps = "\n".join(f"{n}. Check shelf {n} for expired goods." for n in range(1, 31))

    said = told("how do I check the shelves?", steps, "shelf 3 ")

    assert said[0] == "1. Check shelf 1 for expired goods."
    assert said[25:] == ["5 more in the source."]


@pytest.mark.parametrize(
    ("asked", "opened", "unopened"),
    [
        (
            "can headphones be returned?",
            "Opened headphones cannot be returned unless they are faulty.",
            "Unopened headphones can be returned within 14 days.",
        ),
        (
            "헤드폰 환불되나요?",
            "개봉한 헤드폰은 불량이 아니면 환불할 수 없습니다.",
            "미개봉 헤드폰은 14일 이내에 환불할 수 있습니다.",
        ),
    ],
)
@pytest.mark.parametrize("length", list(Length))
def test_a_case_with_two_branches_gets_both(
    asked: str, opened: str, unopened: str, length: Length
) -> None:
    rule, other = given.passage(opened), given.passage(unopened, doc_id="window")

    assert told(asked, rule, opened, others=(other,), length=length) == [opened, unopened]


def test_the_branch_that_the_asker_names_comes_alone() -> None:
    opened = "Opened headphones cannot be returned."
    other = given.passage("Unopened headphones can be returned within 14 days.", doc_id="window")

    said = told("can opened headphones be returned?", opened, "Opened", others=(other,))

    assert said == [opened]
