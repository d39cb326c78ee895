"""Fillers: words of a question without a subject."""

import pytest

from bot.answering.understand.fillers import asks_in_detail, without_fillers


@pytest.mark.parametrize(
    ("asked", "sought"),
    [
        ("what is the latest refund policy?", "what is the refund policy?"),
        ("the most recent rules on parking", "the rules on parking"),
        ("what are the current promotions?", "what are the promotions?"),
        ("explain the refund policy in detail", "the refund policy"),
        ("can you explain the refund policy in more detail?", "the refund policy?"),
        ("warranty info?", "warranty?"),
        ("any information on gift cards", "gift cards"),
        ("what promotions are on this week?", "what promotions are on?"),
        ("이번 주 프로모션 적용 조건은?", "프로모션 적용 조건은?"),
        ("현재 진행 중인 행사 알려줘", "행사 알려줘"),
        ("refund info pls", "refund"),
        ("latest info on points", "points"),
        ("tell me everything about refunds", "tell me about refunds"),
        ("적용되는 환불 규정이 뭔가요?", "환불 규정이 뭔가요?"),
        ("분실물에 관한 규정 알려줘", "분실물 알려줘"),
        ("포인트에 대한 정보 알려줘", "포인트 알려줘"),
        ("최신 환불 규정 알려줘", "환불 규정 알려줘"),
        ("현재 적용되는 환불 규정", "환불 규정"),
        ("환불 관련 규정 알려줘", "환불 규정 알려줘"),
        ("보증 정보 알려줘", "보증 알려줘"),
        ("환불 규정 자세히 설명해줘", "환불 규정 설명해줘"),
    ],
)
def test_fillers_are_not_searched_for(asked: str, sought: str) -> None:
    assert without_fillers(asked) == sought


@pytest.mark.parametrize(
    "asked",
    [
        "what is the latest rule?",
        "최신 규정이 무엇인지",
        "what is the latest time for a refund?",
        "do we need the customer's information?",
        "what do I fill in details of the form for?",
        "which rules hold this week?",
        "is the café open this weekend, are there offers?",
        "지금 환불하러 온 손님이 있어요",
        "이번 주 휴무는 언제예요?",
        "",
    ],
)
def test_a_question_keeps_the_words_of_its_subject(asked: str) -> None:
    assert without_fillers(asked) == asked


@pytest.mark.parametrize(
    ("asked", "detailed"),
    [
        ("explain the refund policy in detail", True),
        ("tell me about refunds in full detail, please", True),
        ("환불 규정 상세히 알려줘", True),
        ("what is the refund policy?", False),
        ("what do I fill in details of the form for?", False),
        ("상세 규격은 어디 있어요?", False),
    ],
)
def test_a_question_may_ask_for_details(asked: str, detailed: bool) -> None:
    assert asks_in_detail(asked) is detailed
