"""Korean glues its particles to the value; the value goes, the particle stays."""

import pytest

from bot.privacy import redact

_PARTICLES = (
    "으로",
    "로",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "에게",
    "에서",
    "입니다",
    "이에요",
    "의",
)


@pytest.mark.parametrize("particle", _PARTICLES)
@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("hong@naver.com", "EMAIL"),
        ("kim.lee@korea.co.kr", "EMAIL"),
        ("010-1234-5678", "PHONE"),
        ("01012345678", "PHONE"),
        ("02-123-4567", "PHONE"),
        ("900101-1234567", "RRN"),
        ("4111-1111-1111-1111", "CARD"),
        ("123-45-6789", "SSN"),
    ],
)
def test_a_particle_after_a_value_stays(value: str, kind: str, particle: str) -> None:
    assert (
        redact(f"연락은 {value}{particle} 하세요").text
        == f"연락은 [REDACTED_{kind}]{particle} 하세요"
    )


def test_a_word_right_before_a_value_stays() -> None:
    assert redact("메일은hong@naver.com").text == "메일은[REDACTED_EMAIL]"
    assert redact("전화010-1234-5678").text == "전화[REDACTED_PHONE]"
