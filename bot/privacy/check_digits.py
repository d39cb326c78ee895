"""The check digits of cards, barcodes, bank accounts abroad, and Korean numbers."""

_RRN_WEIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
_LUHN_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
_BRN_WEIGHTS = (1, 3, 7, 1, 3, 7, 1, 3, 5)


def luhn_holds(digits: str) -> bool:
    """Whether a card number passes the Luhn check."""
    numbers = [int(digit) for digit in reversed(digits)]
    doubled = sum(_LUHN_DOUBLED[number] for number in numbers[1::2])
    return (sum(numbers[::2]) + doubled) % 10 == 0


def ean_holds(digits: str) -> bool:
    """Whether a barcode (EAN, UPC or GTIN) passes its check."""
    numbers = [int(digit) for digit in reversed(digits)]
    return (sum(numbers[::2]) + 3 * sum(numbers[1::2])) % 10 == 0


def rrn_holds(digits: str) -> bool:
    """Whether a Korean resident's or foreigner's number passes the check used to October 2020."""
    total = sum(int(digit) * weight for digit, weight in zip(digits, _RRN_WEIGHTS, strict=False))
    return int(digits[-1]) in {(11 - total % 11) % 10, (13 - total % 11) % 10}


def brn_holds(digits: str) -> bool:
    """Whether a Korean business registration number of ten digits passes its check."""
    total = sum(int(digit) * weight for digit, weight in zip(digits, _BRN_WEIGHTS, strict=False))
    return (total + int(digits[8]) * 5 // 10 + int(digits[9])) % 10 == 0


def iban_holds(iban: str) -> bool:
    """Whether an IBAN without separators passes mod 97. Does not check its length."""
    turned = iban[4:] + iban[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1
