"""A sentence speaks of what its quotes, their headings or the question speak of."""

import pytest

from tests.unit.answering.check.held import issue

QUOTE = "Unopened headphones can be returned within 14 days with the receipt."
QUOTE_KO = "개봉하지 않은 헤드폰은 영수증이 있으면 14일 이내에 환불할 수 있습니다."


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Unopened umbrellas can be returned within 14 days with the receipt.", QUOTE),
        ("Umbrellas: return them unopened within 14 days with the receipt.", QUOTE),
        ("Up to 5 gift umbrellas can be used at once.", "Up to 5 gift cards can be used at once."),
        ("개봉하지 않은 우산은 영수증이 있으면 14일 이내에 환불할 수 있습니다.", QUOTE_KO),
        (
            "우유를 두유로 바꾸면 500원을 더 받습니다.",
            "우유를 귀리유로 바꾸면 500원을 더 받습니다.",
        ),
        ("개봉하지 않은 헤드폰은 우산이 있으면 14일 이내에 환불할 수 있습니다.", QUOTE_KO),
    ],
)
def test_a_swapped_noun_is_dropped(text: str, quote: str) -> None:
    assert issue(text, quote) == "subject_not_quoted"


@pytest.mark.parametrize(
    ("text", "quote", "asked", "title"),
    [
        ("Customers can return unopened headphones within 14 days.", QUOTE, None, ""),
        ("Headphones that are not opened can be returned within 14 days.", QUOTE, None, ""),
        ("Unopened umbrellas can be returned within 14 days.", QUOTE, "Umbrellas?", ""),
        ("Unopened umbrellas can be returned within 14 days.", QUOTE, None, "Umbrellas"),
        ("상품은 개봉하지 않은 헤드폰이면 14일 이내에 환불할 수 있습니다.", QUOTE_KO, None, ""),
        ("개봉하지 않은 우산은 14일 이내에 환불할 수 있습니다.", QUOTE_KO, "우산은요?", ""),
        ("개봉하지 않은 우산은 14일 이내에 환불할 수 있습니다.", QUOTE_KO, None, "우산 환불"),
    ],
)
def test_what_every_rule_is_about_and_what_was_asked_may_be_said(
    text: str, quote: str, asked: str | None, title: str
) -> None:
    assert issue(text, quote, asked, title=title) == ""
