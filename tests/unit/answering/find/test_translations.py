"""Which statements of one language say the same, so that one is shown with both sources."""

import pytest

from bot.answering.find.translations import alike
from knowledge.split.statements import Statement


def _alike(one: str, other: str) -> bool:
    return alike(Statement(one, (one,)), Statement(other, (other,)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Refunds take 5 days.", "Refunds take 5 days."),
        ("Refunds take 5 days.", "Refunds take 5 days with the receipt."),
        ("환불은 5일 걸립니다.", "환불은 5일 걸립니다."),
        (
            "Customers can return unopened goods within 14 days of purchase with the receipt.",
            "Unopened goods can be returned by customers within 14 days of purchase, with receipt.",
        ),
    ],
)
def test_what_repeats_a_statement_says_the_same(one: str, other: str) -> None:
    assert _alike(one, other)
    assert _alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Refunds take 5 days.", "Refunds take 7 days."),
        ("Gift cards can be used online.", "Gift cards cannot be used online."),
        (
            "Refunds over £200 need the store manager.",
            "Refunds over £200 need the duty manager.",
        ),
        ("The recall cage is in the warehouse.", "The recall cage is in the loading bay."),
        ("Without a receipt: credit note.", "Without a receipt: exchange."),
        ("향수는 교환할 수 있습니다.", "향수는 교환할 수 없습니다."),
        ("회수 상자는 창고에 있습니다.", "회수 상자는 하역장에 있습니다."),
        ("환불은 점장이 승인합니다.", "환불은 부점장이 승인합니다."),
    ],
)
def test_what_has_another_word_in_its_place_says_something_else(one: str, other: str) -> None:
    assert not _alike(one, other)
    assert not _alike(other, one)
