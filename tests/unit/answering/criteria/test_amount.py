"""Rules for several amounts: the one for the amount of the question counts."""

import pytest

from bot.answering.criteria.amount import turned
from knowledge.search.nearness import PlacedStatement
from tests.unit import given

SHORT = (
    "A till variance of up to ₩2,000 is only recorded.",
    "A till variance of more than ₩2,000 and up to ₩10,000 goes to the duty manager.",
    "A till variance of more than ₩10,000 means a recount.",
)
SHORT_KO = (
    "시재 차이가 2,000원 이하이면 기록만 합니다.",
    "시재 차이가 2,000원을 넘고 10,000원 이하이면 당직 매니저에게 보고합니다.",
    "시재 차이가 10,000원을 넘으면 두 사람이 다시 셉니다.",
)
WAGES = ("Under 18: £8.00 per hour", "18 to 20: £10.85", "21 and over: £12.71")
WAGES_KO = ("18세 미만: 8,000원", "18세 이상: 10,000원")
PARCELS = (
    "Weight: up to 5 kg; Jeju: ₩7,000",
    "Weight: over 5 kg up to 10 kg; Jeju: ₩9,000",
    "Weight: 10 to 20 kg; Jeju: ₩12,000",
)
STAGES = ("최대 3일: 무료", "4일에서 10일: 5,000원", "10일 초과: 10,000원")


def left(asked: str, texts: tuple[str, ...], *passages: str) -> list[str]:
    """The texts that do not move back; all in one passage unless passages are named."""
    names = passages or ("one",) * len(texts)
    said = [
        PlacedStatement(given.passage(text, doc_id=name), text)
        for text, name in zip(texts, names, strict=True)
    ]
    turns = turned(asked, said, [0.0] * len(said))
    return [text for text, turn in zip(texts, turns, strict=True) if turn >= 0]


ROPES = (
    "Rope: Dynamic 9.8 mm; Price per metre: ₩3,200",
    "Rope: Cord 6 mm; Price per metre: ₩900",
    "Rope: Tape; Price per metre: ₩700",
)


def test_a_row_named_by_another_value_always_moves_back() -> None:
    assert left("what is a metre of the 6 mm cord", ROPES) == [ROPES[1], ROPES[2]]
    assert left("8mm 줄은 미터당 얼마예요?", ROPES, "one", "two", "three") == [ROPES[2]]
    assert left("how much for 20 metres of tape", ROPES) == list(ROPES)
    assert left("at least 5 mm, which rope", ROPES) == list(ROPES)
    assert left("8 mm", ("Cord of 6 mm costs ₩900.",)) == ["Cord of 6 mm costs ₩900."]


@pytest.mark.parametrize(
    ("asked", "texts", "kept"),
    [
        ("my till is 1,500 won short", SHORT, 0),
        ("my till is ₩2,000 short", SHORT, 0),
        ("my till is 6,500 won short", SHORT, 1),
        ("my till is 350,000 won short", SHORT, 2),
        ("시재가 천오백 원 비어요", SHORT_KO, 0),
        ("시재가 6,500원 비어요", SHORT_KO, 1),
        ("시재가 만오천원 비는데 누구한테 말해요?", SHORT_KO, 2),
        ("how much for a 3 kg box to Jeju", PARCELS, 0),
        ("8kg box to jeju how much is it", PARCELS, 1),
        ("20kg 상자 제주까지 얼마예요?", PARCELS, 2),
        ("what does an 18 year old get?", WAGES, 1),
        ("hourly pay for a 17-year-old", WAGES, 0),
        ("pay at 25 years of age?", WAGES, 2),
        ("만 17세는 시급이 얼마예요?", WAGES_KO, 0),
        ("스물다섯 살은 시급이 얼마예요?", WAGES_KO, 1),
        ("이틀 늦으면 얼마예요?", STAGES, 0),
        ("일주일 늦으면 얼마예요?", STAGES, 1),
        ("보름 늦으면 얼마예요?", STAGES, 2),
    ],
)
def test_only_the_rule_for_the_amount_stays(asked: str, texts: tuple[str, ...], kept: int) -> None:
    assert left(asked, texts) == [texts[kept]]


@pytest.mark.parametrize(
    ("scores", "turns"),
    [
        ((3.0, 1.0, 2.0), [-3.0, 2.0, -3.0]),
        ((1.0, 3.0, 2.0), [-3.0, 0.0, -3.0]),
        ((9.0, 1.0, 2.0), [-3.0, 4.0, -3.0]),
    ],
    ids=["lifted", "best itself", "lifted a little"],
)
def test_the_rule_for_the_amount_moves_up_to_the_score_of_the_others(
    scores: tuple[float, ...], turns: list[float]
) -> None:
    for asked, texts in (("6,500 won short", SHORT), ("6,500원 비어요", SHORT_KO)):
        said = [PlacedStatement(given.passage(text, doc_id="one"), text) for text in texts]

        assert turned(asked, said, scores) == turns


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        (
            "A refund of $120: how much is the handling fee?",
            ("Refunds over $100 need the manager.", "The handling fee is at most $10."),
        ),
        (
            "8만 원짜리 케이크 예약금은 얼마예요?",
            ("5만 원 이상 케이크는 주문 제작입니다.", "예약금은 최대 2만 원입니다."),
        ),
    ],
)
def test_a_range_in_the_unit_asked_for_may_be_the_answer(
    asked: str, texts: tuple[str, ...]
) -> None:
    said = [PlacedStatement(given.passage(text, doc_id="one"), text) for text in texts]

    assert turned(asked, said, [-1.0, 1.0])[0] == 0


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("my till is more than 2,000 won short", [1, 2]),
        ("my till is less than 1,000 won short", [0]),
        ("my till is at most 2,000 won short", [0]),
        ("at least ₩10,000 is missing", [1, 2]),
    ],
)
def test_every_rule_for_a_part_of_the_range_asked_about_stays(asked: str, kept: list[int]) -> None:
    assert left(asked, SHORT) == [SHORT[n] for n in kept]


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        (
            "a bill of 12,000 won, tax back?",
            ("The tax is paid back from ₩15,000 on.", "Ask first."),
        ),
        ("세 명에게 5캔 팔아도 돼요?", ("한 번에 2캔까지만 팝니다.", "신분증을 확인합니다.")),
    ],
)
def test_without_a_rule_for_the_amount_the_limit_is_the_answer(
    asked: str, texts: tuple[str, ...]
) -> None:
    assert left(asked, texts) == [*texts]


LIMITS = (
    "The tax is paid back on purchases of ₩15,000 or more.",
    "The tax that is paid back at once is limited to less than ₩1,000,000.",
)
LIMITS_KO = ("15,000원 이상이면 세금을 돌려줍니다.", "바로 돌려주는 것은 1,000,000원까지입니다.")


@pytest.mark.parametrize(
    ("asked", "texts", "broken"),
    [
        ("spent 14,000 won, tax refund ok or no", LIMITS, 0),
        ("can they get the tax back for 1,200,000 won?", LIMITS, 1),
        ("12,000원짜리 영수증인데 세금 환급돼요?", LIMITS_KO, 0),
        ("1,200,000원 영수증도 바로 환급돼요?", LIMITS_KO, 1),
    ],
)
def test_of_two_limits_the_broken_one_decides(
    asked: str, texts: tuple[str, ...], broken: int
) -> None:
    assert left(asked, texts) == [texts[broken]]


def test_a_value_within_both_limits_moves_neither() -> None:
    assert left("spent 40,000 won, tax refund?", LIMITS) == [*LIMITS]


VOUCHERS = (
    "Staff can give a voucher of up to ₩5,000.",
    "The manager can give a voucher of up to ₩30,000.",
    "Larger compensation needs the approval of Customer Care.",
)
VOUCHERS_KO = (
    "직원은 최대 5,000원 쿠폰을 드릴 수 있습니다.",
    "점장은 최대 3만 원 쿠폰을 드릴 수 있습니다.",
    "그보다 큰 보상은 고객지원팀의 승인이 필요합니다.",
)


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ("can the manager give a voucher of 45,000 won?", VOUCHERS),
        ("점장님이 쿠폰 3만5천원 줘도 되나요", VOUCHERS_KO),
    ],
)
def test_beyond_a_limit_the_next_sentence_answers_beside_it(
    asked: str, texts: tuple[str, ...]
) -> None:
    said = [PlacedStatement(given.passage(text, doc_id="one"), text) for text in texts]

    turns = turned(asked, said, [0.0, 5.0, -2.0])

    assert turns[1:] == [0.0, pytest.approx(7.2)]


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ("can the manager give a voucher of 20,000 won?", VOUCHERS),
        ("점장님이 쿠폰 2만원 줘도 되나요", VOUCHERS_KO),
    ],
)
def test_within_a_limit_the_next_sentence_gains_nothing(asked: str, texts: tuple[str, ...]) -> None:
    said = [PlacedStatement(given.passage(text, doc_id="one"), text) for text in texts]

    assert turned(asked, said, [0.0, 5.0, -2.0])[2] == 0.0


@pytest.mark.parametrize(
    ("asked", "texts"), [("350,000 won short", SHORT), ("시재가 350,000원 비어요", SHORT_KO)]
)
def test_rules_for_other_amounts_in_other_passages_stay(asked: str, texts: tuple[str, ...]) -> None:
    assert left(asked, texts, "one", "two", "three") == [*texts]


@pytest.mark.parametrize(
    ("asked", "text", "fits"),
    [
        (
            "a home 20 km away",
            "Free up to 15 km, over 15 km ₩1,000 per km.",
            "More than 10 km: by appointment.",
        ),
        (
            "three hours late",
            "Up to 2 hours late costs ₩5,000; anything later costs a full night.",
            "More than 1 hour late: tell the manager.",
        ),
        (
            "세 시간 늦었어요",
            "2시간 이내 지연은 5,000원, 그보다 늦으면 1박 요금을 받습니다.",
            "1시간 넘게 늦으면 점장에게 알립니다.",
        ),
        (
            "20km 떨어진 집이에요",
            "15km까지는 무료, 15km를 넘으면 1km마다 1,000원입니다.",
            "10km 초과: 예약이 필요합니다.",
        ),
    ],
)
def test_a_rule_for_every_amount_stays(asked: str, text: str, fits: str) -> None:
    assert left(asked, (text, fits)) == [text, fits]


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ("who counts the till?", SHORT),
        ("시재는 누가 세나요?", SHORT_KO),
        ("매일 2,000원씩 비어요", SHORT_KO),
        ("my till is short since 09:30", SHORT),
        ("3 kg", SHORT),
    ],
)
def test_every_rule_stays_if_the_question_has_no_amount_of_its_kind(
    asked: str, texts: tuple[str, ...]
) -> None:
    assert left(asked, texts) == [*texts]
