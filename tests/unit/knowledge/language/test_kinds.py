"""A statement about one thing of a kind does not answer for another."""

from itertools import chain, combinations

import pytest

from knowledge.language.meanings.kinds import kinds, shipped


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("What discount is there on silver jewellery?", "Goods: Gold jewellery; Discount: 10%"),
        ("Limit for debit cards?", "Means: Credit card; Limit per purchase: none"),
        ("셀프 계산대의 파란 불은 무슨 뜻인가요?", "노란 불은 용지가 적다는 뜻이다."),
        ("눈 오는 날에는 매트를 몇 장 깔아요?", "비 오는 날에는 입구에 매트를 두 장 깐다."),
        ("첼로 줄은 몇 세트 두나요?", "물건: 바이올린 줄; 최소 재고: 3세트"),
        ("냉동고는 몇 시간 시험하나요?", "Article: Refrigerator; Runs on the bench: 24 hours"),
        ("How long is parental leave?", "부모, 배우자, 자녀가 사망하면 5일의 유급 휴가를 씁니다."),
        ("현금 환불은 언제 되나요?", "결제 수단: 신용·체크카드; 받는 시점: 3일"),
        ("실버 회원 적립률은?", "등급: 골드; 구매액: 100만 원 이상; 적립률: 3%"),
        ("김치찌개 끓이는 법", "김치참치 삼각김밥: 전자레인지에 20초 데우면 맛있습니다."),
    ],
)
def test_a_statement_about_another_thing_of_the_kind_is_about_others(asked: str, said: str) -> None:
    every = shipped()

    assert every.are_others(every.named(asked), said)


@pytest.mark.parametrize(
    ("asked", "said", "above"),
    [
        ("a yellow label?", "Yellow means 1+1, and green means 2+1.", ""),
        ("노란 가격표는요?", "노란색은 1+1, 초록색은 2+1입니다.", ""),
        ("how long for oat milk?", "Dairy milk keeps 2 days, oat or soy drink 3 days.", ""),
        ("may a rabbit come in?", "Only dogs and cats may come in.", ""),
        ("토끼도 되나요?", "개와 고양이만 들어올 수 있다.", ""),
        ("what does a skirt cost?", "Trousers cost ₩5,000, other clothes ₩7,000.", ""),
        ("what does a skirt cost?", "₩5,000; trousers take a day longer.", "Skirts and dresses"),
        ("may I have my money back?", "Trousers cost ₩5,000.", ""),
        ("does the cookie contain milk?", "Cookie: contains wheat and egg.", ""),
        ("쿠키에 우유 들어 있나요?", "쿠키 재료: 밀, 달걀", ""),
        ("뜨거운 커피에 데었어요", "차가운 물로 20분 동안 식힙니다.", ""),
        ("입어 보라고 해도 돼요?", "빨간 표가 있는 옷은 입어 볼 수 없습니다.", ""),
        ("3만원 이상 사면 주차 몇 시간?", "주차는 최대 2시간입니다.", ""),
        ("토요일 영업시간?", "주말은 09:00에 엽니다.", ""),
        ("닭은 어디 두나요?", "Chicken is kept below all other meat.", ""),
        ("닭장 열쇠는 어디 있어요?", "돼지고기는 3번 냉장고에 있습니다.", ""),
    ],
)
def test_a_statement_that_names_it_too_or_covers_all_others_is_not(
    asked: str, said: str, above: str
) -> None:
    every = shipped()

    assert not every.are_others(every.named(asked), said, above)


def test_the_longest_phrase_counts_and_spaces_in_korean_do_not() -> None:
    every = kinds([[["card"], ["gift card", "기프트 카드"]], [["무", "radish"]]])

    assert every.named("a Gift Card") == every.named("기프트카드로") == {0: {1}}
    assert every.named("무는 어디에") == {1: {0}}
    assert every.named("무료로 드립니다") == every.named("discard") == {}


def test_every_word_of_the_product_is_read() -> None:
    every = shipped()
    things = set(every.known.values())

    assert len({kind for kind, _ in things}) > 40
    assert [word for word in every.known if not every.named(word)] == []


def test_a_word_for_two_things_is_an_error() -> None:
    with pytest.raises(ValueError, match="red stands for two things"):
        kinds([[["red"], ["blue"]], [["red", "파란"], ["green"]]])


def test_things_of_a_kind_exclude_each_other() -> None:
    every = kinds([[["red", "빨간"], ["blue", "파란"], ["green"]]])
    pairs = combinations(("red", "파란", "green"), 2)

    for one, other in chain.from_iterable(((a, b), (b, a)) for a, b in pairs):
        assert every.are_others(every.named(f"a {one} light"), f"the {other} light")
