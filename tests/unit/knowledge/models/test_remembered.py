"""The rows that tests remember are those of the model."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from knowledge.models.e5.network import Matrix, Network, Read
from tests.remembered import RememberedRows, RememberingNetwork

KOREAN, ENGLISH, PAIR = Read([7, 8, 9]), Read([7, 8]), Read([7, 8, 9], second=1)


class CountingNetwork(Network):
    """A row says how many pieces its text has, and how many of a second one."""

    def __init__(self) -> None:
        self.computed: list[Read] = []

    def __call__(self, texts: Sequence[Read]) -> Matrix:
        self.computed += texts
        return np.array([[len(one.pieces), one.second] for one in texts], np.float32)


def test_each_text_is_computed_once_and_keeps_its_place(tmp_path: Path) -> None:
    network = CountingNetwork()
    with closing(RememberedRows(tmp_path / "rows.db")) as rows:
        remembering = RememberingNetwork(network, b"weights", rows)

        first = remembering([KOREAN, ENGLISH])
        second = remembering([PAIR, ENGLISH, KOREAN, PAIR])

    assert first.tolist() == [[3, 0], [2, 0]]
    assert second.tolist() == [[3, 1], [2, 0], [3, 0], [3, 1]]
    assert network.computed == [KOREAN, ENGLISH, PAIR]


def test_another_worker_has_them_and_other_weights_have_others(tmp_path: Path) -> None:
    network, other, adapted = CountingNetwork(), CountingNetwork(), CountingNetwork()
    with (
        closing(RememberedRows(tmp_path / "rows.db")) as here,
        closing(RememberedRows(tmp_path / "rows.db")) as there,
    ):
        RememberingNetwork(network, b"weights", here)([KOREAN])

        row = RememberingNetwork(other, b"weights", there)([KOREAN])
        RememberingNetwork(adapted, b"other weights", there)([KOREAN])

    assert row.tolist() == [[3, 0]]
    assert (other.computed, adapted.computed) == ([], [KOREAN])


def test_paused_it_computes_anew(tmp_path: Path) -> None:
    network = CountingNetwork()
    with closing(RememberedRows(tmp_path / "rows.db")) as rows:
        remembering = RememberingNetwork(network, b"weights", rows)
        remembering([KOREAN])
        rows.paused = True

        remembering([KOREAN])

    assert network.computed == [KOREAN, KOREAN]
