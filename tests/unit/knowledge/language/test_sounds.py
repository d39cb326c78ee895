"""A name in Hangul and the same name in Latin letters."""

import pytest

from knowledge.language.ko.sounds import alike, consonants

_SAME = [
    ("트레일마스터", "trailmaster"),
    ("마운틴드림", "mountaindream"),
    ("코지나이츠", "cozynights"),
    ("에코파이어", "ecofire"),
    ("레인가드", "rainguard"),
    ("오로라", "aurora"),
    ("스피커", "speaker"),
    ("바코드", "barcode"),
    ("키오스크", "kiosk"),
    ("샌드위치", "sandwich"),
    ("아메리카노", "americano"),
    ("플래티넘", "platinum"),
    ("레볼루션", "revolution"),
    ("자켓", "jacket"),
]


@pytest.mark.parametrize(("hangul", "latin"), _SAME)
def test_a_name_sounds_the_same_in_both_spellings(hangul: str, latin: str) -> None:
    others = ["counter", "receipt", "membership", "latte", latin]

    same = [name for name in others if consonants(name) == consonants(hangul)]

    assert alike(hangul, same) == (latin,)


@pytest.mark.parametrize(
    ("hangul", "latin"),
    [
        ("데스크", "task"),
        ("바코드", "pocket"),
        ("영업", "up"),
        ("이어폰", "pine"),
    ],
)
def test_another_word_with_the_same_consonants_is_not_the_name(hangul: str, latin: str) -> None:
    assert consonants(hangul) != consonants(latin) or alike(hangul, [latin]) == ()


@pytest.mark.parametrize("word", ["", "이", "우유", "a", "you", "1234", "环保", "트레일master"])
def test_a_word_with_too_few_consonants_is_no_name(word: str) -> None:
    assert consonants(word) == ""
