"""Made-up personal values, the same ones in every run."""

from random import Random

_NAMES = ("kim", "hong.gildong", "j_smith", "anna-lee", "o.brien+shop", "park", "m.garcia", "lee99")
_HOSTS = ("naver.com", "daum.net", "korea.co.kr", "example.org", "mail.example.com", "shop.io")
_AREAS = ("02", "031", "032", "042", "051", "053", "062", "064", "070")
_BRANDS = (("4", 16), ("51", 16), ("2223", 16), ("34", 15), ("37", 15), ("6011", 16), ("3566", 16))


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 -- values for tests, not for locks


def email(rng: Random) -> str:
    return f"{rng.choice(_NAMES)}{rng.randrange(100)}@{rng.choice(_HOSTS)}"


def korean_mobile(rng: Random, separator: str = "-") -> str:
    return separator.join(("010", _digits(rng, 4), _digits(rng, 4)))


def korean_landline(rng: Random) -> str:
    return f"{rng.choice(_AREAS)}-{rng.randrange(200, 9999)}-{_digits(rng, 4)}"


def american_phone(rng: Random) -> str:
    shape = rng.choice(("{}-{}-{}", "({}) {}-{}", "{}.{}.{}", "+1-{}-{}-{}", "001-{}-{}-{}"))
    number = shape.format(rng.randrange(201, 800), rng.randrange(200, 999), _digits(rng, 4))
    return number + rng.choice(("", "", f"x{rng.randrange(10, 99999)}"))


def ssn(rng: Random) -> str:
    return f"{_digits(rng, 3)}-{_digits(rng, 2)}-{_digits(rng, 4)}"


def rrn(rng: Random, separator: str = "-") -> str:
    birth = f"{rng.randrange(100):02}{rng.randrange(1, 13):02}{rng.randrange(1, 29):02}"
    return f"{birth}{separator}{rng.randrange(1, 9)}{_digits(rng, 6)}"


def card(rng: Random) -> str:
    prefix, length = rng.choice(_BRANDS)
    body = prefix + _digits(rng, length - len(prefix) - 1)
    return body + _luhn_digit(body)


def grouped(number: str, separator: str) -> str:
    sizes = (4, 4, 4, 4) if len(number) == 16 else (4, 6, 5)
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return separator.join(
        number[start : start + size] for start, size in zip(starts, sizes, strict=True)
    )


def barcode(rng: Random, prefix: str = "880", length: int = 13) -> str:
    body = prefix + _digits(rng, length - len(prefix) - 1)
    total = sum(int(digit) * (3, 1)[place % 2] for place, digit in enumerate(reversed(body)))
    return body + str(-total % 10)


def _digits(rng: Random, count: int) -> str:
    return "".join(rng.choices("0123456789", k=count))


def _luhn_digit(body: str) -> str:
    doubled = [int(digit) * (2, 1)[place % 2] for place, digit in enumerate(reversed(body))]
    return str(-sum(number // 10 + number % 10 for number in doubled) % 10)
