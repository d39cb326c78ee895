"""Tables of models are read from disk row by row."""

import tempfile
from pathlib import Path

import numpy as np
import pytest

from knowledge.models.onnx import OnDisk

_TABLE = np.arange(60, dtype=np.uint8).reshape(12, 5)


@pytest.fixture(params=["a file", "a moved table", "no room"])
def disk(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OnDisk:
    if request.param == "a file":
        (tmp_path / "table").write_bytes(_TABLE.tobytes())
        return OnDisk.at(tmp_path / "table")
    if request.param == "no room":
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    return OnDisk.of(_TABLE)


def test_rows_come_in_the_asked_order_also_twice(disk: OnDisk) -> None:
    asked = np.array([7, 0, 7, 11])

    assert disk.rows(asked, 5).tolist() == _TABLE[asked].tolist()
    assert disk.rows(np.array([1]), 5, start=10).tolist() == [[15, 16, 17, 18, 19]]


def test_a_part_has_the_bytes_between_two_places(disk: OnDisk) -> None:
    assert disk.part(3, 6).tolist() == [3, 4, 5]


def test_only_so_many_rows_are_remembered(disk: OnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knowledge.models.onnx._MOST_BYTES", 20)

    found = [disk.rows(np.array([one, 0]), 5).tolist() for one in range(12)]

    assert found == [[_TABLE[one].tolist(), _TABLE[0].tolist()] for one in range(12)]
