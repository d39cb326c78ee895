"""Sentences that differ in one place contradict each other, unless the place is their subject."""

import pytest

from knowledge.compare.swapped import swapped, swapped_in, worded
from tests.unit import given


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ("Stock is counted every Monday.", "The stock is counted each Wednesday.",
         ("Monday", "Wednesday")),
        ("Stock is counted on Mondays.", "Stock is counted every Wednesday.",
         ("on Mondays", "Wednesday")),
        ("On Mondays the stock is counted.", "On Wednesdays the stock is counted.",
         ("Mondays", "Wednesdays")),
        ("Deliveries come to the back door.", "Deliveries come to the front entrance.",
         ("back door", "front entrance")),
        ("Servers wear a green apron and black shoes.",
         "Servers wear a black apron and black shoes.", ("green", "black")),
        ("Refunds over ₩50,000 are approved by the assistant manager.",
         "Refunds over ₩50,000 are approved by the store manager.", ("assistant", "store")),
        ("Leftover cakes are thrown away at night.", "Leftover cakes are donated at night.",
         ("thrown away", "donated")),
        ("The lights stay on at night.", "The lights stay off at night.", ("on", "off")),
        ("재고 조사는 매주 월요일에 합니다.", "재고 조사는 매주 수요일에 합니다.",
         ("월요일에", "수요일에")),
        ("납품 차량은 후문으로 들어옵니다.", "납품 차량은 정문으로 들어옵니다.",
         ("후문으로", "정문으로")),
        ("10만 원이 넘는 취소는 부점장이 승인합니다.", "10만 원이 넘는 취소는 점장이 승인합니다.",
         ("부점장이", "점장이")),
        ("남은 빵은 마감 때 폐기합니다.", "남은 빵은 마감 때 기부합니다.",
         ("폐기합니다", "기부합니다")),
        ("영업이 끝나면 후문을 잠급니다.", "영업이 끝나면 정문을 잠급니다.", ("후문을", "정문을")),
    ],
)  # fmt: skip
def test_other_words_in_one_place_are_a_swap(one: str, other: str, words: tuple[str, str]) -> None:
    assert swapped(worded(one), worded(other)) == words
    assert swapped(worded(other), worded(one)) == words[::-1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # the same
        ("The window is cleaned each morning.", "The windows are cleaned every morning."),
        ("분실물은 사무실에 보관합니다.", "분실물은 사무실에 보관한다."),
        ("The lockers may be used by customers.", "The lockers may be used by guests."),
        # a value, which `differ` compares
        ("Lost property is kept for 14 days.", "Lost property is kept for two weeks."),
        ("Refunds take 7 days.", "Refunds take 7 business days."),
        # two subjects
        ("Gold members get free parking.", "Silver members get free parking."),
        ("Unopened headphones can be returned.", "Unopened cameras can be returned."),
        ("Kitchen: hands are washed first.", "Floor: hands are washed first."),
        ("골드 회원은 무료로 주차합니다.", "실버 회원은 무료로 주차합니다."),
        ("개봉한 상품은 환불할 수 없습니다.", "개봉한 식품은 환불할 수 없습니다."),
        # two conditions
        (
            "Goods can be returned if they are unopened.",
            "Goods can be returned if they are faulty.",
        ),
        ("영수증이 없으면 환불할 수 없습니다.", "포장이 없으면 환불할 수 없습니다."),
        # more than one place, or more than two words
        ("Stock is counted every Monday at noon.", "Cash is counted every Friday at noon."),
        ("Put it on the shelf.", "Put it in the blue box by the big old door."),
    ],
)
def test_the_same_another_subject_or_another_condition_is_none(one: str, other: str) -> None:
    assert swapped(worded(one), worded(other)) is None


def test_whoever_is_asked_for_may_be_the_subject() -> None:
    pairs = [
        ("The assistant manager approves overtime.", "The store manager approves overtime."),
        ("부점장이 연장 근무를 승인합니다.", "점장이 연장 근무를 승인합니다."),
    ]

    for one, other in pairs:
        assert swapped(worded(one), worded(other)) is None
        assert swapped(worded(one), worded(other), who=True) is not None


def test_what_a_title_names_is_the_subject_of_its_document() -> None:
    texts = ("We clean the coffee machine at night.", "We clean the oven machine at night.")
    of_one_thing = [given.passage(text, doc_id=text) for text in texts]
    titles = ("Coffee machine", "Oven machine")
    of_two = [
        given.passage(text, doc_id=text, title=title)
        for text, title in zip(texts, titles, strict=True)
    ]

    assert swapped_in(of_one_thing[0], texts[0], of_one_thing[1], texts[1]) is not None
    assert swapped_in(of_two[0], texts[0], of_two[1], texts[1]) is None
