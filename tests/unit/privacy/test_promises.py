"""What holds for every text: idempotence, honest offsets, no survivors, no value kept."""

from random import Random

import pytest

from bot.privacy import REDACTION_VERSION, EntityType, Profile, Redaction, redact, safe
from bot.privacy.harmless import harmless
from knowledge.language.hidden import seen
from tests.unit.privacy import values

_MAKERS = (
    values.email,
    values.korean_mobile,
    values.korean_landline,
    values.american_phone,
    values.ssn,
    values.rrn,
    values.card,
    lambda rng: values.rrn(rng, ""),
    lambda rng: values.grouped(values.card(rng), " "),
    lambda _rng: "<@U024BE7LH>",
    lambda _rng: "phone card 카드 전화 ssn",
    lambda _rng: "반품 규정 3.2 (1)",
)
_GLUE = (" ", "", "-", ", ", "(", ")", ".", "\n", "/", "\u200b", ":", "_", "은 ")


def _jumble(rng: Random) -> str:
    pieces = [piece for _ in range(4) for piece in (rng.choice(_MAKERS)(rng), rng.choice(_GLUE))]
    return "".join(pieces)


@pytest.mark.parametrize("profile", Profile)
def test_a_clean_text_stays_the_same(profile: Profile) -> None:
    rng = values.seeded(21)
    once = [redact(_jumble(rng), profile=profile).text for _ in range(500)]

    twice = [redact(text, profile=profile) for text in once]

    assert [found.text for found in twice] == once
    assert not any(found.entities for found in twice)


def test_offsets_point_into_the_original() -> None:
    rng = values.seeded(22)

    for _ in range(500):
        text = _jumble(rng).replace("<@U024BE7LH>", "")
        found = redact(text)
        rebuilt, position = "", 0
        for entity in found.entities:
            assert position <= entity.start < entity.end <= len(text)
            rebuilt += text[position : entity.start] + entity.type.placeholder
            position = entity.end
        assert rebuilt + text[position:] == found.text


@pytest.mark.parametrize("separator", ["-", " ", ".", "", " - ", "\u2013", "\u200b", "－", "·"])
def test_no_group_of_a_mobile_survives_any_separator(separator: str) -> None:
    rng = values.seeded(23)

    for _ in range(50):
        number = values.korean_mobile(rng, separator)
        assert redact(f"연락처: {number}, 끝").text == "연락처: [REDACTED_PHONE], 끝"


@pytest.mark.parametrize(
    "text",
    [
        "전화 010&#45;1234&#x2D;5678",
        "call 010&ndash;1234&ndash;5678",
        "010-1234&shy;-5678",
        "minsu&#64;naver.com",
        "minsu&amp;#64;naver&period;com",
        "minsu&#38;#64;naver.com",
        "minsu&#x26;AMP;#64;naver.com",
        "주민번호 900101&#45;1234567",
        "card 4111&nbsp;1111 1111 1111",
    ],
)
def test_what_a_reply_writes_out_was_found_before(text: str) -> None:
    assert harmless(text) != text
    assert redact(text).entities
    assert redact(text).text == harmless(redact(text).text)


def test_what_a_reply_leaves_out_hides_nothing() -> None:
    unseen = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    unseen = [one for one in unseen if not seen(one) and not redact(f"010-12{one}34-5678").entities]

    assert unseen == []


@pytest.mark.parametrize("zero", ["０", "٠", "०", "𝟎"])
def test_no_resident_number_survives_in_other_digits(zero: str) -> None:
    rng = values.seeded(24)
    digits = str.maketrans("0123456789", "".join(chr(ord(zero) + value) for value in range(10)))

    for _ in range(50):
        assert redact(f"고객 {values.rrn(rng).translate(digits)}.").text == "고객 [REDACTED_RRN]."


def test_a_redaction_shows_no_text() -> None:
    found = redact("hong@naver.com is 홍길동")

    assert repr(found) == "Redaction(counts={'EMAIL': 1})"
    assert "hong" not in repr(found.entities)


def test_an_empty_or_clean_text_passes() -> None:
    assert redact("").text == ""
    assert redact("30일 이내 반품 가능") == Redaction(safe("30일 이내 반품 가능"), ())


def test_safe_is_the_strict_text() -> None:
    assert safe("call 1588-1234") == "call [REDACTED_PHONE]"


def test_placeholders_name_the_kind() -> None:
    assert EntityType.EMAIL.placeholder == "[REDACTED_EMAIL]"
    assert REDACTION_VERSION == "6"
