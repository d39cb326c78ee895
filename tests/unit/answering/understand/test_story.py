"""What is not the question: courtesies, redacted words, the asker's story."""

import pytest

from bot.answering.understand.questions.story import (
    other_forms,
    without_courtesies,
    without_story,
)
from bot.model import Turn
from bot.privacy import safe
from knowledge.model.documents import Found
from tests.unit import given


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("hello, quick question: when is payday?", "when is payday?"),
        ("Good morning team, is the café open? Thanks!", "is the café open?"),
        ("What is the staff discount? My name is [REDACTED_NAME].", "What is the staff discount?"),
        ("My e-mail is [REDACTED_EMAIL]. How long is a break?", "How long is a break?"),
        ("안녕하세요, 급여일이 언제예요? 감사합니다", "급여일이 언제예요?"),
        ("신분증 확인은 어떻게 하나요? 제 번호는 [REDACTED_PHONE]", "신분증 확인은 어떻게 하나요?"),
        ("죄송한데요, 옷은요?", "옷은요?"),
    ],
)
def test_courtesies_and_redacted_words_are_taken_off(said: str, left: str) -> None:
    assert without_courtesies(said) == left


@pytest.mark.parametrize(
    "said",
    [
        "hello",
        "thanks a lot!",
        "[REDACTED_PHONE]",
        "can I call [REDACTED_PHONE] about a refund?",
        "감사합니다",
        "고객이 감사 카드를 주면 받아도 되나요?",
        "OK?",
    ],
)
def test_a_message_keeps_its_words_where_nothing_else_would_be_left(said: str) -> None:
    assert without_courtesies(said) == said


@pytest.mark.parametrize(
    ("said", "shorter"),
    [
        (
            "I'm new here and there's a customer waiting. How long can headphones be returned?",
            "How long can headphones be returned?",
        ),
        (
            "there is a customer here and she is in a hurry, can opened headphones be returned?",
            "can opened headphones be returned?",
        ),
        ("How many points do gold members get? My boss is asking me.",) * 2,
        ("제가 신입이라 잘 모르는데요, 라스트오더가 몇 시예요?", "라스트오더가 몇 시예요?"),
        (
            "how long can headphones be returned im in a hurry",
            "how long can headphones be returned",
        ),
        ("환불 규정 좀 알려줘 급해", "환불 규정 좀 알려줘"),
        ("손님이 급하신데 개봉한 헤드폰 환불돼요?", "개봉한 헤드폰 환불돼요?"),
        ("줄이 길어요ㅠㅠ 추석에도 카페 열어요?", "추석에도 카페 열어요?"),
    ],
)
def test_a_story_may_be_left_out(said: str, shorter: str) -> None:
    expected = said.removesuffix(" My boss is asking me.") if said == shorter else shorter

    assert without_story(said)[0] == expected


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I bought it 3 weeks ago. How long can headphones be returned?", "3 weeks ago"),
        ("The box is opened. How long can headphones be returned?", "opened"),
        ("She is a gold member. How many points does she get for coffee?", "gold member"),
        ("손님이 3주 전에 샀어요. 헤드폰 환불이 며칠까지 되나요?", "3주 전"),
        ("영수증이 없어요. 헤드폰 환불이 되나요?", "영수증이 없어요"),
    ],
)
def test_a_fact_stays(said: str, fact: str) -> None:
    assert all(fact in one for one in [said, *without_story(said)])


def test_without_a_story_there_is_nothing_shorter() -> None:
    assert other_forms(given.question("How long can headphones be returned?"), None, Found()) == []
    assert other_forms(given.question("헤드폰은 며칠 안에 환불되나요?"), None, Found()) == []


def test_a_few_words_are_enough_in_a_thread() -> None:
    said = given.question("I'm new and the customer is waiting. and for clothes?")

    alone = other_forms(said, None, Found())
    in_thread = other_forms(said, Turn(safe("how long can headphones be returned?")), Found())

    assert alone == []
    assert [one.text for one in in_thread] == ["and for clothes?"]


@pytest.mark.parametrize(
    ("said", "shorter"),
    [
        ("what is the policy for lost keys?", "lost keys?"),
        ("전자제품 반품 정책이 뭐예요?", "전자제품 반품 뭐예요?"),
    ],
)
def test_a_rule_need_not_call_itself_one(said: str, shorter: str) -> None:
    [one] = other_forms(given.question(said), None, Found())

    assert one.text == shorter
    assert one.rules_only
