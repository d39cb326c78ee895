"""Sentences that differ in one place contradict each other, unless the place is their subject."""

import pytest

from knowledge.compare.swapped import Part, mean_the_same, swapped, swapped_in, worded
from tests.unit import given


def _words(one: str, other: str) -> tuple[str, str] | None:
    swap = swapped(worded(one), worded(other))
    return (swap.one, swap.other) if swap else None


def _part(one: str, other: str) -> Part | None:
    swap = swapped(worded(one), worded(other))
    return swap.part if swap else None


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
        ("Drivers show the order number at the gate.",
         "Drivers show the delivery text message at the gate.",
         ("order number", "delivery text message")),
        ("택배 기사는 입구에서 주문 번호를 보여 줍니다.",
         "택배 기사는 입구에서 배송 안내 문자를 보여 줍니다.", ("주문 번호를", "배송 안내 문자를")),
        ("On Mondays the stock is counted.", "Stock is counted every Wednesday.",
         ("On Mondays", "Wednesday")),
        ("재고는 매주 월요일에 셉니다.", "매주 수요일에 재고를 셉니다.", ("월요일에", "수요일에")),
        ("Deliveries go to door 3.", "Deliveries go to door 5.", ("3", "5")),
    ],
)  # fmt: skip
def test_other_words_in_one_place_are_a_swap(one: str, other: str, words: tuple[str, str]) -> None:
    assert _words(one, other) == words
    assert _words(other, one) == words[::-1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # the same
        ("The window is cleaned each morning.", "The windows are cleaned every morning."),
        ("분실물은 사무실에 보관합니다.", "분실물은 사무실에 보관한다."),
        ("The lockers may be used by customers.", "The lockers may be used by guests."),
        ("Tools are checked promptly after use.", "Tools are checked immediately after use."),
        ("점장에게 즉시 알립니다.", "점장에게 바로 알립니다."),
        ("재고는 매월 셉니다.", "재고는 매달 셉니다."),
        # a value, which `differ` compares
        ("Lost property is kept for 14 days.", "Lost property is kept for two weeks."),
        ("Refunds take 7 days.", "Refunds take 7 business days."),
        # more than one place, or more than two words
        ("Stock is counted every Monday at noon.", "Cash is counted every Friday at noon."),
        ("Put it on the shelf.", "Put it in the blue box by the big old door."),
        # one only says more
        ("The float is counted by the cashier.", "The float is counted twice by the cashier."),
        # the mark of an item
        ("⑩ 서류는 보관합니다.", "⑬ 서류는 보관합니다."),
    ],
)
def test_the_same_and_what_differs_in_more_than_one_place_is_none(one: str, other: str) -> None:
    assert swapped(worded(one), worded(other)) is None


@pytest.mark.parametrize(
    ("one", "other", "part"),
    [
        ("Gold members get free parking.", "Silver members get free parking.", Part.SUBJECT),
        ("Unopened headphones can be returned.", "Unopened cameras can be returned.", Part.SUBJECT),
        ("Kitchen: hands are washed first.", "Floor: hands are washed first.", Part.SUBJECT),
        ("골드 회원은 무료로 주차합니다.", "실버 회원은 무료로 주차합니다.", Part.SUBJECT),
        ("골드 회원은 가입하면 무료로 주차합니다.", "실버 회원은 가입하면 무료로 주차합니다.",
         Part.SUBJECT),
        ("The assistant manager approves overtime.", "The store manager approves overtime.",
         Part.SUBJECT),
        ("부점장이 연장 근무를 승인합니다.", "점장이 연장 근무를 승인합니다.", Part.SUBJECT),
        ("Goods can be returned if they are unopened.", "Goods can be returned if they are faulty.",
         Part.CONDITION),
        ("영수증이 없으면 환불할 수 없습니다.", "포장이 없으면 환불할 수 없습니다.",
         Part.CONDITION),
        ("야간 책임자가 동의하면 보증금을 면제합니다.", "객실 팀장이 동의하면 보증금을 면제합니다.",
         Part.CONDITION),
        ("Deliveries go to door 3.", "Deliveries go to door 5.", Part.NUMBER),
        ("Leftover cakes are thrown away.", "Leftover cakes are donated.", Part.VERB),
        ("Tools are checked hourly after use.", "Tools are checked immediately after use.",
         Part.VERB),
        ("남은 빵은 마감 때 폐기합니다.", "남은 빵은 마감 때 기부합니다.", Part.VERB),
        ("Keys hang in the office.", "Keys hang in the kitchen.", Part.REST),
        ("The lights stay on at night.", "The lights stay off at night.", Part.REST),
        ("열쇠는 사무실에 걸어 둡니다.", "열쇠는 주방에 걸어 둡니다.", Part.REST),
        ("수건은 파란 통에 넣습니다.", "수건은 초록 통에 넣습니다.", Part.REST),
    ],
)  # fmt: skip
def test_the_part_of_the_sentence_in_which_they_differ_is_named(
    one: str, other: str, part: Part
) -> None:
    assert _part(one, other) is part
    assert _part(other, one) is part


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("The window is cleaned each morning.", "Every morning the windows are cleaned.", True),
        ("분실물은 사무실에 보관합니다.", "분실물은 사무실에 보관한다.", True),
        ("The lockers may be used by customers.", "The lockers may be used by guests.", True),
        ("Coats hang in the back office.", "Coats hang in the old post office.", False),
        ("외투는 지하 직원 창고에 둡니다.", "외투는 이층 손님 대기실에 둡니다.", False),
        ("The float is counted.", "The float is counted twice.", False),
        ("골드 회원은 무료로 주차합니다.", "실버 회원은 무료로 주차합니다.", False),
    ],
)
def test_only_sentences_with_the_same_words_mean_the_same(
    one: str, other: str, is_same: bool
) -> None:
    assert mean_the_same(one, other) is is_same
    assert mean_the_same(other, one) is is_same


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
