"""Weights beside the documents: read when they fit, left aside with a reason when not."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.answering.find.gate import weights_file
from bot.answering.find.gate.gate import Gate, Weights
from bot.model.errors import GoldenFileError

OWN = Weights(
    meaning=1.5, likeness=2.5, lead=0.5, context=0, share=0, best=3.5, relevance=0.25, bias=-4.5
)
EMBEDDER = "use-multilingual-3/512"


def kept(folder: Path, **other: Any) -> Path:
    """A file with weights of its own, some of it said otherwise."""
    path = weights_file.beside(folder)
    weights_file.write(path, "with_embedder", OWN, EMBEDDER, "40 questions")
    path.write_text(json.dumps(json.loads(path.read_text()) | other), encoding="utf-8")
    return path


def test_weights_that_were_written_are_read(tmp_path: Path) -> None:
    gate = weights_file.read(kept(tmp_path), [EMBEDDER])

    assert gate == Gate.shipped_but("with_embedder", OWN)


def test_weights_of_words_fit_every_embedder(tmp_path: Path) -> None:
    path = weights_file.beside(tmp_path)
    weights_file.write(path, "words_only", OWN, None, "40 questions")

    assert weights_file.read(path, [EMBEDDER]) == Gate.shipped_but("words_only", OWN)


def test_without_a_file_the_shipped_weights_decide_and_nothing_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert weights_file.read(weights_file.beside(tmp_path), [EMBEDDER]) == Gate.shipped()
    assert caplog.records == []


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"surprise": 1}, "surprise"),
        ({"with_embedder": {"meaning": 1}}, "likeness"),
        ({"with_embedder": {**dict.fromkeys(Weights.__slots__, 1), "colour": 1}}, "colour"),
        ({"with_embedder": dict.fromkeys(Weights.__slots__, float("nan"))}, "bias"),
        ({"with_embedder": dict.fromkeys(Weights.__slots__, 1e300)}, "bias"),
        ({"with_embedder": dict.fromkeys(Weights.__slots__, "1")}, "bias"),
        ({"signs_version": 999}, "another version"),
        ({"embedder": "text-embedding-3-small/512"}, "text-embedding-3-small/512"),
        ({"embedder": None}, "embedder"),
    ],
)
def test_what_does_not_fit_is_left_aside_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, other: dict[str, Any], reason: str
) -> None:
    path = kept(tmp_path, **other)

    gate = weights_file.read(path, [EMBEDDER])

    assert gate == Gate.shipped()
    [record] = caplog.records
    assert record.levelno == logging.WARNING
    assert "--calibrate" in record.message
    assert record.__dict__["file"] == str(path)
    assert reason in record.__dict__["reason"]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"null"])
def test_a_damaged_file_is_left_aside_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    path = weights_file.beside(tmp_path)
    path.write_bytes(content)

    assert weights_file.read(path, [EMBEDDER]) == Gate.shipped()
    assert len(caplog.records) == 1


def test_weights_stand_in_the_folder_or_beside_the_one_file(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("", encoding="utf-8")

    assert weights_file.beside(tmp_path) == weights_file.beside(corpus) == tmp_path / "_gate.json"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("", encoding="utf-8")

    with pytest.raises(GoldenFileError, match=r"_gate\.json cannot be written"):
        weights_file.write(occupied / "_gate.json", "with_embedder", OWN, EMBEDDER, "")
