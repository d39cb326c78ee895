"""docs/measurements/models.md has the hash of every file of weights as it is."""

import hashlib
import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[3]
_PAGE = (_ROOT / "docs/measurements/models.md").read_text(encoding="utf-8")
_NAMED = dict(re.findall(r"^\| `([\w./-]+)` \| `([0-9a-f]{64})` \|$", _PAGE, re.MULTILINE))
_SHIPPED = [
    *(_ROOT / "knowledge/models").rglob("*.npz"),
    *(_ROOT / "knowledge/models").rglob("*.onnx"),
    _ROOT / "bot/answering/find/ranking/ranker.json",
    _ROOT / "bot/answering/find/gate/gate.json",
]


@pytest.mark.parametrize("file", _SHIPPED, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_the_page_has_the_hash_of_each_file_of_weights(file: Path) -> None:
    told = _NAMED.get(file.relative_to(_ROOT).as_posix())

    assert told == hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_page_has_the_hashes_by_which_the_public_models_are_known() -> None:
    known = [_ROOT / "knowledge/models/use/encoder.py", _ROOT / "knowledge/models/e5/network.py"]
    texts = "".join(file.read_text(encoding="utf-8") for file in known)

    public = {hash_ for name, hash_ in _NAMED.items() if "/" not in name}

    assert public == set(re.findall(r'"([0-9a-f]{64})"', texts))
