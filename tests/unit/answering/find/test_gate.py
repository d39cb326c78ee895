"""How likely it is that what was found answers the question; figures are tuned, order is not."""

import math
from dataclasses import replace

import pytest

from bot.answering.find.gate.gate import Gate, Weights, signs
from bot.model import Candidate, Evidence
from knowledge.model.documents import Found, Hit
from tests.unit import given


def agreeing(
    share: float, *, meaning: float | None = None, likeness: float | None = None
) -> Evidence:
    """Evidence whose every sign is this share of what a good answer shows."""
    passage = given.passage()
    hit = Hit(passage, share, share if meaning is None else meaning, share)
    near = share if likeness is None else likeness
    made = given.candidate(passage, given.REFUND, share)
    one = Candidate(hit, made.statement, 0, share, share, near, share)
    return Evidence(Found((hit,)), (one,))


def likelihood(evidence: Evidence) -> float:
    return Gate.shipped().judged(evidence).likelihood


def test_without_evidence_nothing_is_likely() -> None:
    assert likelihood(Evidence()) == 0.0
    assert likelihood(Evidence(Found((given.hit(given.passage()),)))) == 0.0


def test_more_agreement_makes_an_answer_likelier() -> None:
    steps = [likelihood(agreeing(share / 10)) for share in range(1, 11)]

    assert steps == sorted(steps)
    assert 0.0 <= steps[0] < 0.5 < steps[-1] <= 1.0


def test_more_agreement_of_words_makes_an_answer_likelier_without_vectors() -> None:
    steps = [likelihood(agreeing(share / 10, meaning=0, likeness=0)) for share in range(11)]

    assert steps == sorted(steps)
    assert 0.0 <= steps[0] < 0.5 < steps[-1] <= 1.0


def test_an_index_of_words_has_weights_of_its_own() -> None:
    with_embedder, words_only = (
        Weights.shipped("with_embedder"),
        Weights.shipped("words_only"),
    )

    assert words_only != with_embedder
    assert (words_only.meaning, words_only.likeness) == (0.0, 0.0)
    assert with_embedder.likeness > 0


def test_statements_that_were_read_have_weights_of_their_own() -> None:
    read = Gate.shipped_but("with_cross_encoder", Weights(0, 0, 0, 0, 0, 0, 1, bias=0))
    [candidate] = agreeing(0.5).candidates
    steps = [
        read.judged(Evidence(Found(), (replace(candidate, relevance=told),))).likelihood
        for told in (-2.0, 0.0, 2.0)
    ]

    assert steps == sorted(steps)
    assert steps[1] == 0.5
    assert "relevance" not in signs(agreeing(0.5))


def test_every_uncommon_word_that_is_not_mentioned_makes_an_answer_less_likely() -> None:
    [candidate] = agreeing(0.5).candidates
    read, unread = replace(candidate, relevance=1.0), candidate

    likely = [
        [likelihood(Evidence(Found(), (one,), unmentioned)) for unmentioned in (0, 1, 2)]
        for one in (read, unread)
    ]

    assert likely[0] == sorted(set(likely[0]), reverse=True)
    assert len(set(likely[1])) == 1


@pytest.mark.parametrize("sign", ["meaning", "likeness", "context", "best"])
def test_every_sign_can_be_looked_up(sign: str) -> None:
    assert signs(agreeing(0.5))[sign] == 0.5
    assert signs(Evidence())[sign] == 0.0


def test_of_many_that_are_as_likely_each_has_a_small_share_of_the_odds() -> None:
    texts = (given.REFUND, "Apples ripen in the back.", "Ask the shift lead.", "Parking is free.")
    each = [given.candidate(given.passage(text, doc_id=text), text, 3.0) for text in texts]

    alone, among_many = (signs(given.evidence(*some))["share"] for some in (each[:1], each))

    assert alone == pytest.approx(math.log(1 / (1 + math.exp(-3.0))))
    assert among_many == pytest.approx(math.log(1 / (4 + math.exp(-3.0))))


@pytest.mark.parametrize("score", [-2000.0, 2000.0])
def test_no_odds_are_too_small_or_too_large_for_a_share(score: float) -> None:
    one = given.candidate(given.passage(), given.REFUND, score)

    assert signs(given.evidence(one))["share"] in (-10.0, 0.0)


def test_a_judgement_tells_from_what_it_was_made() -> None:
    evidence = agreeing(0.5)

    judged = Gate.shipped().judged(evidence)

    assert judged.signs == signs(evidence)
    assert Gate.shipped().judged(Evidence()).signs == {}


def test_a_gate_of_other_weights_judges_otherwise() -> None:
    strict = Weights(1, 1, 1, 1, 1, 1, 1, bias=-1000)
    gate = Gate.shipped_but("with_embedder", strict)

    assert gate.judged(agreeing(1.0)).likelihood < 0.001
    assert gate.judged(agreeing(1.0, meaning=0, likeness=0)).likelihood > 0.5


def _pair(first: str, second: str) -> Evidence:
    """Two statements, the first a little better."""
    passages = given.passage(first, doc_id="a"), given.passage(second, doc_id="b")
    made = [
        given.candidate(one, text, score)
        for one, text, score in zip(passages, (first, second), (1.0, 0.9), strict=True)
    ]
    return given.evidence(*made)


@pytest.mark.parametrize(
    ("first", "second", "rival"),
    [
        (
            "Lost property is kept in the store for 14 days.",
            "Lost property is kept in the store for 30 days.",
            "A gift card is never paid out.",
        ),
        (
            "환불은 구매일로부터 14일 이내에 합니다.",
            "Refunds are made within 14 days.",
            "A gift card is never paid out.",
        ),
    ],
)
def test_who_says_the_same_or_disagrees_is_no_rival(first: str, second: str, rival: str) -> None:
    assert likelihood(_pair(first, second)) > likelihood(_pair(first, rival))


def test_what_says_the_same_in_the_other_language_is_no_rival() -> None:
    best, other = _pair("The manager makes refunds.", "환불은 점장이 합니다.").candidates

    as_rival = likelihood(given.evidence(best, other))
    as_twin = likelihood(given.evidence(best, replace(other, is_translation=True)))

    assert as_twin > as_rival
