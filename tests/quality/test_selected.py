"""The golden questions asked of a selected text: the document that answers them, and others."""

import asyncio

import pytest

from benchmarks.selected import GOLDENS, About, Came, asked, cases
from benchmarks.sets import GoldenSet
from knowledge.language.sentences import normalised
from knowledge.model.documents import Language

pytestmark = pytest.mark.long

LEAST_ANSWERED, LEAST_RIGHT, LEAST_REFUSED = 0.78, 0.65, 0.82


@pytest.fixture(scope="module")
def came() -> list[Came]:
    return asyncio.run(asked([case for path in GOLDENS for case in cases(GoldenSet(path))]))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_text_that_holds_the_answer_gives_it_and_another_does_not(
    language: Language, came: list[Came], capsys: pytest.CaptureFixture[str]
) -> None:
    own = [one for one in came if one.case.golden.language == language]
    gold = [one for one in own if one.case.about is About.GOLD]
    other = [one for one in own if one.case.about is About.OTHER]

    answered = sum(one.answered for one in gold) / len(gold)
    right = sum(one.right for one in gold) / len(gold)
    refused = sum(not one.answered for one in other) / len(other)

    with capsys.disabled():
        print(f"\nselected text, {language}: answered {answered:.3f}, right {right:.3f}")
        print(f"  another text refused {refused:.3f}")
    assert (len(gold) >= 80, len(other) >= 120) == (True, True)
    assert answered >= LEAST_ANSWERED
    assert right >= LEAST_RIGHT
    assert refused >= LEAST_REFUSED


def test_every_answer_quotes_the_selected_text_word_for_word(came: list[Came]) -> None:
    for one in came:
        for sentence in one.answer.sentences:
            assert sentence.citations
            for citation in sentence.citations:
                assert normalised(citation.quote) in normalised(citation.passage.text)
        assert bool(one.answer.citations) == one.answered
