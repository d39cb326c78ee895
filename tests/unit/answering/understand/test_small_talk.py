"""Small talk, and questions that must not be read as small talk."""

from datetime import date

import pytest

from bot.answering.understand import classify, talk_of
from bot.model.understood import Talk, Understood


@pytest.mark.parametrize(
    ("said", "talk"),
    [
        ("hi", Talk.GREETING),
        ("Hello there!", Talk.GREETING),
        ("Good morning :)", Talk.GREETING),
        ("thanks a lot!!", Talk.THANKS),
        ("ok, thank you", Talk.THANKS),
        ("ok thx", Talk.THANKS),
        ("good job", Talk.THANKS),
        ("Great work, thanks!", Talk.THANKS),
        ("you are useless", Talk.INSULT),
        ("Stupid bot", Talk.INSULT),
        ("what can you do?", Talk.ABOUT_YOU),
        ("Hi, who are you?", Talk.ABOUT_YOU),
        ("help", Talk.ABOUT_YOU),
        ("What is the capital of Australia?", Talk.GENERAL_KNOWLEDGE),
        ("what's the weather like in Busan tomorrow", Talk.GENERAL_KNOWLEDGE),
        ("who is the president?", Talk.GENERAL_KNOWLEDGE),
        ("hi, tell me a joke", Talk.GENERAL_KNOWLEDGE),
        ("2+2", Talk.GENERAL_KNOWLEDGE),
        ("write me a poem about spring", Talk.GENERAL_KNOWLEDGE),
        ("translate good night to Korean", Talk.GENERAL_KNOWLEDGE),
        ("what is the stock price of Samsung?", Talk.GENERAL_KNOWLEDGE),
        ("what time is it", Talk.GENERAL_KNOWLEDGE),
        ("the", Talk.TOO_SHORT),
        ("that one", Talk.POINTS),
    ],
)
def test_english_talk_is_no_question(said: str, talk: Talk) -> None:
    assert talk_of(said) is talk


@pytest.mark.parametrize(
    ("said", "talk"),
    [
        ("안녕하세요~", Talk.GREETING),
        ("반갑습니다!", Talk.GREETING),
        ("고마워요 ㅎㅎ", Talk.THANKS),
        ("네, 알겠습니다", Talk.THANKS),
        ("수고하세요", Talk.THANKS),
        ("ㅇㅋ 고마워", Talk.THANKS),
        ("잘했어", Talk.THANKS),
        ("잘하네요, 고마워요", Talk.THANKS),
        ("바보야", Talk.INSULT),
        ("진짜 쓸모없네", Talk.INSULT),
        ("넌 뭐야", Talk.ABOUT_YOU),
        ("뭐 할 수 있어?", Talk.ABOUT_YOU),
        ("도움말", Talk.ABOUT_YOU),
        ("오늘 날씨", Talk.GENERAL_KNOWLEDGE),
        ("프랑스 수도가 어디야?", Talk.GENERAL_KNOWLEDGE),
        ("대통령이 누구야", Talk.GENERAL_KNOWLEDGE),
        ("농담 하나 해줘", Talk.GENERAL_KNOWLEDGE),
        ("안녕하세요, 시 한 편 써주세요", Talk.GENERAL_KNOWLEDGE),
        ("삼성전자 주가 얼마야", Talk.GENERAL_KNOWLEDGE),
        ("지금 몇 시야?", Talk.GENERAL_KNOWLEDGE),
        ("그거요", Talk.POINTS),
        ("왜?", Talk.TOO_SHORT),
    ],
)
def test_korean_talk_is_no_question(said: str, talk: Talk) -> None:
    assert talk_of(said) is talk


@pytest.mark.parametrize(
    "said", ["", "...", "?!", "<@U123>", "@storewise", ":wave:", "🙂", "ㅋㅋㅋ"]
)
def test_marks_mentions_and_emoji_alone_say_nothing(said: str) -> None:
    assert talk_of(said) is Talk.EMPTY


@pytest.mark.parametrize(
    "said",
    [
        "headphones?",
        "how long?",
        "hi, can I return headphones?",
        "hello kitty mug price?",
        "can I play music in the store",
        "what's the weather policy?",
        "what is the capital of the company",
        "who is the manager on duty",
        "what time do we open",
        "what is 1+1?",
        "tell me a story our customers like",
        "translate the refund policy into English for a customer",
        "a customer called me an idiot, what do I do?",
        "help a customer with a broken zip",
        "what's new?",
        "환불",
        "술?",
        "안녕하세요 환불 되나요?",
        "오늘 반품 되나요",
        "지금 몇 시까지 영업해요",
        "비 오면 우산 빌려줘도 되나요",
        "대통령 선거일에 쉬나요?",
        "매장에서 노래 틀어줘도 되나요",
        "2+1 행사 상품 반품",
        "손님이 바보라고 욕하면 어떻게 해요?",
        "화장실 수도가 고장났어요",
        "고객에게 환불 불가를 영어로 뭐라고 하나요?",
    ],
)
def test_a_question_about_the_store_is_never_taken_for_talk(said: str) -> None:
    assert talk_of(said) is None


def test_small_talk_has_no_intent_and_no_days() -> None:
    assert classify("thanks, bye", date(2026, 11, 21)) == Understood(Talk.THANKS)


@pytest.mark.parametrize(
    "said",
    [
        "@storewise can you answer this?",
        "storewise can you explain this in more detail?",
        "please see the question above",
        "is that allowed?",
        "how much is it?",
        "that one",
        "위에 질문 좀 답해줘",
        "그거 돼요?",
        "이거 얼마예요?",
        "제 질문에 답변 부탁드립니다",
        "저거는요?",
    ],
)
def test_a_message_may_only_point_at_another(said: str) -> None:
    assert talk_of(said) is Talk.POINTS


@pytest.mark.parametrize(
    "said",
    [
        "can I return this?",
        "is the cafe allowed to sell it?",
        "should I help a customer with a question?",
        "이거 환불돼요?",
        "앞치마 어디 있어요",
        "문의 전화번호가 뭐예요",
    ],
)
def test_a_word_of_the_store_is_enough_for_a_question(said: str) -> None:
    assert talk_of(said) is None
