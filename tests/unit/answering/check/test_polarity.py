"""A sentence allows nothing that its quotes forbid, and forbids nothing that they allow."""

import pytest

from bot.answering.check import check
from bot.model import Verdict
from tests.unit import given
from tests.unit.answering.check.held import issue


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Opened food can be refunded.", "Opened food cannot be refunded."),
        ("Opened food can be refunded.", "Opened food can't be refunded."),
        ("Opened food is refundable.", "Opened food cannot be refunded."),
        ("Opened food is refundable.", "Opened food is non-refundable."),
        ("Opened food is refunded.", "Opened food is not refunded."),
        ("Refunds of opened food can be given.", "No refunds of opened food can be given."),
        ("Gift cards may be exchanged for cash.", "Gift cards may not be exchanged for cash."),
        ("Gift cards may be exchanged for cash.", "Gift cards must not be exchanged for cash."),
        ("Dogs are allowed in the shop.", "Dogs are not allowed in the shop."),
        ("Dogs are allowed in the shop.", "Dogs are prohibited in the shop."),
        ("A receipt is required for exchanges.", "A receipt is not required for exchanges."),
        ("Opened toys can be returned.", "Unopened toys can be returned."),
        (
            "If a note looks false, give it back and do not accuse the customer.",
            "If a note looks false, do not give it back and do not accuse the customer.",
        ),
        ("한 번에 2캔까지만 판매합니다.", "한 번에 2캔까지만 판매하지 않습니다."),
        ("개봉한 식품은 환불할 수 있습니다.", "개봉한 식품은 환불할 수 없습니다."),
        ("개봉한 식품은 환불이 가능합니다.", "개봉한 식품은 환불이 불가합니다."),
        ("개봉한 식품은 환불됩니다.", "개봉한 식품은 환불되지 않습니다."),
        ("개봉한 식품은 환불이 됩니다.", "개봉한 식품은 환불이 안 됩니다."),
        ("개봉한 식품은 환불 대상에 포함됩니다.", "개봉한 식품은 환불 대상에서 제외됩니다."),
        ("개봉한 식품은 교환할 수 있습니다.", "개봉하지 않은 식품은 교환할 수 있습니다."),
        ("개봉한 식품은 교환할 수 있습니다.", "미개봉 식품은 교환할 수 있습니다."),
    ],
)
def test_the_opposite_of_the_quote_is_dropped(one: str, other: str) -> None:
    assert (issue(one, other), issue(other, one)) == ("polarity_differs", "polarity_differs")


@pytest.mark.parametrize(
    ("asked", "text", "quote"),
    [
        (
            "Can opened headphones be returned?",
            "Opened headphones can be returned within 14 days.",
            "Unopened headphones can be returned within 14 days.",
        ),
        (
            "개봉한 헤드폰은 환불되나요?",
            "개봉한 헤드폰은 14일 이내에 환불할 수 있습니다.",
            "개봉하지 않은 헤드폰은 14일 이내에 환불할 수 있습니다.",
        ),
    ],
)
def test_the_words_of_the_question_allow_nothing(asked: str, text: str, quote: str) -> None:
    assert issue(text, quote, asked) == "polarity_differs"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Opened food is not refundable.", "Opened food cannot be refunded."),
        ("We never refund opened food.", "Opened food is not refunded."),
        ("No refunds for opened food.", "Opened food cannot be refunded."),
        ("Toys that are not opened can be returned.", "Unopened toys can be returned."),
        ("No cash refunds.", "Cash refunds are not possible."),
        ("개봉한 식품은 환불이 안 됩니다.", "개봉한 식품은 환불할 수 없습니다."),
        ("개봉한 식품은 환불 불가입니다.", "개봉한 식품은 환불할 수 없습니다."),
        ("미개봉 식품은 환불할 수 있습니다.", "개봉하지 않은 식품은 환불할 수 있습니다."),
    ],
)
def test_the_same_denial_in_other_words_is_kept(text: str, quote: str) -> None:
    assert issue(text, quote) == ""


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (
            "Opened toys cannot be returned unless they are faulty.",
            "Opened toys can be returned only when they are faulty.",
        ),
        ("You need not only a receipt but also the card.", "You need a receipt and also the card."),
        ("Returns are not impossible.", "Returns are possible."),
        ("Refunds take no longer than 14 days.", "Refunds take 14 days at most."),
        ("영수증이 없으면 안 됩니다.", "영수증이 있어야 합니다."),
        (
            "개봉한 상품은 불량이 아니면 환불할 수 없습니다.",
            "개봉한 상품은 불량일 때만 환불할 수 있습니다.",
        ),
        (
            "회수 대상 상품은 영수증 없이 전액 환불됩니다.",
            "회수 대상 상품은 영수증이 없어도, 기간 제한 없이 전액 환불합니다.",
        ),
    ],
)
def test_where_a_denial_is_turned_round_the_sentence_is_kept(text: str, quote: str) -> None:
    assert issue(text, quote) == ""


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (
            "Staff can approve refunds.",
            "A manager can approve refunds, but staff cannot approve refunds.",
        ),
        (
            "A gift receipt entitles the recipient to money back within 30 days.",
            "A gift receipt lets the recipient exchange within 30 days, but it does not entitle "
            "the recipient to money back.",
        ),
        (
            "선물용 영수증이 있으면 돈으로 환불받을 수 있습니다.",
            "선물용 영수증이 있으면 교환할 수 있지만, 돈으로 환불받을 수는 없습니다.",
        ),
        ("환불은 가능합니다.", "교환은 가능하지만 환불은 불가능합니다."),
        ("환불은 가능합니다.", "교환은 가능하고 환불은 되지 않습니다."),
    ],
)
def test_the_clause_about_the_same_decides(text: str, quote: str) -> None:
    assert issue(text, quote) == "polarity_differs"


@pytest.mark.parametrize(
    ("text", "quote", "asked"),
    [
        (
            "A manager can approve refunds.",
            "A manager can approve refunds, but staff cannot.",
            None,
        ),
        ("교환은 가능합니다.", "교환은 가능하지만 환불은 불가능합니다.", None),
        (
            "Opened toys can be returned when they are broken.",
            "Toys are taken back; swimwear cannot be tried on or returned.",
            "Can opened toys be returned when they are broken?",
        ),
    ],
)
def test_a_denial_of_something_else_does_no_harm(text: str, quote: str, asked: str | None) -> None:
    assert issue(text, quote, asked) == ""


@pytest.mark.parametrize(
    ("text", "quote", "asked", "code"),
    [
        (
            "개봉한 헤드폰은 환불할 수 있습니다.",
            "Opened headphones cannot be refunded.",
            "개봉한 헤드폰은 환불할 수 있나요?",
            "polarity_differs",
        ),
        (
            "Opened headphones can be refunded.",
            "개봉한 헤드폰은 환불할 수 없습니다.",
            "Can opened headphones be refunded?",
            "polarity_differs",
        ),
        (
            "개봉한 헤드폰은 환불할 수 없습니다.",
            "Opened headphones cannot be refunded.",
            "개봉한 헤드폰은 환불할 수 있나요?",
            "",
        ),
        (
            "Opened headphones cannot be refunded.",
            "개봉한 헤드폰은 환불할 수 없습니다.",
            "Can opened headphones be refunded?",
            "",
        ),
    ],
)
def test_one_clause_is_held_against_one_in_the_other_language(
    text: str, quote: str, asked: str, code: str
) -> None:
    assert issue(text, quote, asked) == code


def test_a_row_of_a_table_may_say_no_to_its_column() -> None:
    table = "| Goods | Eligible? |\n|---|---|\n| Toys | No, not eligible |"
    passage = given.passage(table)
    names, _, row = table.split("\n")
    text = "Goods: Toys; Eligible?: No, not eligible"
    draft = given.draft(given.sentence(text, (passage, row), (passage, names)))

    checked = check(draft, given.question(text), given.holding(passage))

    assert checked.verdict is Verdict.PASS
