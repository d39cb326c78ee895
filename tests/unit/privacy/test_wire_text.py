"""Raw tokens of the platforms, disguises in Unicode, and lines rendered as JSON."""

import json

import pytest

from bot.privacy import redact


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("<mailto:kim@a.com|kim@a.com>", "[REDACTED_EMAIL]"),
        ("<tel:+821012345678|010-1234-5678>", "[REDACTED_PHONE]"),
        ("<@U024BE7LH>", "@user"),
        ("<@U024BE7LH|kim@a.com>", "@user"),
        ("<at>Kim Minsu</at>", "@user"),
        ('<at id="3">김민수</at>', "@user"),
    ],
)
def test_a_raw_token_goes_as_a_whole(raw: str, expected: str) -> None:
    assert redact(f"ask {raw}에게").text == f"ask {expected}에게"


def test_a_mention_is_not_counted() -> None:
    found = redact("<@U024BE7LH> 010-1234-5678")

    assert found.counts == {"PHONE": 1}
    assert [entity.start for entity in found.entities] == [13]


@pytest.mark.parametrize(
    "value",
    [
        "０１０－１２３４－５６７８",
        "010‑1234–5678",
        "010\u200b-12\u00ad34-5678",
        "010ㅡ1234ㅡ5678",
        "٠١٠-١٢٣٤-٥٦٧٨",
        "𝟎𝟏𝟎-𝟏𝟐𝟑𝟒-𝟓𝟔𝟕𝟖",
        "010·1234·5678",
    ],
)
def test_a_disguised_number_is_found_at_its_place(value: str) -> None:
    text = f"번호: {value} 끝"

    found = redact(text)

    assert found.text == "번호: [REDACTED_PHONE] 끝"
    assert [text[entity.start : entity.end] for entity in found.entities] == [value]


@pytest.mark.parametrize("readable", [True, False])
def test_a_value_in_json_is_found_behind_its_escapes(readable: bool) -> None:
    spoken = {"text": "번호010-1234-5678\n415-555-0132\t０１０-1234-5678"}

    line = redact(json.dumps(spoken, ensure_ascii=not readable)).text

    assert json.loads(line)["text"].count("[REDACTED_PHONE]") == 3
    assert not any(piece in line for piece in ("1234", "5678", "0132"))


def test_the_words_of_a_placeholder_are_no_cue() -> None:
    text = "[REDACTED_PHONE] 123-4567, [REDACTED_CARD] 4222222222222"

    assert redact(text).text == text
