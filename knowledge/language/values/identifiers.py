"""Reads values that are compared as text: telephone numbers, forms, articles of a law."""

import re
from decimal import Decimal

from knowledge.language.values.atom import Atom, Form
from knowledge.language.values.value import ValueKind

_REFERENCE = (
    r"(?:section|article|step|chapter|page|clause|appendix|no\.|rule|level|form|room|table|figure"
    r"|version)"
)
_MONEY = "(?:us|usd|krw|eur|jpy|gbp|cny)"


def verbatim(match: re.Match[str]) -> Atom:
    """A match as written, without spaces."""
    return Atom(
        ValueKind.IDENTIFIER, Decimal(0), "".join(match.group().lower().split()), end=match.end()
    )


def _none(match: re.Match[str]) -> None:
    return None


ANYWHERE = (
    # The numbers of list items are not values; 11. 16.(월) is a day.
    Form(
        r"(?m:^)[ \t>*-]{0,8}\d{1,2}\\?[.)](?=\s)"
        r"(?!(?:\s\d{1,2}\.){1,2}\s?(?:[~-]|\([월화수목금토일]))",
        _none,
    ),
    Form(
        r"제\s?\d{1,6}\s?(?:[조항호장절편관목차회]|단계)(?:의\s?\d{1,3})?"
        r"(?:\s?제\d{1,4}[조항호](?:의\s?\d{1,3})?){0,4}",
        verbatim,
    ),
)
FIGURES = (
    Form(r"\d{16,}", _none),
    Form(r"(?<![\d-])(?:\+\d{1,3}[\s-]?)?\(?0\d{1,2}\)?[\s.-]\d{3,4}[\s.-]\d{4}(?!\d)", verbatim),
    Form(r"(?<![\d-])1[568]\d\d-\d{4}(?!\d)", verbatim),
    Form(r"(?<![\d-])\d{3}-\d{4}(?!\s?[\d가-힣%])", verbatim),
)
LATER_FIGURES = (
    Form(r"(?<![\d-])\d{1,6}(?:-\d{2,6}){2,5}(?![\d-])", verbatim),
    Form(r"(?<![\d+])\d\+\d(?![\d+])", verbatim),
    Form(r"(?<![\d.])\d{1,4}(?:\.\d{1,4}){2,4}(?![\d.])", verbatim),
)
"""Tried after dates, which look similar."""
KOREAN = (Form(r"(?:별표|별지|부칙)\s?제?\d{1,3}(?:호|의\d{1,2})?", verbatim),)
ENGLISH = (
    Form(r"https?://\S{1,2000}|www\.\S{1,2000}", _none),
    Form(r"[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}", _none),
    Form(
        r"[a-z][a-z\d]{0,15}(?:[-_][a-z\d]{1,15}){0,5}"
        r"[-_](?=[a-z]{0,9}\d)[a-z\d]{1,15}(?![a-z\d_])",
        verbatim,
    ),
    Form(rf"(?!{_MONEY}\d)[a-z]{{1,12}}\d[a-z\d]{{0,12}}(?:\.\d{{1,4}}){{0,3}}", verbatim),
    Form(r"pp?\.\s?\d{1,4}\b", verbatim),
    Form(rf"{_REFERENCE}\s\d{{1,4}}(?:\.\d{{1,3}}){{0,3}}\b", verbatim),
)
