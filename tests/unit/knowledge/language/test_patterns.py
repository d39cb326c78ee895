"""Patterns that are compiled on first use match like Python's."""

import re

import pytest

from knowledge.language.patterns.lazy import LazyPattern, cheaper

TEXTS = ("Refund 환불은", "refund환불", "REFUND", "가 나 다", "x가1", "]", "^", "", "미환불 7일")


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?<![가-힣])환불|refund",
        r"(?<![가-힣\d])[가-힣]{2}(?![가-힣])",
        r"[^가-힣\s]+",
        r"[가-힣A-Z]+",
        r"[가-힣\]^]",
        r"(?P<word>[가-힣0-9]+)일",
    ],
)
def test_a_pattern_matches_as_python_would(pattern: str) -> None:
    plain = re.compile(pattern, re.IGNORECASE)

    for text in TEXTS:
        found = [match.span() for match in LazyPattern(pattern).finditer(text)]
        assert found == [match.span() for match in plain.finditer(text)]


def test_only_classes_without_latin_letters_lose_case_folding() -> None:
    assert cheaper(r"refund[가-힣\d][가-힣a-z]") == r"refund(?-i:[가-힣\d])[가-힣a-z]"


def test_a_wrong_pattern_is_an_error_on_first_use() -> None:
    late = LazyPattern("(")

    with pytest.raises(re.error):
        late.search("")
