"""A question is brought into the form that encoders read."""

import pytest

from knowledge.language.asked import as_read, in_small_letters, without_mark


@pytest.mark.parametrize(
    "typed",
    [
        "Can opened headphones be returned?",
        "CAN OPENED HEADPHONES BE RETURNED",
        "can opened headphones be returned?!",
        "Can opened headphones be returned… ",
    ],
)
def test_a_question_is_read_in_one_form_however_it_was_typed(typed: str) -> None:
    assert as_read(typed) == "can opened headphones be returned"


def test_a_korean_question_is_read_without_its_mark() -> None:
    assert (
        as_read("환불 기간은 며칠인가요?")
        == as_read("환불 기간은 며칠인가요")
        == "환불 기간은 며칠인가요"
    )


@pytest.mark.parametrize(
    ("typed", "small"),
    [
        ("WHEN DO WE CLOSE ON SUNDAY", "When do we close on Sunday"),
        ("I'M ILL. WHAT DO I DO?", "I'm ill. What do I do?"),
        ("MAY I RETURN IT BEFORE 1 MAY 2026?", "May I return it before 1 May 2026?"),
        ("CALL ME AT [REDACTED_PHONE]", "Call me at [REDACTED_PHONE]"),
        ("WHICH IS HM-RF-02 OR P-17?", "Which is HM-RF-02 or P-17?"),
        ("GOLD 회원 POS기", "Gold 회원 pos기"),
    ],
)
def test_capitals_are_normalised(typed: str, small: str) -> None:
    assert in_small_letters(typed) == small


def test_only_marks_at_the_end_are_removed() -> None:
    assert without_mark("v1.2? yes. ?!") == "v1.2? yes"
