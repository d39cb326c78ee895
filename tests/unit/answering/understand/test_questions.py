"""Messages with several questions, and questions that must stay whole."""

from datetime import date

import pytest

from bot.answering.understand import classify
from bot.answering.understand.questions import parts
from knowledge.language.asked import without_mark

TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        (
            "How long can customers return headphones? And where is the lost property form?",
            ("How long can customers return headphones?", "where is the lost property form?"),
        ),
        (
            "Who approves a refund above 100,000 won? Also, who may open the safe at night?",
            ("Who approves a refund above 100,000 won?", "who may open the safe at night?"),
        ),
        (
            "How long is the return period and how much is the delivery fee?",
            ("How long is the return period", "how much is the delivery fee?"),
        ),
        (
            "1. How long is a gift card valid?\n2. What is the staff discount?",
            ("How long is a gift card valid?", "What is the staff discount?"),
        ),
        (
            "Two questions:\n- gift card validity?\n- staff discount for family?",
            ("gift card validity?", "staff discount for family?"),
        ),
        (
            "What is the staff discount? How long is a gift card valid? What is the parcel limit? "
            "When is payday at the store?",
            (
                "What is the staff discount?",
                "How long is a gift card valid?",
                "What is the parcel limit?",
                "When is payday at the store?",
            ),
        ),
        (
            "Is the staff discount 20 percent? A customer left her wallet here. Who keeps wallets?",
            (
                "Is the staff discount 20 percent?",
                "A customer left her wallet here. Who keeps wallets?",
            ),
        ),
        (
            "환불은 며칠 안에 되나요? 그리고 포인트는 언제 소멸되나요?",
            ("환불은 며칠 안에 되나요?", "포인트는 언제 소멸되나요?"),
        ),
        (
            "환불은 며칠 안에 되나요 그리고 배송비는 누가 내나요?",
            ("환불은 며칠 안에 되나요", "배송비는 누가 내나요?"),
        ),
        (
            "포인트 적립은 언제까지 되나요, 그리고 쿠폰은 중복 사용 되나요?",
            ("포인트 적립은 언제까지 되나요", "쿠폰은 중복 사용 되나요?"),
        ),
        (
            "두 가지 질문이요\n1) 상품권 유효기간은 며칠인가요?\n2) 직원 할인율은 얼마인가요?",
            ("상품권 유효기간은 며칠인가요?", "직원 할인율은 얼마인가요?"),
        ),
        (
            "- 택배 무게 제한\n- 야간 수당 몇 퍼센트인가요",
            ("택배 무게 제한", "야간 수당 몇 퍼센트인가요"),
        ),
        (
            "What is the float? How long is a gift card valid?",
            ("What is the float?", "How long is a gift card valid?"),
        ),
        (
            "How long do we keep lost property? What about wallets?",
            ("How long do we keep lost property?", "What about wallets?"),
        ),
        (
            "How much is trouser hemming? And sleeve shortening? When is payday at the store?",
            (
                "How much is trouser hemming?",
                "And sleeve shortening?",
                "When is payday at the store?",
            ),
        ),
        (
            "how much is hemming for trousers? is it free for gold members?",
            ("how much is hemming for trousers?", "is it free for gold members?"),
        ),
        (
            "do gift cards expire and can you buy them with credit card?",
            ("do gift cards expire", "can you buy them with credit card?"),
        ),
        (
            "상품권 유효기간이 얼마예요? 그거 신용카드로 살 수 있나요?",
            ("상품권 유효기간이 얼마예요?", "그거 신용카드로 살 수 있나요?"),
        ),
        ("카드 환불 며칠? 현금은?", ("카드 환불 며칠?", "현금은?")),
        ("카드 환불 며칠? 현금은? 감사합니다", ("카드 환불 며칠?", "현금은?")),
        ("How do I refund a card? And cash?\nThanks", ("How do I refund a card?", "And cash?")),
        (
            "직원 할인율은? 가족은요? 상품권 유효기간은 며칠이에요?",
            ("직원 할인율은?", "가족은요?", "상품권 유효기간은 며칠이에요?"),
        ),
        (
            "직원 할인율은 얼마예요\n상품권 유효기간은 며칠이에요",
            ("직원 할인율은 얼마예요", "상품권 유효기간은 며칠이에요?"),
        ),
        (
            "환불은 며칠까지 돼요? 급여일은 언제예요?",
            ("환불은 며칠까지 돼요?", "급여일은 언제예요?"),
        ),
        (
            "When is payday and how long is the lunch break?",
            ("When is payday", "how long is the lunch break?"),
        ),
        (
            "What does the lamp burn, and who is the president?",
            ("What does the lamp burn", "who is the president?"),
        ),
        (
            "How long can customers return headphones; who is the president?",
            ("How long can customers return headphones", "who is the president?"),
        ),
        (
            "What does the lamp burn? Where's the lighthouse?",
            ("What does the lamp burn?", "Where's the lighthouse?"),
        ),
        (
            "램프는 무엇을 태우나요 그리고 대통령은 누구인가요?",
            ("램프는 무엇을 태우나요", "대통령은 누구인가요?"),
        ),
        (
            "환불 기한은 며칠인지 그리고 대통령은 누구인지 알려 주세요?",
            ("환불 기한은 며칠인지", "대통령은 누구인지 알려 주세요?"),
        ),
    ],
)
def test_questions_that_stand_alone_are_split(said: str, parts: tuple[str, ...]) -> None:
    assert classify(said, TODAY).parts == parts


@pytest.mark.parametrize(
    "said",
    [
        "It is opened. Can I return it?",
        "Can I return headphones? It is opened.",
        "customer has no receipt, what now?",
        "Can headphones be returned? What if they are opened?",
        "headphones? What is the return period?",
        "hi, can I return headphones? thanks!",
        "How much was the staff discount before 1 May 2026 and what is it now?",
        'A customer asks "is it free?" what do I say?',
        "Did the court in the case of Commission v. Cresson break any laws?",
        "What department in the U.S. led the efforts?",
        "The goods are: 1. opened 2. without a receipt. Can I take them back?",
        "이어폰 그리고 헤드폰 환불되나요?",
        "이어폰 환불되나요? 개봉했으면요?",
        "이어폰 환불되나요? 불량인 경우는?",
        "Can headphones be returned? And if they are opened?",
        "What is the fee? And what is it for?",
        "When do we open the store? And today?",
        "Can I return headphones? And really?",
        "Who opens the store? And closes it?",
        "커피 환불 되나요? 지금은?",
        "이 상품 환불 되나요? 이것은?",
        "카드 환불 며칠? 현금은? 영수증은 잃어버렸대요.",
        "환불되나요? 개봉했어요.",
        "손님이 카드를 잃어버렸대요. 환불은 어떻게 하나요?",
        "까다로운 손님이에요. 환불 요구하는데 영수증이 없어요. 어떻게 해요?",
        "우산 대여 보증금은 얼마예요? 반납은 언제까지예요?",
        "개봉했고 영수증 없는데 환불돼요?",
        "몇 시에 열고 닫아요?",
        "카페는 몇 시에 열고 몇 시에 닫아요?",
        "어떤 상품이 할인되고 얼마나 할인돼요?",
        "재고 몇 개인지 보고 어떻게 해요?",
        "술 몇 병까지 되냐고 물으시는데 어디로 돌려요?",
        "하드커버 제본도 하나요? 권당 얼마예요?",
        "고객이 몇 시에 왔고 얼마 냈는지 어떻게 알아요?",
        "우산 대여 보증금은 얼마고 반납은 언제까지예요?",
        "환불 규정이 궁금해요. 영수증 없이도 되나요?",
        "개봉한 상품이에요. 그래도 반품되나요?",
        "What does the lamp burn, and who lights it?",
        "How much is the lamp, and what is the deadline?",
        "What is the return period, and who is the approver?",
        "What happens if a customer complains, and who should I tell?",
        "환불 기한은 며칠이고 담당자는 누구인가요?",
        "램프는 얼마에 판다며 어디에 있어요?",
        "제품이 불량이고 고객은 누구에게 말하나요?",
    ],
)  # fmt: skip
def test_a_question_with_its_conditions_stays_whole(said: str) -> None:
    assert classify(said, TODAY).parts == (said,)


@pytest.mark.parametrize(
    ("unit", "between"),
    [("how long is the refund window", " and "), ("환불 기간은 며칠인가요", ", 그리고 ")],
)
def test_a_long_chain_of_questions_is_split_at_a_few_places_only(unit: str, between: str) -> None:
    chain = between.join([unit] * 40) + "?"

    found = classify(chain, TODAY).parts

    assert len(found) == 9
    assert found[0] == unit
    assert found[-1].endswith(f"{unit}?")


@pytest.mark.parametrize(
    "asked",
    [
        "How long is a gift card valid? What is the parcel limit?",
        "Can I return it? I lost the receipt.",
        "A customer left some medicine behind in the shop. What happens to it?",
        "환불은 며칠 안에 되나요? 포인트는 언제 소멸되나요?",
        "영수증을 잃어버렸어요. 환불되나요?",
        "How do I refund a card?",
    ],
)
def test_a_missing_question_mark_does_not_change_the_split(asked: str) -> None:
    bare = parts(without_mark(asked))

    assert len(bare) == len(parts(asked))
    assert without_mark(bare[-1]) == without_mark(parts(asked)[-1])
