"""A rule for the asker's state beats one for another: opened or not, receipt or none."""

from collections.abc import Iterable

import pytest

from bot.answering.criteria.condition.agreement import Rule, agrees, besides, contradicts, turned
from knowledge.language.terms import query_terms


def _gains(
    asked: str, rules: Iterable[str], scores: Iterable[float] = (), named: Iterable[str] = ()
) -> dict[str, float]:
    """The change of each statement's score; without scores all fit alike."""
    texts = list(rules)
    fits = list(scores) or [0.0] * len(texts)
    given = [Rule(text, "refunds@1") for text in texts]
    return dict(zip(texts, turned(asked, given, frozenset(named))(fits), strict=True))


@pytest.mark.parametrize(
    ("said", "rule", "against"),
    [
        ("opened box, can it go back?", "Unopened goods can be returned.", True),
        ("it is sealed", "Opened headphones cannot be refunded.", True),
        ("뜯은 상품인데요", "미개봉 상품은 환불할 수 있습니다.", True),
        ("안 뜯은 이어폰", "개봉한 이어폰은 환불할 수 없습니다.", True),
        ("unopened box", "Unopened goods can be returned.", False),
        ("안뜯은거요", "개봉한 이어폰은 환불할 수 없습니다.", True),
        ("안뜯었대요", "미개봉 상품은 환불할 수 있습니다.", False),
        ("안열었어요", "개봉한 이어폰은 환불할 수 없습니다.", True),
        ("안쓴거", "개봉한 이어폰은 환불할 수 없습니다.", True),
        ("새거예요", "개봉한 이어폰은 환불할 수 없습니다.", True),
        ("포장 그대로예요", "개봉한 이어폰은 환불할 수 없습니다.", True),
        ("미사용이에요", "개봉한 이어폰은 환불할 수 없습니다.", True),
        ("14일 동안 사용한 이어폰", "미개봉 상품은 환불할 수 있습니다.", True),
        ("새 상품으로 교환돼요?", "개봉한 이어폰은 교환할 수 없습니다.", False),
        ("it is brand new", "Opened headphones cannot be refunded.", True),
        ("it was never used", "Opened headphones cannot be refunded.", True),
        ("can I swap it for a brand new one?", "Opened goods cannot be exchanged.", False),
        ("opened box", "Opened goods can be returned when they are unused.", False),
        ("opened box", "Faulty goods can be returned, opened or not.", False),
        ("opened box", "Goods can be returned.", False),
        ("any box", "Unopened goods can be returned.", False),
        ("개봉한 이어폰", "개봉한 이어폰은 환불할 수 없습니다.", False),
        ("why isn't opened food refunded?", "Opened food cannot be refunded.", False),
        ("isn't opened food refundable?", "Unopened food can be returned.", True),
        ("can't opened food be refunded?", "Unopened food can be returned.", True),
        ("the box isn't opened", "Opened food cannot be refunded.", True),
        ("개봉한 식품도 환불되지 않나요?", "미개봉 식품은 환불할 수 있습니다.", True),
    ],
)
def test_a_rule_for_unopened_goods_contradicts_opened_ones(
    said: str, rule: str, against: bool
) -> None:
    assert contradicts(said, rule) is against


WITH, WITHOUT = (
    "Goods can be returned with the receipt.",
    "No proof of purchase: store credit only.",
)
WITH_KO = "영수증이 있으면 14일 이내에 환불할 수 있습니다."
WITHOUT_KO = "구매 증빙이 전혀 없는 고객에게는 현금으로 환불할 수 없습니다."


@pytest.mark.parametrize(
    ("asked", "rules", "first"),
    [
        ("no receipt, can it go back?", (WITH, WITHOUT), WITHOUT),
        ("the customer doesn't have the receipt", (WITH, WITHOUT), WITHOUT),
        ("her receipt is lost, refund?", (WITH, WITHOUT), WITHOUT),
        ("영수증이 없으면요?", (WITH_KO, WITHOUT_KO), WITHOUT_KO),
        ("영수증을 잃어버렸대요", (WITH_KO, WITHOUT_KO), WITHOUT_KO),
        ("영수증은 버렸는데 환불돼요?", (WITH, WITHOUT_KO), WITHOUT_KO),
        ("he has the receipt, refund?", (WITHOUT, WITH), WITH),
        ("영수증 있는데 환불돼요?", (WITHOUT_KO, WITH_KO), WITH_KO),
        (
            "opened box, refund?",
            ("Unopened goods go back.", "Opened goods stay."),
            "Opened goods stay.",
        ),
        (
            "뜯은 상품 환불돼요?",
            ("미개봉 상품은 환불됩니다.", "개봉한 상품은 불가."),
            "개봉한 상품은 불가.",
        ),
    ],
)
def test_the_rule_for_the_askers_state_moves_up_and_the_other_back(
    asked: str, rules: tuple[str, str], first: str
) -> None:
    more = _gains(asked, rules)
    other = next(rule for rule in rules if rule != first)

    assert more[first] > 0 > more[other]


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("no receipt, can it go back?", "A refund needs the receipt."),
        ("영수증 없는데 환불돼요?", "환불하려면 영수증이 필요합니다."),
    ],
)
def test_receipt_needed_is_the_answer_if_no_rule_is_for_those_without_one(
    asked: str, rule: str
) -> None:
    assert set(_gains(asked, (rule, "Ask the manager.")).values()) == {0.0}


@pytest.mark.parametrize(
    ("asked", "rules"),
    [
        ("how long can it be returned?", (WITH, WITHOUT)),
        ("며칠 안에 환불되나요?", (WITH_KO, WITHOUT_KO)),
        ("he has the receipt", (WITH, "Recalled goods are refunded without a receipt.")),
        ("영수증 있어요", (WITH_KO, "회수 상품은 영수증이 없어도 환불합니다.")),
    ],
)
def test_no_rule_moves_back_if_the_state_is_open_or_does_not_matter(
    asked: str, rules: tuple[str, str]
) -> None:
    assert min(_gains(asked, rules).values()) >= 0


def test_at_no_cost_with_the_receipt_is_a_rule_for_those_with_one() -> None:
    free = "Exchanged at no cost with the receipt."

    assert _gains("no receipt, exchange?", (free, WITHOUT))[free] < 0


def test_a_rule_against_the_asker_in_one_state_gains_nothing_in_another() -> None:
    unopened = "Unopened goods can be returned with the receipt."

    more = _gains("no receipt, can unopened goods go back?", (unopened, WITHOUT, "Opened: no."))

    assert more[unopened] < -5 < 0 < more[WITHOUT]


@pytest.mark.parametrize(
    ("asked", "rules"),
    [
        ("no receipt, how long can headphones go back?", (WITH, WITHOUT)),
        ("영수증이 없으면 헤드폰 환불 며칠까지 돼요?", (WITH_KO, WITHOUT_KO)),
    ],
)
def test_the_rule_without_a_receipt_moves_up_if_the_one_with_a_receipt_fits(
    asked: str, rules: tuple[str, str]
) -> None:
    with_receipt, without = rules

    more = _gains(asked, rules, (5.0, -4.0))

    assert -4.0 + more[without] > 0 > 5.0 + more[with_receipt]
    assert _gains(asked, rules, (-5.0, -4.0))[without] <= 1.0


RECALLED, RECALLED_KO = (
    "Recalled goods are refunded in full without a receipt.",
    "회수 대상 상품은 영수증이 없어도 전액 환불합니다.",
)


@pytest.mark.parametrize(
    ("asked", "rules", "named"),
    [
        ("can we refund without the receipt?", (WITHOUT, RECALLED), {"refund", "receipt"}),
        ("영수증이 없는데 환불되나요?", (WITHOUT_KO, RECALLED_KO), {"영수", "수증", "환불"}),
    ],
)
def test_a_rule_for_certain_goods_moves_back_if_nobody_named_them(
    asked: str, rules: tuple[str, str], named: set[str]
) -> None:
    assert _gains(asked, rules, named=named)[rules[1]] < 0
    assert _gains(asked, rules, named=named | {"recal", "회수"})[rules[1]] == 0
    assert _gains(asked, rules[1:], named=named)[rules[1]] == 0


@pytest.mark.parametrize(
    "rule",
    [
        "Goods cannot be returned without a receipt.",
        "Returns are accepted without a receipt within 7 days.",
        "앱에 구매 내역이 보이면 영수증이 없어도 환불할 수 있습니다.",
    ],
)
def test_a_rule_without_certain_goods_does_not_move_back(rule: str) -> None:
    assert _gains("no receipt, refund?", (WITHOUT, rule))[rule] == 0


def test_a_rule_agrees_with_a_question_that_names_its_state() -> None:
    assert agrees("no receipt, refund?", WITHOUT)
    assert agrees("뜯었는데 환불돼요?", "개봉한 상품은 환불할 수 없습니다.")
    assert not agrees("no receipt, refund?", WITH)
    assert not agrees("refund?", WITHOUT)


def test_rules_for_the_state_get_an_extra_search() -> None:
    assert "no proof of purchase" in besides("the receipt is lost, refund?")[0]
    assert "구매 증빙이 없는" in besides("영수증 없이 환불돼요?")[0]
    assert "faulty" in besides("she bought a kettle and it broke")[0]
    assert "불량" in besides("고장난 헤드폰 환불돼요?")[0]
    assert besides("he has the receipt, refund?") == []
    assert besides("how long can it be returned?") == []


FAULTY, FAULTY_KO = (
    "Faulty goods can be refunded within 30 days, opened or not.",
    "불량 상품은 개봉 여부와 관계없이 30일 이내에 환불하거나 교환할 수 있습니다.",
)
UNLESS, UNLESS_KO = (
    "Opened headphones cannot be refunded unless they are faulty.",
    "개봉한 헤드폰은 불량이 아니면 환불할 수 없습니다.",
)
UNOPENED, UNOPENED_KO = (
    "Unopened goods can be returned within 14 days.",
    "미개봉 상품은 14일 이내에 환불할 수 있습니다.",
)


@pytest.mark.parametrize(
    ("asked", "rules"),
    [
        ("the headphones are faulty, refund?", (UNLESS, UNOPENED, FAULTY)),
        ("she bought a kettle and it stopped working", (UNOPENED, FAULTY)),
        ("the radio doesn't work, can it be exchanged?", (UNOPENED, FAULTY)),
        ("headphones bought on 3 October, opened, it is faulty", (UNLESS, FAULTY)),
        ("불량 헤드폰 환불되나요?", (UNLESS_KO, UNOPENED_KO, FAULTY_KO)),
        ("3주 전에 산 헤드폰이 고장났어요", (UNLESS_KO, FAULTY_KO)),
        ("it is not faulty, can opened headphones be returned?", (FAULTY, UNLESS)),
        ("nothing is wrong with it, refund?", (FAULTY, UNOPENED)),
        ("단순 변심인데 환불돼요?", (FAULTY_KO, UNOPENED_KO)),
        ("불량은 아닌데 환불되나요?", (FAULTY_KO, UNLESS_KO)),
        ("고장 안 난 헤드폰 환불 며칠?", (FAULTY_KO, UNLESS_KO)),
    ],
)
def test_the_rule_for_faulty_goods_is_only_for_faulty_goods(
    asked: str, rules: tuple[str, ...]
) -> None:
    gains = _gains(asked, rules)

    assert max(gains, key=lambda one: gains[one]) == rules[-1]
    assert all(gains[other] < 0 for other in rules[:-1])


@pytest.mark.parametrize(
    "asked",
    [
        "the card reader is broken, what now?",
        "냉장고가 고장났어요",
        "headphones, refund?",
        "the receipt printer is broken, how do I do a refund?",
        "the card reader is broken and the customer wants a refund",
        "our coffee machine broke, can we exchange it?",
        "계산대가 고장났어요. 헤드폰 반품 며칠까지 돼요?",
        "환불 단말기가 먹통이에요",
        "the seal is broken on headphones, can they be returned?",
        "he broke the headphones himself, can he return them?",
        "포장이 망가진 헤드폰 반품 되나요?",
        "떨어뜨려 망가진 상품 환불돼요?",
        "손님이 환불 하자고 해요",
        "she bought it and I don't work on Friday",
    ],
)
def test_broken_equipment_or_damage_by_the_customer_is_no_faulty_product(asked: str) -> None:
    gains = _gains(asked, (UNLESS, FAULTY, FAULTY_KO))

    assert besides(asked) == []
    assert gains[UNLESS] == 0
    assert gains[FAULTY] == gains[FAULTY_KO] < 0


@pytest.mark.parametrize(
    "rule",
    [
        "Faulty clothing can be refunded within 30 days.",
        "Own-brand chargers are replaced free of charge if defective.",
        "품질 보증: 자체 브랜드 충전기는 고장 나면 무료로 교환합니다.",
    ],
)
def test_a_rule_for_another_sort_of_faulty_goods_moves_back(rule: str) -> None:
    asked = "the kettle that he bought is broken"

    gains = _gains(asked, (FAULTY, rule), named={"kettl"})

    assert gains[rule] < gains[FAULTY]
    named = _gains(asked, (FAULTY, rule), named=query_terms("clothing charger 충전기"))
    assert named[rule] == named[FAULTY]


def test_a_fee_that_depends_on_the_fault_holds_for_both_cases() -> None:
    fee = "The fee is not refunded for a change of mind, and in full when the goods were faulty."

    assert _gains("faulty goods, is the fee refunded?", (fee, UNOPENED, FAULTY))[fee] == 0
