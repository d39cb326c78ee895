"""What an operator is told of the files: read, read in part, without text, not read and why."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from bot.__main__ import main

pytestmark = pytest.mark.usefixtures("process_as_it_was")

_RULES = (
    "제1조(목적) 반품을 정한다.\n제2조(기간) 14일 이내에 반품할 수 있다.\n\n"
    "부칙\n이 규정은 2026년 3월 1일부터 시행한다.\n"
)


def _workbook() -> bytes:
    workbook = openpyxl.Workbook()
    for row in (("Item", "Price", "Left"), ("Ribbon", "=1+1", 4), ("Box", 900, 7)):
        workbook.active.append(row)
    raw = io.BytesIO()
    workbook.save(raw)
    return raw.getvalue()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Documents of each kind, as they are in the settings."""
    folder = tmp_path / "handbook"
    folder.mkdir()
    (folder / "rules.txt").write_text(_RULES, encoding="utf-8")
    (folder / "prices.xlsx").write_bytes(_workbook())
    (folder / "cover.md").write_text("# Handbook\n", encoding="utf-8")
    for number in range(12):
        (folder / f"drawing-{number:02}.png").write_bytes(b"\x89PNG")
    monkeypatch.setenv("STOREWISE_SOURCE", str(folder))
    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path / "data"))
    return folder


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main([*arguments]) == code
    return capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_a_run_and_the_status_name_each_kind_of_file(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("reindex", "status"):
        said = _printed(capsys, command)

        assert "Skipped files:\n- drawing-00.png: " in said
        assert "… and 2 more" in said
        assert (
            "Files read in part, with what is missing:\n"
            "- prices.xlsx: the formula in B2 of sheet Sheet without a result" in said
        )
        assert "Files without any text to answer from:\n- cover.md\n" in said
        assert "- rules.txt: effective_from: 2026-03-01" in said


@pytest.mark.usefixtures("folder")
def test_every_file_is_named_where_that_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    assert "drawing-11.png" in _printed(capsys, "reindex", "--verbose")
    assert "drawing-11.png" in _printed(capsys, "status", "--verbose")

    status: dict[str, Any] = json.loads(_printed(capsys, "status", "--json"))

    assert len(status["skipped"]) == 12
    assert status["partly_read"][0]["source"] == "prices.xlsx"
    assert status["without_text"] == ["cover.md"]
    assert status["taken_from_text"] == [
        {"source": "rules.txt", "fields": ["effective_from: 2026-03-01"]}
    ]


@pytest.mark.usefixtures("folder")
def test_a_run_without_changes_still_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    _printed(capsys, "reindex")

    said = _printed(capsys, "reindex")

    assert "- cover.md\n" in said
    assert "- prices.xlsx: " in said


def test_read_shows_a_file_as_it_would_be_indexed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "rules.txt").write_text(_RULES + "\n문의 010-1234-5678\n", encoding="utf-8")

    said = _printed(capsys, "read", str(folder / "rules.txt"))

    assert "effective_from: 2026-03-01\n" in said
    assert "taken from the text: effective_from: 2026-03-01" in said
    assert "#### 제2조(기간)\n\n14일 이내에 반품할 수 있다." in said
    assert "010-1234" not in said
    assert said.endswith("3 passages\n")


def test_read_shows_the_pages_of_slides_and_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pptx import Presentation  # noqa: PLC0415 - slow, and of this test alone

    deck = Presentation()
    for title, text in (("Opening", "Switch on the lights."), ("Closing", "Lock the doors.")):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text_frame.text = title
        slide.placeholders[1].text_frame.text = text
    file = tmp_path / "day.pptx"
    deck.save(str(file))

    said = _printed(capsys, "read", str(file))

    assert "[page 1]\n## Opening\n\nSwitch on the lights." in said
    assert "[page 2]\n## Closing" in said


def test_read_prints_passages_for_programs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(_printed(capsys, "read", "--json", str(folder / "prices.xlsx")))

    [document] = found["documents"]
    assert document["passages"][1]["text"] == "Item: Box\nPrice: ₩900\nLeft: 7"
    assert document["not_in_the_text"][0].startswith("the formula in B2")


def test_read_says_why_a_file_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "broken.docx"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("x", "y")

    said = _printed(capsys, "read", str(file), code=1)

    assert said == "not read: broken.docx: this .docx cannot be read; save it again in Word\n"


def test_read_of_a_folder_or_a_zip_is_a_line_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "반품.md").write_text(
        "---\ntitle: 반품\nversion: 3\neffective_from: 2026-03-01\n---\n"
        "14일 이내입니다.\n\n| 품목 | 기한 |\n| --- | --- |\n| 옷 | 14일 |\n",
        encoding="utf-8",
    )
    (inside / "fees.csv").write_text("Item,Fee\nBox,900\nBag,300,5\n", encoding="utf-8")
    (inside / "film.mp4").write_bytes(b"x")
    packed = tmp_path / "all.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for file in inside.iterdir():
            archive.write(file, file.name)

    said = [_printed(capsys, "read", str(one), code=1) for one in (inside, packed)]

    head, fees, film, rules, total = (" ".join(one.split()) for one in said[0].splitlines())
    assert head == "words tables version in force from file"
    assert fees.startswith("partly 4 1 1 fees.csv: the row in line 3: it has more cells")
    assert film.startswith("not 0 0 film.mp4: this format is not read")
    assert rules == "taken 6 1 3 2026-03-01 반품.md"
    assert total == "3 files: 1 taken, 1 partly, 1 not"
    assert said[1].splitlines()[-1] == total


def test_read_of_a_folder_for_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(_printed(capsys, "read", "--json", str(folder), code=1))

    files = {one["file"]: one for one in found["files"]}
    assert files["prices.xlsx"]["read"] == "partly"
    assert files["prices.xlsx"]["notes"][0].startswith("the formula in B2")
    assert files["rules.txt"]["effective_from"] == "2026-03-01"


def test_read_of_a_file_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none.pdf"

    with pytest.raises(SystemExit) as end:
        main(["read", str(file)])

    assert end.value.code == 2
    assert f"there is no file or folder {file}\n" in capsys.readouterr().err
