"""Check digits, by published examples."""

import pytest

from bot.privacy.shapes import brn_holds, ean_holds, iban_holds, luhn_holds, rrn_holds


@pytest.mark.parametrize(
    "iban",
    [
        "GB82WEST12345698765432",
        "DE89370400440532013000",
        "FR1420041010050500013M02606",
        "MT84MALT011000012345MTLCAST001S",
        "NO9386011117947",
    ],
)
def test_an_iban_holds_until_a_digit_changes(iban: str) -> None:
    changed = iban[:5] + str((int(iban[5], 36) + 1) % 10) + iban[6:]

    assert iban_holds(iban)
    assert not iban_holds(changed)


@pytest.mark.parametrize("brn", ["1048656659", "1048213138", "1234567891"])
def test_a_business_number_holds_until_its_last_digit_changes(brn: str) -> None:
    others = {f"{brn[:9]}{digit}" for digit in range(10)} - {brn}

    assert brn_holds(brn)
    assert not any(map(brn_holds, others))


def test_the_others_hold_by_their_published_examples() -> None:
    assert luhn_holds("4111111111111111")
    assert not luhn_holds("4111111111111112")
    assert ean_holds("4006381333931")
    assert not ean_holds("4006381333932")
    assert rrn_holds("9001011234568")
    assert not rrn_holds("9001011234567")
