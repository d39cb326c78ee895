"""Words that mean the same in a store."""

from pathlib import Path

import pytest

from knowledge.language.meanings.glossary import NO_GLOSSARY, Glossary, load
from knowledge.language.terms import terms
from knowledge.model.errors import KnowledgeError
from tests.unit.knowledge.texts import filled

_WORDS = Glossary.of([["refund", "money back", "환불", "반품"], ["money", "cash", "현금"]])


def _others(question: str) -> set[str]:
    """The synonyms of the words of a question, each as its joined terms."""
    found = _WORDS.alternatives(question)
    return {" ".join(words) for phrases in found.values() for words in phrases}


def _terms(*words: str) -> set[str]:
    return {" ".join(terms(word)) for word in words}


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("환불은 며칠까지 되나요?", ("refund", "money back", "반품")),
        ("How long for refunds?", ("money back", "환불", "반품")),
        ("현금으로 되나요", ("money", "cash")),
        ("영업 시간", ()),
        ("", ()),
    ],
)
def test_a_word_has_the_others_of_its_group_as_synonyms(
    question: str, others: tuple[str, ...]
) -> None:
    assert _others(question) == _terms(*others)


def test_a_phrase_is_not_about_the_words_in_it() -> None:
    assert _others("can I get my money back") == _terms("refund", "환불", "반품")


def test_without_a_glossary_there_are_no_synonyms() -> None:
    assert NO_GLOSSARY.alternatives("환불 refund") == {}


@pytest.mark.parametrize("question", ["환불하려면?", "refund please"])
def test_the_glossary_that_ships_joins_both_languages(question: str) -> None:
    found = load().alternatives(question)

    assert found


def test_figures_mean_a_word_only_side_by_side() -> None:
    bundles = Glossary.of([["bundle", "1+1", "2+1"]])

    assert bundles.alternatives("is 2+1 on soap?")
    assert bundles.alternatives("is the 2-in-1 soap sold?") == {}


def test_a_store_adds_words_of_its_own(tmp_path: Path) -> None:
    own = filled(tmp_path, {"own.yaml": "- [시재표, till sheet]\n"}) / "own.yaml"

    assert load(own).alternatives("till sheet?")
    assert load(own).alternatives("refund")


def test_a_glossary_may_be_empty(tmp_path: Path) -> None:
    own = filled(tmp_path, {"own.yaml": "# 아직 없음\n"}) / "own.yaml"

    assert load(own) == load()


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("- [refund", "is not valid YAML"),
        ("refund: 환불", "must be lines like"),
        ("- refund", "must be lines like"),
        ("그냥 글", "must be lines like"),
    ],
)
def test_a_mistake_in_the_glossary_names_its_file(
    tmp_path: Path, written: str, reason: str
) -> None:
    own = filled(tmp_path, {"own.yaml": written}) / "own.yaml"

    with pytest.raises(KnowledgeError, match=reason) as mistake:
        load(own)

    assert "own.yaml" in str(mistake.value)


def test_a_missing_glossary_is_reported(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="cannot be read"):
        load(tmp_path / "none.yaml")
