"""Numbers in the forms of Hancom Office and OpenDocument: 3, iii, c, 다, ③."""

from knowledge.read.office.word.numerals import numeral

_AS_IN_WORD = {
    "CIRCLED_DIGIT": "decimalEnclosedCircle",
    "ROMAN_CAPITAL": "upperRoman",
    "ROMAN_SMALL": "lowerRoman",
    "LATIN_CAPITAL": "upperLetter",
    "LATIN_SMALL": "lowerLetter",
    "HANGUL_SYLLABLE": "ganada",
    "HANGUL_JAMO": "chosung",
    "HANGUL_PHONETIC": "koreanDigital",
    "IDEOGRAPH": "chineseCounting",
}
_FIRST = {
    "CIRCLED_LATIN_CAPITAL": ("Ⓐ", 26),
    "CIRCLED_LATIN_SMALL": ("ⓐ", 26),
    "CIRCLED_HANGUL_SYLLABLE": ("㉮", 14),
    "CIRCLED_HANGUL_JAMO": ("㉠", 14),
    "CIRCLED_IDEOGRAPH": ("㊀", 10),
}
"""The first letter of a form and how many there are."""
_BY_FIRST = {first: form for form, (first, _) in _FIRST.items()} | {
    numeral(1, word): form for form, word in _AS_IN_WORD.items()
}


def in_form(number: int, form: str) -> str:
    """The number in a form, named as in HWPX; in digits if the form does not reach so far."""
    if form in _FIRST:
        first, count = _FIRST[form]
        return chr(ord(first) + number - 1) if 0 < number <= count else str(number)
    return numeral(number, _AS_IN_WORD.get(form, "decimal"))


def form_of(first: str) -> str:
    """The form whose first number is written so: `i`, `가`, `①`."""
    return _BY_FIRST.get(first, "DIGIT")
