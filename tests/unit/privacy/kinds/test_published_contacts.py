"""The store's own contacts stay where they are published, and nowhere else."""

import pytest

from bot.privacy import Profile, redact


@pytest.mark.parametrize("number", ["1588-1234", "1661-0000", "080-123-4567", "1-800-555-0199"])
def test_business_numbers_stay_in_documents_only(number: str) -> None:
    document = redact(f"고객센터 {number}", profile=Profile.DOCUMENT)
    question = redact(f"고객센터 {number}")

    assert document.text == f"고객센터 {number}"
    assert question.text == "고객센터 [REDACTED_PHONE]"


@pytest.mark.parametrize(
    "spelling", ["02-123-4567", "+82 2-123-4567", "(02) 123-4567", "<tel:+8221234567|02-123-4567>"]
)
def test_an_allowed_phone_stays_in_every_spelling(spelling: str) -> None:
    text = f"Call {spelling} today."

    assert redact(text, allow=["+8221234567"]).text == text
    assert redact(text, allow={"(02) 123 4567"}).text == text


def test_an_american_phone_may_be_allowed_too() -> None:
    text = "Call 415-555-0132 or 415-555-0133."

    assert redact(text, allow=["+14155550132"]).text == "Call 415-555-0132 or [REDACTED_PHONE]."


def test_an_allowed_email_stays_in_any_case_but_not_its_neighbours() -> None:
    text = "Help@Store.com, kim@store.com"

    assert redact(text, allow=["help@store.com"]).text == "Help@Store.com, [REDACTED_EMAIL]"


@pytest.mark.parametrize("value", ["900101-1234567", "123-45-6789", "4111 1111 1111 1111"])
def test_no_list_lets_a_number_of_a_person_through(value: str) -> None:
    digits = "".join(character for character in value if character.isdigit())

    assert value not in redact(f"No. {value}", allow=[value, digits]).text
