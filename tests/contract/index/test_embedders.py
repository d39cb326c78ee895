"""What every embedder does."""

import asyncio
from typing import get_args

import numpy as np
import pytest

from bot.settings import StoreSettings
from knowledge.models.e5.adapted import BiEncoder
from knowledge.models.e5.plain import MultilingualE5
from knowledge.models.embedder import Embedder
from knowledge.models.shipped import EMBEDDERS
from knowledge.models.use.answers import AnswerEncoder, UniversalSentenceEncoder
from tests.fakes import FakeEmbedder

pytestmark = pytest.mark.usefixtures("models_afresh")

_EMBEDDED = UniversalSentenceEncoder()
"""Loaded once: it takes a second."""
_E5 = MultilingualE5()
_TEXTS = [
    "How long do customers have to get a refund for headphones?",
    "헤드폰은 며칠 안에 환불할 수 있나요?",
    "The café is open until ten in the evening.",
    "카페는 밤 10시까지 영업합니다.",
]


@pytest.fixture(
    params=[_EMBEDDED, AnswerEncoder(), BiEncoder(), _E5, FakeEmbedder()],
    ids=["embedded", "answers", "bi-encoder", "e5", "fake"],
)
def embedder(request: pytest.FixtureRequest) -> Embedder:
    given: Embedder = request.param
    return given


async def test_each_text_has_a_vector_of_length_one(embedder: Embedder) -> None:
    vectors = await embedder.embed([*_TEXTS, "", " ", "?!", "🙂", "word " * 2000])

    assert len(vectors) == 9
    assert {vector.shape for vector in vectors} == {vectors[0].shape}
    assert all(vector.dtype == np.float32 for vector in vectors)
    assert [float(np.linalg.norm(vector)) for vector in vectors] == pytest.approx([1.0] * 9)


async def test_the_name_ends_with_the_number_of_dimensions(embedder: Embedder) -> None:
    [vector] = await embedder.embed(["환불"])

    assert embedder.name.endswith(f"/{len(vector)}")
    assert 0 < embedder.scale <= 1


async def test_a_model_may_be_loaded_before_it_is_needed(embedder: Embedder) -> None:
    await embedder.load()

    assert len(await embedder.embed(_TEXTS)) == len(_TEXTS)


async def test_a_text_has_the_same_vector_whatever_stands_beside_it(embedder: Embedder) -> None:
    together = await embedder.embed(_TEXTS)

    alone = [(await embedder.embed([text]))[0] for text in _TEXTS]

    np.testing.assert_allclose(np.stack(alone), np.stack(together), atol=1e-4)


async def test_no_texts_have_no_vectors(embedder: Embedder) -> None:
    assert await embedder.embed([]) == []


async def test_questions_at_the_same_time_are_answered_each_with_its_own(
    embedder: Embedder,
) -> None:
    together = await embedder.embed(_TEXTS)

    several = await asyncio.gather(*(embedder.embed([text]) for text in _TEXTS))

    for [vector], expected in zip(several, together, strict=True):
        np.testing.assert_allclose(vector, expected, atol=1e-4)


async def test_korean_and_english_of_one_meaning_are_nearest(embedder: Embedder) -> None:
    vectors = np.stack(await embedder.embed(_TEXTS))

    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, -1)
    assert cosines.argmax(axis=1).tolist() == [1, 0, 3, 2]


async def test_the_embedded_model_has_512_dimensions() -> None:
    [vector] = await _EMBEDDED.embed(["환불은 14일 이내입니다."])

    assert vector.shape == (512,)


@pytest.mark.parametrize("count", [15, 16, 17, 33])
async def test_many_texts_come_back_in_their_order(count: int) -> None:
    texts = [f"{_TEXTS[number % 4]} {number}" for number in range(count)]

    together = await _EMBEDDED.embed(texts)

    alone = [(await _EMBEDDED.embed([text]))[0] for text in texts]
    np.testing.assert_allclose(np.stack(together), np.stack(alone), atol=1e-4)


def test_the_setting_offers_every_embedder_of_this_machine() -> None:
    offered = get_args(StoreSettings.model_fields["embedder"].annotation)

    assert set(offered) == {"auto", *EMBEDDERS}
