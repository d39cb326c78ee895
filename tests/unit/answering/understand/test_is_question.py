"""Questions among messages that are not addressed to the bot."""

import pytest

from bot.answering.understand import asks


@pytest.mark.parametrize(
    "text",
    [
        "How long can customers return headphones?",
        "how long can customers return headphones",
        "Hi team, which form do I use for a refund",
        "what's the discount for gold members",
        "The customer lost the receipt. What should I do? Thanks!",
        "anyone know when the delivery comes",
        "does anybody here know the closing time",
        "can we accept opened cosmetics",
        "Is there a limit on vouchers",
        "do customers need an ID for cigarettes",
        "I'd like to know the allergy rules",
        "not sure whether we refund gift cards",
        "please tell me how to close the till",
        "what about gift cards",
        "refund without receipt???",
        "ok so where do I log the temperature",
        "*can we refund this?*",
        "how close must a competitor be for a price match",
        "Within how many days can a member return an item",
        "till shows P-17 - what now",
        "환불 며칠까지 되나요",
        "영수증 없으면 환불 안 되나요?",
        "개봉한 화장품도 환불이 되는지 궁금합니다",
        "마감은 몇 시까지예요",
        "유통기한 지난 상품은 어떻게 처리해요",
        "알바 휴게시간 알려주세요",
        "상품권 환불 규정 아시는 분",
        "담배 살 때 신분증 검사해야 할까요",
        "시재가 안 맞으면 어떻게 하죠",
        "골드 회원 할인율이 얼마인가요",
        "온도 기록은 어디에 적어요",
        "폐기는 누가 해요",
        "이거 환불 가능합니까",
        "쿠폰 중복 사용 되나",
        "포인트 적립은 언제까지",
        "카드 단말기가 먹통이에요 어떡하죠ㅠㅠ",
    ],
)
def test_a_question_is_recognised_with_or_without_its_mark(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "thanks!",
        "ok, got it",
        ":+1: :tada:",
        "👍",
        "good morning everyone",
        "How are you?",
        "When you arrive, call me.",
        "I'll be there at 9.",
        "The delivery came at noon, all good.",
        "Have a nice day everybody",
        "do the dishes please",
        "see https://kb.example/refunds?id=1&lang=en",
        "Reminder: inventory on Friday. Bring your badge.",
        "We are closed tomorrow",
        "what a day",
        "who cares",
        "what a nice idea",
        "how nice of you",
        "네 알겠습니다",
        "감사합니다 :)",
        "ㅋㅋㅋㅋ",
        "안녕하세요",
        "오늘 배송 왔습니다.",
        "저 먼저 퇴근할게요",
        "재고 하나 남았어요",
        "지금 바쁘니까 나중에 할게요",
        "행사 끝나요 오늘",
        "집에 가요",
        "누구나 쓸 수 있어요",
        "언제든 연락 주세요",
        "어머니 오셨어요",
        "네 가져가도 돼요",
        "왜냐하면 오늘 쉬거든요",
        "공지: 내일 9시 오픈입니다.",
    ],
)
def test_talk_and_statements_are_no_questions(text: str) -> None:
    assert not asks(text)
