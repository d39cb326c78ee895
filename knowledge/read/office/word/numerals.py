"""Writes a number as Word does in each of its formats."""

from collections.abc import Callable, Mapping

_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
    (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SYLLABLES = "가나다라마바사아자차카타파하"
_CONSONANTS = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"
_DIGITS = "일이삼사오육칠팔구"
_HAN = "一二三四五六七八九"
_CIRCLES = (0x2460, 20)
_HIGHEST = 3_999
"""Beyond it, a list is no list that a person numbered."""


def numeral(number: int, form: str) -> str:
    """A number in a format of Word such as `lowerRoman`; as digits in one that is not known."""
    if form == "none":
        return ""
    if not 0 < number <= _HIGHEST:
        return str(number)
    return _WRITE.get(form, str)(number)


def _roman(number: int) -> str:
    said = ""
    for value, sign in _ROMAN:
        said += sign * (number // value)
        number %= value
    return said


def _repeated(letters: str) -> Callable[[int], str]:
    """A, B … Z, AA, BB, as Word goes on."""

    def write(number: int) -> str:
        times, at = divmod(number - 1, len(letters))
        return letters[at] * (times + 1)

    return write


def _from(first: int, count: int) -> Callable[[int], str]:
    return lambda number: chr(first + number - 1) if number <= count else str(number)


def _in_tens(digits: str, ten: str) -> Callable[[int], str]:
    def write(number: int) -> str:
        tens, ones = divmod(number, 10)
        if tens >= len("0123456789"):
            return str(number)
        before = (digits[tens - 1] if tens > 1 else "") + ten if tens else ""
        return before + (digits[ones - 1] if ones else "")

    return write


def _ordinal(number: int) -> str:
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


_WRITE: Mapping[str, Callable[[int], str]] = {
    "decimalZero": lambda number: f"{number:02}",
    "upperRoman": _roman,
    "lowerRoman": lambda number: _roman(number).lower(),
    "upperLetter": _repeated(_LATIN),
    "lowerLetter": _repeated(_LATIN.lower()),
    "ganada": _repeated(_SYLLABLES),
    "chosung": _repeated(_CONSONANTS),
    "koreanDigital": _in_tens(_DIGITS, "십"),
    "koreanCounting": _in_tens(_DIGITS, "십"),
    "japaneseCounting": _in_tens(_HAN, "十"),
    "ideographDigital": _in_tens(_HAN, "十"),
    "taiwaneseCountingThousand": _in_tens(_HAN, "十"),
    "chineseCounting": _in_tens(_HAN, "十"),
    "decimalEnclosedCircle": _from(*_CIRCLES),
    "decimalEnclosedCircleChinese": _from(*_CIRCLES),
    "decimalEnclosedParen": lambda number: f"({number})",
    "decimalEnclosedFullstop": lambda number: f"{number}.",
    "numberInDash": lambda number: f"- {number} -",
    "ordinal": _ordinal,
}
