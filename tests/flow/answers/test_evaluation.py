"""`storewise eval` with its page and its calibration, as somebody in a terminal uses it."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from bot.__main__ import main
from bot.answering.find.gate.gate import ENOUGH, SIGNS_VERSION
from bot.settings import SAMPLE
from bot.upkeep.whereabouts import gate_path
from knowledge.model.places import Places
from tests.loggers import loggers_as_they_were

FILES = ("en/staff-discount.v2.md", "ko/parcel-pickup.md")
GOODS = ("cigarettes", "wine", "scratch cards", "vouchers", "coffee")
PEOPLE = ("cousin", "wife", "roommate", "son", "neighbour")
PARCELS = ("소포", "상자", "짐", "선물", "봉투")
VAGUE = "could my cousin pay less for vouchers through me?"
VAGUE_KO = "소포 오늘 안에 나가려면 언제까지 맡겨야 해요?"
UNRELATED = "which team won the world cup in 1990?"


@pytest.fixture(autouse=True)
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Two documents, no index yet, and no setting of the machine's own."""
    source = tmp_path / "documents"
    for name in FILES:
        (source / name).parent.mkdir(parents=True)
        shutil.copy(SAMPLE / name, source / name)
    for name in list(os.environ):  # noqa: TID251 - the settings of whoever runs the tests go
        if name.startswith(("STOREWISE_", "SLACK_", "OPENAI_", "SERVER_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("STOREWISE_SOURCE", str(source))
    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", "1")
    monkeypatch.chdir(tmp_path)
    with loggers_as_they_were():
        yield source


def golden(folder: Path, *lines: dict[str, Any]) -> str:
    path = folder / "golden.jsonl"
    numbered = ({"id": f"q{n}", **line} for n, line in enumerate(lines))
    path.write_text("\n".join(map(json.dumps, numbered)), encoding="utf-8")
    return str(path)


def kept_in(said: str) -> tuple[float, float]:
    """Which share of the questions that have an answer is answered, before the fit and after."""
    [row] = [line.split() for line in said.splitlines() if line.startswith("kept ")]
    return float(row[1]), float(row[2])


def vague_questions() -> list[dict[str, Any]]:
    """Thirty questions that the shipped weights take for off topic, and twelve that are."""
    english = (
        {"question": f"could my {who} pay less for {goods} through me?", "answerable": True}
        for goods in GOODS
        for who in PEOPLE
    )
    korean = (
        {"question": f"{one} 오늘 안에 나가려면 언제까지 맡겨야 해요?", "answerable": True}
        for one in PARCELS
    )
    cups = (
        {"question": question.format(year), "answerable": False}
        for year in range(1990, 2014, 4)
        for question in (
            "which team won the world cup in {}?",
            "{}년 월드컵은 어느 나라가 우승했나요?",
        )
    )
    return [*english, *korean, *cups]


def likelihoods(report: Path) -> list[float]:
    told = json.loads(report.read_text(encoding="utf-8"))
    return [one["likelihood"] for one in told["questions"]]


def verdict(capsys: pytest.CaptureFixture[str], question: str) -> str:
    assert main(["ask", "--json", question]) == 0
    return str(json.loads(capsys.readouterr().out)["verdict"])


def test_a_page_shows_every_question_and_fetches_nothing(tmp_path: Path) -> None:
    file = golden(
        tmp_path,
        {"question": "how much is the staff discount in percent?", "answerable": True},
        {"question": "<script>alert(1)</script> 택배는 언제 발송되나요?", "answerable": True},
        {"question": "who won the world cup?", "answerable": False},
    )

    code = main(["eval", file, "--html", "page.html"])

    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    page = BeautifulSoup(text, "html.parser")
    assert code == 0
    assert len(page.select(".q")) == 3
    assert "<script>alert(1)</script> 택배는 언제 발송되나요?" in page.get_text()
    assert page.find_all("script") == []
    assert "http://" not in text
    assert "https://" not in text
    assert "2 documents" in page.select("header")[0].get_text()


def test_the_times_and_the_category_of_a_question_are_told(tmp_path: Path) -> None:
    file = golden(
        tmp_path,
        {
            "question": "택배는 몇 시까지 접수하면 당일에 발송되나요?",
            "answerable": True,
            "gold_docs": ["parcel-pickup-ko"],
        },
        {"question": "who knows?", "answerable": True, "gold_docs": ["staff-discount-en"]},
    )

    main(["eval", file, "--json", "report.json"])

    told = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert set(told["categories"]) == {"operations", "hr"}
    assert set(told["steps"]) == {
        "classify",
        "retrieve",
        "generate",
        "check",
        "finalize",
        "suggest",
    }
    assert told["questions"][0]["ms_by_step"]["retrieve"] > 0


def test_calibration_fits_the_gate_to_the_documents(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = golden(tmp_path, *vague_questions())

    code = main(["eval", file, "--calibrate", "--json", "first.json", "--html", "page.html"])
    said = capsys.readouterr().out
    main(["eval", file, "--json", "second.json"])
    capsys.readouterr()
    after = [verdict(capsys, one) for one in (VAGUE, VAGUE_KO)]

    before, fitted = kept_in(said)
    assert code == 0
    assert before <= 0.1
    assert fitted >= 0.9
    assert f"The fitted weights are in {source / '_gate.json'}" in said
    assert sum(one >= ENOUGH for one in likelihoods(tmp_path / "first.json")) <= 3
    kept = [one >= ENOUGH for one in likelihoods(tmp_path / "second.json")[:30]]
    assert sum(kept) >= 28
    assert max(likelihoods(tmp_path / "second.json")[30:]) < ENOUGH
    assert "off_topic" not in after
    assert verdict(capsys, UNRELATED) in ("off_topic", "insufficient")
    assert "The fitted weights are used." in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_weights_of_another_embedder_are_left_aside_with_a_word(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    signs = ("meaning", "likeness", "lead", "context", "share", "best", "relevance")
    weights = dict.fromkeys(signs, 100.0)
    kept = {
        "signs_version": SIGNS_VERSION,
        "embedder": "another/512",
        "fitted_to": "",
        "with_embedder": weights | {"bias": 100.0},
    }
    (source / "_gate.json").write_text(json.dumps(kept), encoding="utf-8")

    main(["ask", "--json", UNRELATED])

    told = capsys.readouterr()
    assert json.loads(told.out)["verdict"] == "off_topic"
    [warning] = [line for line in told.err.splitlines() if "--calibrate" in line]
    assert json.loads(warning)["level"] == "WARNING"
    assert "another/512" in warning


def test_too_few_questions_to_calibrate_are_said_before_anything_is_asked(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = golden(
        tmp_path, *vague_questions()[:-3], {"question": "안녕하세요", "answerable": False}
    )

    code = main(["eval", file, "--calibrate", "--html", "page.html"])

    [line] = capsys.readouterr().err.splitlines()
    assert code == 2
    assert "at least 30 answerable questions and 10 unanswerable ones" in line
    assert "there are 30 and 9" in line
    assert not (source / "_gate.json").exists()
    assert not (tmp_path / "page.html").exists()


def test_a_page_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = golden(tmp_path, {"question": "안녕하세요", "answerable": False})

    code = main(["eval", file, "--html", "nowhere/page.html"])

    assert code == 2
    assert "nowhere/page.html cannot be written" in capsys.readouterr().err


def test_weights_of_the_sample_are_kept_with_the_index(source: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"

    assert gate_path(Places.of(SAMPLE), data) == data / "_gate.json"
    assert gate_path(Places.of(source), data) == source / "_gate.json"
    assert gate_path(Places.of(source, SAMPLE), data) == source / "_gate.json"
    assert gate_path(Places.of(source / FILES[0]), data) == source / "en" / "_gate.json"
