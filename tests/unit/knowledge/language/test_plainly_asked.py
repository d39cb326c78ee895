"""A question's own "not" says what the asker expects: each way of asking is asked plainly."""

import pytest

from knowledge.language.polarity.plainly_asked import plainly_asked

NEGATIVE = (
    ("can't {} be refunded?", "can {} be refunded?"),
    ("Can’t {} be refunded", "Can {} be refunded"),
    ("cant {} be refunded?", "can {} be refunded?"),
    ("isn't {} refundable?", "is {} refundable?"),
    ("aren't {} refundable", "are {} refundable"),
    ("so won't you take back {}?", "so will you take back {}?"),
    ("don't we refund {}?", "do we refund {}?"),
    ("is {} not refundable?", "is {} refundable?"),
    ("{} can be refunded, right?", "{} can be refunded?"),
    ("{} can be refunded, can't it?", "{} can be refunded?"),
)
NEGATIVE_KO = (
    ("{}은 환불되지 않나요?", "{}은 환불되나요?"),
    ("{}은 환불 안 되나요?", "{}은 환불 되나요?"),
    ("{}은 환불 안 되죠", "{}은 환불 되죠"),
    ("{}은 환불 안 돼요?", "{}은 환불 돼요?"),
    ("{}은 환불 못 받나요?", "{}은 환불 받나요?"),
    ("{}은 환불 못 하나요?", "{}은 환불 하나요?"),
    ("{}은 환불할 수 없나요?", "{}은 환불할 수 있나요?"),
    ("{}은 환불이 불가능한가요?", "{}은 환불이 가능한가요?"),
    ("{}은 환불이 안 되는 건가요?", "{}은 환불이 되는 건가요?"),
)
GOODS = ("opened food", "unopened food", "a used gift card", "unworn shoes")
GOODS_KO = ("개봉한 식품", "미개봉 식품", "사용하지 않은 상품권", "안 입은 옷")


@pytest.mark.parametrize("goods", GOODS)
@pytest.mark.parametrize(("said", "asked"), NEGATIVE)
def test_a_denied_question_is_asked_plainly(said: str, asked: str, goods: str) -> None:
    if "are " in asked and not goods.endswith("shoes"):
        goods = f"{goods}s"

    assert plainly_asked(said.format(goods)) == asked.format(goods)


@pytest.mark.parametrize("goods", GOODS_KO)
@pytest.mark.parametrize(("said", "asked"), NEGATIVE_KO)
def test_a_denied_korean_question_is_asked_plainly(said: str, asked: str, goods: str) -> None:
    assert plainly_asked(said.format(goods)) == asked.format(goods)


@pytest.mark.parametrize(
    "said",
    [
        "the box isn't opened, can I return it?",
        "can I return it if it isn't opened?",
        "can I return it if not opened?",
        "don't open the box",
        "it isn't charging",
        "isn't charging anymore",
        "doesn't turn on since yesterday",
        "haven't got the receipt, can I still return it?",
        "when is the staff discount not allowed?",
        "why can't opened food be refunded?",
        "개봉 안 했어요?",
        "개봉하지 않았는데 환불되나요?",
        "안 뜯었는데 환불되나요?",
        "환불하면 안 되나요?",
        "어떤 상품이 환불 안 되나요?",
        "왜 환불이 안 되나요?",
        "안 가도 되나요?",
    ],
)
def test_a_denial_of_something_else_stays(said: str) -> None:
    assert plainly_asked(said) == said


def test_each_question_of_a_text_is_asked_plainly() -> None:
    said = "Can't I return food? Isn't there a fee?"

    assert plainly_asked(said) == "Can I return food? Is there a fee?"


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("do gift cards expire?", "how long are gift cards valid?"),
        ("So does store credit ever expire?", "So how long is store credit valid?"),
        ("will my points lapse?", "how long are my points valid?"),
        ("when do gift cards expire?", "when do gift cards expire?"),
        ("do expired cards work?", "do expired cards work?"),
    ],
)
def test_whether_something_expires_is_asked_as_how_long_it_is_valid(said: str, asked: str) -> None:
    assert plainly_asked(said) == asked
