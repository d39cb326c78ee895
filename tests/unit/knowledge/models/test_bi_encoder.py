"""Vectors of questions and statements, by the model that is shipped."""

import numpy as np
import pytest

from knowledge.index.vector_rows import below
from knowledge.model.errors import EmbedderMissingError
from knowledge.models.e5.adapted import BiEncoder

_LONG = ("how long can unopened headphones be returned?", "개봉 안 한 헤드폰 며칠까지 환불돼요?")
_RETURNED = (
    "Unopened headphones can be returned within 30 days.",
    "개봉하지 않은 헤드폰은 30일 안에 환불합니다.",
)
_FLOOR = ("Headphones are on the second floor.", "헤드폰은 2층에 있습니다.")


async def _cosines(asked: str, *texts: str) -> list[float]:
    encoder = BiEncoder()
    [question] = await encoder.embed([asked], asked=True)
    return [float(question @ vector) for vector in await encoder.embed(texts)]


@pytest.mark.parametrize("asked", _LONG, ids=["en", "ko"])
@pytest.mark.parametrize("answer", _RETURNED, ids=["en", "ko"])
async def test_a_question_is_nearest_to_its_answer_in_either_language(
    asked: str, answer: str
) -> None:
    right, *others = await _cosines(asked, answer, *_FLOOR)

    assert right > max(others) + 0.1


@pytest.mark.parametrize(
    ("asked", "above", "other", "text"),
    [
        ("how long for swimwear?", "Returns Swimwear", "Returns Headphones", "Within 7 days."),
        ("수영복은 며칠까지예요?", "반품 수영복", "반품 헤드폰", "7일 이내입니다."),
    ],
    ids=["en", "ko"],
)
async def test_the_headings_above_a_statement_count(
    asked: str, above: str, other: str, text: str
) -> None:
    right, wrong = await _cosines(asked, below(above, text), below(other, text))

    assert right > wrong + 0.05


async def test_every_machine_makes_the_same_vectors() -> None:
    told = await _cosines("how long can headphones be returned?", *_RETURNED)

    assert told == pytest.approx([0.70898, 0.65238], abs=1e-4)


async def test_a_question_and_a_statement_of_the_same_words_have_two_vectors() -> None:
    encoder = BiEncoder()

    [asked] = await encoder.embed(["refund?"], asked=True)
    [said] = await encoder.embed(["refund?"])

    assert float(asked @ said) < 0.99


@pytest.mark.parametrize("count", [7, 17, 40])
async def test_texts_of_any_length_come_back_in_their_order(count: int) -> None:
    texts = [f"{'refund ' * (number % 9)}환불 {number}" for number in range(count)]
    encoder = BiEncoder()

    together = await encoder.embed(texts)

    alone = [(await encoder.embed([text]))[0] for text in texts]
    np.testing.assert_allclose(np.stack(together), np.stack(alone), atol=1e-4)


async def test_without_the_model_an_error_names_the_package() -> None:
    encoder = BiEncoder("model_that_is_missing")

    assert not encoder.installed
    with pytest.raises(EmbedderMissingError, match="model_that_is_missing"):
        await encoder.load()
