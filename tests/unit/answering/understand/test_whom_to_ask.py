"""Who do I ask? A message that wants the person to turn to."""

import pytest

from bot.answering.understand.follow_up.whom_to_ask import asks_whom


@pytest.mark.parametrize(
    "said",
    [
        "who do I ask?",
        "who can I ask",
        "who can help me with this?",
        "who decides?",
        "who owns this document?",
        "so who do I talk to?",
        "who else can I ask?",
        "누구한테 물어봐요?",
        "어디에 문의해요",
        "담당자가 누구예요?",
        "그럼 누구한테 물어봐야 하나요?",
        "누가 담당해요?",
    ],
)
def test_a_message_that_only_wants_a_person_is_recognised(said: str) -> None:
    assert asks_whom(said)


@pytest.mark.parametrize(
    "said",
    [
        "who do I ask about a faulty kettle?",
        "who do I call in an emergency?",
        "who may open the safe?",
        "who do I tell when the fridge is warm?",
        "누구한테 재고 문의를 하나요?",
        "환불은 누구한테 물어봐요?",
        "누가 금고를 열 수 있나요?",
    ],
)
def test_a_question_with_a_subject_of_its_own_is_looked_up(said: str) -> None:
    assert not asks_whom(said)
