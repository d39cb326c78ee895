"""The Universal Sentence Encoder, fine-tuned to find answers."""

import numpy as np
import pytest

from knowledge.models.use.answers import AnswerEncoder, UniversalSentenceEncoder
from knowledge.models.use.encoder import SentenceEncoder


@pytest.mark.parametrize(
    ("asked", "answer", "other"),
    [
        (
            "Woman wants her money back for a sealed kettle. How long has she got?",
            "Unopened goods can be refunded within 14 days of purchase.",
            "The kettle in the staff room is descaled every Monday.",
        ),
        (
            "who do I ring when the card machine is dead?",
            "If a payment terminal fails, the shift lead calls the IT desk.",
            "Cards are accepted from an amount of 1,000 won.",
        ),
        (
            "알바생도 물건 싸게 살 수 있어요?",
            "Part-time employees get the staff discount of 15%.",
            "Part-time employees work at most 40 hours a week.",
        ),
        (
            "손님이 쓰러지면 제일 먼저 뭐 해요?",
            "고객이 의식을 잃으면 즉시 119에 전화한다.",
            "넘어질 수 있는 물건은 통로에 두지 않는다.",
        ),
    ],
)
async def test_a_question_is_near_the_statement_that_answers_it(
    asked: str, answer: str, other: str
) -> None:
    question, right, wrong = await AnswerEncoder().embed([asked, answer, other])

    assert question @ right > question @ wrong


async def test_the_model_without_added_weights_does_not_change() -> None:
    texts = ["환불은 며칠 안에 되나요?", "Unopened goods can be refunded within 14 days."]
    before = await UniversalSentenceEncoder().embed(texts)

    turned = await AnswerEncoder().embed(texts)

    np.testing.assert_array_equal(await UniversalSentenceEncoder().embed(texts), before)
    assert not np.allclose(turned, before, atol=0.01)


def test_adding_zeros_to_layers_gives_the_same_vectors() -> None:
    nothing = {"d3": (np.zeros((512, 1), np.float32), np.zeros((1, 512), np.float32))}
    plain = UniversalSentenceEncoder()._embed(["refund"])

    np.testing.assert_allclose(SentenceEncoder(nothing).encode(["refund"]), plain, atol=1e-6)
