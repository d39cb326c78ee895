"""The intent of a question, and the kind of store that it names."""

from datetime import date

import pytest

from bot.answering.understand import classify
from bot.model.understood import Intent

TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("What changed in the refund policy?", Intent.COMPARE_VERSIONS),
        ("difference between version 1 and 2 of the staff discount", Intent.COMPARE_VERSIONS),
        ("How did the price match limit change?", Intent.COMPARE_VERSIONS),
        ("환불 정책 버전별 차이 알려줘", Intent.COMPARE_VERSIONS),
        ("포인트 정책에서 바뀐 점이 뭐예요?", Intent.COMPARE_VERSIONS),
        ("이전 규정과 지금 규정의 차이는 뭐예요?", Intent.COMPARE_VERSIONS),
        ("뭐 바뀌었어요?", Intent.WHAT_IS_NEW),
        ("What's new?", Intent.WHAT_IS_NEW),
        ("what are the latest rules?", Intent.WHAT_IS_NEW),
        ("what is the latest refund policy?", Intent.POLICY_LOOKUP),
        ("최신 규정이 무엇인지", Intent.WHAT_IS_NEW),
        ("최신 환불 규정 알려줘", Intent.POLICY_LOOKUP),
        ("new rules?", Intent.WHAT_IS_NEW),
        ("Are there any new rules this month?", Intent.WHAT_IS_NEW),
        ("what is in force from next week?", Intent.WHAT_IS_NEW),
        ("새로 바뀐 규정 있나요?", Intent.WHAT_IS_NEW),
        ("다음 주부터 시행되는 것은?", Intent.WHAT_IS_NEW),
        ("최근에 바뀐 규정 알려주세요", Intent.WHAT_IS_NEW),
        ("올해 바뀐 정책 전부 알려줘", Intent.WHAT_IS_NEW),
        ("작년에 바뀐 환불 규정 뭐예요?", Intent.WHAT_IS_NEW),
        ("What will change in the returns policy in January?", Intent.WHAT_IS_NEW),
        ("what is going to change next month?", Intent.WHAT_IS_NEW),
        ("how will the returns policy change?", Intent.WHAT_IS_NEW),
        ("1월에 반품 정책 뭐가 바뀌어요?", Intent.WHAT_IS_NEW),
        ("내년 1월에 반품 정책에서 바뀌는 게 뭐예요?", Intent.WHAT_IS_NEW),
        ("다음 달에 바뀌는 반품 정책 있어요?", Intent.WHAT_IS_NEW),
        ("반품 정책이 어떻게 달라지나요?", Intent.WHAT_IS_NEW),
        ("창고 비번은 언제 바뀌나요?", Intent.POLICY_LOOKUP),
        ("주소가 바뀌면 어떻게 해요?", Intent.HOW_TO),
        ("when will the door code change?", Intent.POLICY_LOOKUP),
        ("How do I report an injury?", Intent.HOW_TO),
        ("till is short, which form do I need?", Intent.HOW_TO),
        ("시재가 비는데 어디에 적어요?", Intent.HOW_TO),
        ("카드 단말기가 먹통이에요 어떡하죠ㅠㅠ", Intent.HOW_TO),
        ("What if the receipt is lost?", Intent.EXCEPTION),
        ("refund without a receipt possible?", Intent.EXCEPTION),
        ("영수증 없이 환불되나요?", Intent.EXCEPTION),
        ("회수 상품은 기한이 지났는데 환불되나요?", Intent.EXCEPTION),
        ("How many days do customers have to return headphones?", Intent.POLICY_LOOKUP),
        ("what is the difference between gold and silver members?", Intent.POLICY_LOOKUP),
        ("how much change should be in the drawer?", Intent.POLICY_LOOKUP),
        ("상품권 유효기간은 며칠인가요?", Intent.POLICY_LOOKUP),
        ("새로 바뀐 환불 기한은 며칠이에요?", Intent.POLICY_LOOKUP),
        ("쿠폰은 언제부터 적용돼요?", Intent.POLICY_LOOKUP),
        ("고객 마음이 바뀌었대요 환불되나요?", Intent.POLICY_LOOKUP),
        ("headphones?", Intent.UNKNOWN),
        ("환불", Intent.UNKNOWN),
    ],
)
def test_the_intent_follows_from_the_words(said: str, intent: Intent) -> None:
    assert classify(said, TODAY).intent is intent


@pytest.mark.parametrize(
    ("said", "store", "sure"),
    [
        ("How long is milk good for in the café?", "cafe", True),
        ("we are a coffee shop, do we take pets?", "cafe", True),
        ("which forms do we need at our convenience store?", "convenience", True),
        ("카페에서 우유는 며칠까지 쓰나요?", "cafe", True),
        ("저희 편의점인데 택배 몇 시까지 받아요?", "convenience", True),
        ("옷가게에서 교환은 며칠까지예요?", "apparel", True),
        ("apparel delivery days", "apparel", False),
        ("카페 대관 되나요?", "cafe", False),
    ],
)
def test_a_kind_of_store_is_sure_if_the_question_is_asked_from_it(
    said: str, store: str, sure: bool
) -> None:
    hint = classify(said, TODAY).store_type

    assert hint is not None
    assert (hint.value, hint.confidence >= 0.5) == (store, sure)


@pytest.mark.parametrize(
    "said",
    [
        "How long is milk good for?",
        "bought in the café, can it go back in the convenience store?",
        "카페에서 산 텀블러를 편의점에서 환불할 수 있나요?",
    ],
)
def test_no_kind_of_store_is_guessed_without_exactly_one(said: str) -> None:
    assert classify(said, TODAY).store_type is None
