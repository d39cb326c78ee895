"""A process that is killed while it indexes takes no answer away, and leaves nothing for long."""

from pathlib import Path

import pytest

from tests.flow.stand_in.crashing import crashes

TIMES = 4
"""The figures of `python -m benchmarks.crash` are of twenty."""


@pytest.mark.long
def test_wherever_it_is_killed_the_published_index_answers_and_the_next_run_tidies_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # away from anybody's .env

    for crash in crashes(tmp_path, TIMES, seed=20):
        [english, korean] = crash.served
        assert len(english) == 1, crash
        assert english == korean, crash
        assert crash.least <= min(english) <= crash.most, crash
        assert crash.served_then == [{crash.following}] * 2, crash
        assert crash.left_then == 0, crash
