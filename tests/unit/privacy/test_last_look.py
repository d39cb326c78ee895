"""What goes to a model is looked at once more."""

import logging

import pytest

from bot import telemetry
from bot.privacy import Profile, Redactor, assert_clean


@pytest.mark.parametrize(
    "text", ["환불은 며칠인가요? [REDACTED_PHONE]", "Is [REDACTED_EMAIL] a member?"]
)
def test_a_clean_text_goes_as_it_is(text: str, caplog: pytest.LogCaptureFixture) -> None:
    with telemetry.request("r1") as trace:
        assert assert_clean(text, Redactor()) == text

    assert trace.amounts == {}
    assert "personal data" not in caplog.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("제 번호는 010-1234-5678", "제 번호는 [REDACTED_PHONE]"),
        ("mine is 010-1234-5678", "mine is [REDACTED_PHONE]"),
    ],
)
def test_a_late_find_is_replaced_and_counted(
    text: str, expected: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)

    with telemetry.request("r1") as trace:
        assert assert_clean(text, Redactor()) == expected

    assert trace.amounts == {"late_redactions": 1}
    assert [vars(one)["kinds"] for one in caplog.records] == [{"PHONE": 1}]
    assert "5678" not in caplog.text


def test_what_documents_publish_is_no_late_find() -> None:
    text = "고객센터 1588-1234"

    assert assert_clean(text, Redactor(), profile=Profile.DOCUMENT) == text
    assert assert_clean(text, Redactor()) == "고객센터 [REDACTED_PHONE]"
