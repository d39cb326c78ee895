"""What holds for every kind of value, in every spelling: gone, in place, and gone for good."""

from collections.abc import Callable
from random import Random

import pytest

from bot.privacy import Profile, Redaction, redact
from tests.unit.privacy import values

SENTENCES = ("제 것은 {}입니다. 확인해 주세요.", "Please use {} for my refund, thanks.")
_MAKERS: dict[str, Callable[[Random], str]] = {
    "EMAIL": values.email,
    "PHONE": values.korean_phone,
    "SSN": values.ssn,
    "RRN": values.rrn,
    "CARD": values.card,
    "IBAN": values.iban,
    "BRN": values.brn,
    "PASSPORT": values.passport,
    "LICENSE": values.license_number,
    "ACCOUNT": values.account,
}
_ZEROS = {"full-width": "０", "Arabic": "٠", "Devanagari": "०", "bold": "𝟎"}
_DASHES = ("\u2010", "\u2011", "\u2013", "\u2014", "\u2212", "－", "\u3161")
_UNSEEN = ("\u200b", "\u00ad", "\u2060", "\ufeff", "\u202a")


def _plain(text: str, _rng: Random) -> str:
    return text


def _in_digits(zero: str) -> Callable[[str, Random], str]:
    table = {ord("0") + n: chr(ord(zero) + n) for n in range(10)}
    return lambda text, _rng: text.translate(table)


def _with_dashes(text: str, rng: Random) -> str:
    return text.replace("-", rng.choice(_DASHES))


def _with_unseen(text: str, rng: Random) -> str:
    """An unseen character somewhere among the digits."""
    place = rng.choice([n for n, sign in enumerate(text) if sign.isdigit()])
    return text[: place + 1] + rng.choice(_UNSEEN) + text[place + 1 :]


_DISGUISES: dict[str, Callable[[str, Random], str]] = {
    "plain": _plain,
    "other dashes": _with_dashes,
    "unseen": _with_unseen,
    **{name: _in_digits(zero) for name, zero in _ZEROS.items()},
}


@pytest.mark.parametrize("disguise", _DISGUISES)
@pytest.mark.parametrize("kind", _MAKERS)
@pytest.mark.parametrize("sentence", SENTENCES, ids=["Korean", "English"])
def test_no_digits_of_a_value_survive_and_a_second_look_changes_nothing(
    sentence: str, kind: str, disguise: str
) -> None:
    rng = values.seeded(31)

    for _ in range(40):
        value = _DISGUISES[disguise](_MAKERS[kind](rng), rng)
        text = sentence.format(value)
        found = redact(text)
        if kind != "EMAIL":
            assert not any(sign.isdecimal() for sign in found.text), found
        assert found.counts == {kind: 1}
        assert _rebuilt(text, found) == found.text
        assert redact(found.text).entities == ()
        assert redact(found.text).text == found.text


def _rebuilt(text: str, found: Redaction) -> str:
    """The original with a placeholder at each place that was reported."""
    pieces, position = [], 0
    for entity in found.entities:
        assert position <= entity.start < entity.end <= len(text)
        pieces += [text[position : entity.start], entity.type.placeholder]
        position = entity.end
    return "".join([*pieces, text[position:]])


@pytest.mark.parametrize("separator", ["-", " ", ".", "", "\u2013", "－", "\u200b-"])
@pytest.mark.parametrize(
    ("kind", "groups"),
    [
        ("PHONE", ("010", "1234", "5678")),
        ("CARD", ("4111", "1111", "1111", "1111")),
        ("RRN", ("900101", "1234568")),
    ],
)
@pytest.mark.parametrize("sentence", SENTENCES, ids=["Korean", "English"])
def test_no_separator_lets_a_group_through(
    sentence: str, kind: str, groups: tuple[str, ...], separator: str
) -> None:
    assert redact(sentence.format(separator.join(groups))).text == sentence.format(
        f"[REDACTED_{kind}]"
    )


@pytest.mark.parametrize("profile", Profile)
def test_two_values_side_by_side_are_both_gone(profile: Profile) -> None:
    rng = values.seeded(33)
    makers = [make for kind, make in _MAKERS.items() if kind != "EMAIL"]

    for _ in range(300):
        one, other = (rng.choice(makers)(rng) for _ in range(2))
        found = redact(f"{one}, {other}", profile=profile)
        left = [word for word in found.text.split() if sum(map(str.isdigit, word)) >= 9]
        assert profile is Profile.DOCUMENT or left == []
        assert redact(found.text, profile=profile).text == found.text
