"""Fitting the gate to labelled questions; half of them are held out."""

import random

import pytest

from bot.answering.find.gate.calibration import Labelled, calibrated, demand_enough, halved
from bot.answering.find.gate.gate import Gate
from bot.model import Judged
from bot.model.errors import GoldenFileError

_CERTAIN = 1.0
SIGNS = ("meaning", "likeness", "lead", "context", "share", "best")


def seen(answerable: bool, *, around: float, vectors: bool = True, group: str = "en") -> Labelled:
    """A question whose every sign lies near a value."""
    chance = random.Random(f"{answerable} {around} {group}")  # noqa: S311 - no secret
    signs = {name: max(0.0, chance.gauss(around, 0.02)) for name in SIGNS}
    # A share is the logarithm of one.
    signs["share"] -= _CERTAIN
    if not vectors:
        signs |= {"meaning": 0.0, "likeness": 0.0}
    return Labelled(Judged(0.5, signs), answerable, group)


def questions(yes: float, no: float, *, vectors: bool = True) -> list[Labelled]:
    """Forty questions about what the documents say, twenty about what they do not."""
    return [
        *(seen(True, around=yes + n / 1000, vectors=vectors) for n in range(40)),
        *(seen(False, around=no + n / 1000, vectors=vectors) for n in range(20)),
    ]


def test_weights_are_fitted_to_documents_that_the_shipped_ones_do_not_know() -> None:
    found = calibrated(questions(yes=0.3, no=0.1))

    assert found.shipped.accuracy < 0.8
    assert (found.fitted.accuracy, found.fitted.auc) == (1.0, 1.0)
    assert found.no_worse
    assert (found.kind, found.answerable, found.others) == ("with_embedder", 40, 20)
    gate = Gate.shipped_but(found.kind, found.weights)
    assert gate.likelihood(seen(True, around=0.3).judged.signs) > 0.5
    assert gate.likelihood(seen(False, around=0.1).judged.signs) < 0.5


def test_an_index_of_words_gets_weights_of_its_own() -> None:
    found = calibrated(questions(yes=0.3, no=0.1, vectors=False))

    assert found.kind == "words_only"
    assert (found.weights.meaning, found.weights.likeness) == (0, 0)
    assert found.fitted.accuracy == 1.0


def test_weights_that_hold_for_one_half_only_are_worse_than_the_shipped_ones() -> None:
    near = [seen(n < 20, around=0.7 if n < 20 else 0.3) for n in range(30)]
    far = [seen(n < 20, around=1.8 if n < 20 else 0.2) for n in range(30)]
    mixed = [one for pair in zip(near, far, strict=True) for one in pair]

    found = calibrated(mixed)

    assert found.shipped.accuracy == 1.0
    assert found.fitted.accuracy < 0.9
    assert not found.no_worse


def test_hard_questions_are_fitted_to_all_the_same() -> None:
    chance = random.Random(7)  # noqa: S311 - no secret
    known = [
        Labelled(Judged(0.5, {name: chance.gauss(around, 0.15) for name in SIGNS}), answerable)
        for around, answerable, count in ((1.4, True, 150), (1.1, False, 60))
        for _ in range(count)
    ]

    found = calibrated(known)

    assert found.shipped.refused < 0.1
    assert min(found.fitted.kept, found.fitted.refused) > 0.75


def test_more_agreement_never_makes_an_answer_less_likely() -> None:
    upside_down = questions(yes=0.2, no=0.6)

    weights = calibrated(upside_down).weights

    assert min(weights.meaning, weights.likeness, weights.best) >= 0


def test_both_halves_have_the_same_share_of_each_label_and_language() -> None:
    known = [seen(n < 40, around=n, group="ko" if n % 2 else "en") for n in range(60)]

    first, second = halved(known)

    for half in (first, second):
        assert len(half) == 30
        assert sum(one.answerable for one in half) == 20
        assert sum(one.group == "ko" for one in half) == 15


@pytest.mark.parametrize(("yes", "no"), [(29, 10), (30, 9), (0, 0)])
def test_too_few_questions_are_said_with_how_many_are_needed(yes: int, no: int) -> None:
    with pytest.raises(GoldenFileError, match=rf"30 answerable .* 10 .* there are {yes} and {no}$"):
        demand_enough([True] * yes + [False] * no)


def test_a_question_that_found_nothing_is_refused_whatever_the_weights() -> None:
    nothing = [Labelled(Judged(), answerable=False)] * 20

    found = calibrated([*questions(yes=0.5, no=0.2), *nothing])

    assert (found.shipped.refused, found.fitted.refused) == (1.0, 1.0)
    assert found.others == 40


def test_what_no_weight_decides_is_not_enough_to_fit_to() -> None:
    nothing = [Labelled(Judged(), answerable=False)] * 20
    of_words = [seen(False, around=0.1, vectors=False)] * 20

    with pytest.raises(GoldenFileError, match="there are 40 and 0"):
        calibrated([*questions(yes=0.5, no=0.2)[:40], *nothing, *of_words])


def test_few_questions_without_vectors_among_many_do_not_spoil_the_fit() -> None:
    known = questions(yes=0.5, no=0.2)

    found = calibrated([*known, *(seen(False, around=0.1, vectors=False) for _ in range(5))])

    assert found.kind == "with_embedder"
    assert found.fitted.accuracy == 1.0
