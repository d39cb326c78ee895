"""A rule for the asker's state comes before one for another: opened or not, receipt or none."""

import pytest

from bot.answering.states import contradicts, turned


@pytest.mark.parametrize(
    ("said", "rule", "against"),
    [
        ("opened box, can it go back?", "Unopened goods can be returned.", True),
        ("it is sealed", "Opened headphones cannot be refunded.", True),
        ("뜯은 상품인데요", "미개봉 상품은 환불할 수 있습니다.", True),
        ("안 뜯은 이어폰", "개봉한 이어폰은 환불할 수 없습니다.", True),
        ("unopened box", "Unopened goods can be returned.", False),
        ("opened box", "Faulty goods can be returned, opened or not.", False),
        ("opened box", "Goods can be returned.", False),
        ("any box", "Unopened goods can be returned.", False),
        ("개봉한 이어폰", "개봉한 이어폰은 환불할 수 없습니다.", False),
    ],
)
def test_a_rule_for_unopened_goods_is_none_for_opened_ones(
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
def test_the_rule_for_the_asker_s_state_gains_and_the_other_stands_back(
    asked: str, rules: tuple[str, str], first: str
) -> None:
    more = dict(zip(rules, turned(asked, rules), strict=True))
    other = next(rule for rule in rules if rule != first)

    assert more[first] > 0 > more[other]


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("no receipt, can it go back?", "A refund needs the receipt."),
        ("영수증 없는데 환불돼요?", "환불하려면 영수증이 필요합니다."),
    ],
)
def test_where_no_rule_is_for_those_without_a_receipt_it_is_the_answer_that_one_is_needed(
    asked: str, rule: str
) -> None:
    assert turned(asked, (rule, "Ask the manager.")) == [0.0, 0.0]


@pytest.mark.parametrize(
    ("asked", "rules"),
    [
        ("how long can it be returned?", (WITH, WITHOUT)),
        ("며칠 안에 환불되나요?", (WITH_KO, WITHOUT_KO)),
        ("he has the receipt", (WITH, "Recalled goods are refunded without a receipt.")),
        ("영수증 있어요", (WITH_KO, "회수 상품은 영수증이 없어도 환불합니다.")),
    ],
)
def test_what_the_question_leaves_open_or_the_rule_does_not_mind_stands_back_for_nothing(
    asked: str, rules: tuple[str, str]
) -> None:
    assert min(turned(asked, rules)) >= 0


def test_at_no_cost_with_the_receipt_is_a_rule_for_those_who_have_one() -> None:
    rules = ("Exchanged at no cost with the receipt.", WITHOUT)

    assert turned("no receipt, exchange?", rules)[0] < 0
