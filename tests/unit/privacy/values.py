"""Made-up personal values, the same ones in every run."""

from random import Random

_NAMES = ("kim", "hong.gildong", "j_smith", "anna-lee", "o.brien+shop", "park", "m.garcia", "lee99")
_HOSTS = ("naver.com", "daum.net", "korea.co.kr", "example.org", "mail.example.com", "shop.io")
_AREAS = ("02", "031", "032", "042", "051", "053", "062", "064", "070")
_BRANDS = (("4", 16), ("51", 16), ("2223", 16), ("34", 15), ("37", 15), ("6011", 16), ("3566", 16))


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 -- values for tests, not for locks


_IBANS = {  # what stands behind the two check digits: letters as they are, # for a digit
    "GB": "NWBK##############",
    "DE": "##################",
    "FR": "#######################",
    "NL": "INGB##########",
    "ES": "####################",
    "IT": "X######################",
    "MT": "MALT############MTLCAST###S",
    "BR": "#######################P1",
    "NO": "###########",
    "LC": "HEMM########################",
}
_ACCOUNTS = ("###-###-######", "######-##-######", "####-##-#######", "###-####-####-##", "#" * 13)
_LANDLINES = ("02", "031", "032", "033", "041", "042", "043", "051", "053", "062", "064", "070")
_AMERICAN = (
    *("{}{}{}", "{}-{}-{}", "({}){}-{}", "{}.{}.{}") * 2,
    *("{}-{}-{}x", "({}){}-{}x", "{}.{}.{}x", "+1-{}-{}-{}x", "001-{}-{}-{}x") * 3,
    *("+1-{}-{}-{}", "001-{}-{}-{}"),
)
"""As often as Faker writes each; an x is followed by an extension."""


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


def any_american_phone(rng: Random) -> str:
    """In the formats that people in the United States write, ten bare digits among them."""
    shape = rng.choice(_AMERICAN)
    number = shape.format(rng.randrange(200, 1000), rng.randrange(200, 1000), _digits(rng, 4))
    return number + _digits(rng, rng.randrange(3, 6)) if shape.endswith("x") else number


def korean_phone(rng: Random) -> str:
    """Mobile and landline, with separators or without."""
    area = rng.choice(("010", "011", "016", "019", *_LANDLINES))
    middle = str(rng.randrange(2000, 9999) if area in {"010", "070"} else rng.randrange(200, 999))
    return rng.choice(("-", " ", ".", "")).join((area, middle, _digits(rng, 4)))


def iban(rng: Random) -> str:
    country, shape = rng.choice(list(_IBANS.items()))
    body = _filled(rng, shape)
    rest = int("".join(str(int(sign, 36)) for sign in f"{body}{country}00")) % 97
    number = f"{country}{98 - rest:02}{body}"
    spaced = " ".join(number[place : place + 4] for place in range(0, len(number), 4))
    return rng.choice((number, spaced, number.lower()))


def brn(rng: Random) -> str:
    body = _filled(rng, "#########")
    weights = (1, 3, 7, 1, 3, 7, 1, 3, 5)
    weighed = sum(int(digit) * weight for digit, weight in zip(body, weights, strict=True))
    check = -(weighed + int(body[8]) * 5 // 10) % 10
    return f"{body[:3]}-{body[3:5]}-{body[5:]}{check}"


def passport(rng: Random) -> str:
    """With its label, without which it may be any code."""
    number = rng.choice("MSROD") + _filled(rng, rng.choice(("########", "###A####")))
    return rng.choice(("여권번호 {}", "passport {}", "Passport No. {}", "여권 {}")).format(number)


def license_number(rng: Random) -> str:
    return f"{rng.randrange(11, 29)}-" + _filled(rng, "##-######-##")


def account(rng: Random) -> str:
    """With its label, without which it may be any code."""
    label = rng.choice(("계좌번호 ", "국민은행 ", "입금 계좌: ", "account number ", "Account no. "))
    return label + _filled(rng, rng.choice(_ACCOUNTS))


def _filled(rng: Random, shape: str) -> str:
    return "".join(rng.choice("123456789") if sign == "#" else sign for sign in shape)


def _digits(rng: Random, count: int) -> str:
    return "".join(rng.choices("0123456789", k=count))


def _luhn_digit(body: str) -> str:
    doubled = [int(digit) * (2, 1)[place % 2] for place, digit in enumerate(reversed(body))]
    return str(-sum(number // 10 + number % 10 for number in doubled) % 10)
