"""One form of every text, whatever wrote it."""

import unicodedata

import pytest

from bot.model import Message, Platform
from bot.model.text import as_seen

QUESTION = "개봉한 헤드폰은 환불되나요?"


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        (unicodedata.normalize("NFD", QUESTION), QUESTION),
        (unicodedata.normalize("NFD", "café"), "café"),
        ("\ud800", ""),
        ("re\udcfffund\ud83d", "refund"),
        ("\ud83d\ude00", "😀"),
        ("\x00\x07\x1b\x7f\u200b", ""),
        ("re\u200bfu\u00adnd\ufeff", "refund"),
        ("\u202eno\u2066 way\u2069", "no way"),
        ("👨\u200d👩\u200d👧 ☀\ufe0f 1\ufe0f\u20e3", "👨\u200d👩\u200d👧 ☀\ufe0f 1\ufe0f\u20e3"),
        ("🏳\ufe0f\u200d🌈 👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈 👩🏽\u200d🚀"),
        ("می\u200cخواهم क्\u200dष ശ്രീ", "می\u200cخواهم क्\u200dष ശ്രീ"),
        ("\u200d환\u200d불 re\u200cfund\ufe0f 1\ufe0f2 👧\u200d \u200c", "환불 refund 12 👧 "),
        ("می\u200c \u200cخواهم ۱\u200d۲ 👧\u200da ⓐ\u200dⓑ", "می خواهم ۱۲ 👧a ⓐⓑ"),
        ("می\u200b\u200cخواهم 👨\u200d\u200d👩 e\u200d\u0301", "می\u200cخواهم 👨👩 é"),
        ("\uff30\uff2c\uff35\u3000\uff11\uff12\uff1f", "PLU 12?"),
        ("환불\u3164규정\u00a0알려줘", "환불 규정 알려줘"),
        ("a\r\nb\rc\u2028d\x0be\u0085f", "a\nb\nc\nd\ne\nf"),
        ("- one\n\t- two  \n", "- one\n\t- two  \n"),
        ("How long? — “14 days” ₩1,000 ½", "How long? — “14 days” ₩1,000 ½"),
        ("", ""),
    ],
)
def test_a_text_is_read_as_it_is_seen(typed: str, seen: str) -> None:
    assert as_seen(typed) == seen
    assert as_seen(seen) == seen


def test_no_message_goes_round_the_door() -> None:
    decomposed = unicodedata.normalize("NFD", QUESTION)

    message = Message(Platform.WEB, "", "me", decomposed, selected_text=f"\ud800{decomposed}\r\n")

    assert (message.text, message.selected_text) == (QUESTION, f"{decomposed}\r\n")
    assert Message(Platform.WEB, "", "me", QUESTION).selected_text is None
