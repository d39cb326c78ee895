"""Hostile files: each is skipped with a reason, and never stops the run."""

import io
import json
import multiprocessing
import os
import socket
import sys
import tracemalloc
import zipfile
from pathlib import Path

import openpyxl
import pytest

from bot.privacy import redact
from knowledge.model.errors import UnreadableDocumentError
from knowledge.read import Reading, limits, read_folder
from knowledge.read.isolation import Apart
from knowledge.split.passages import split
from tests.unit.knowledge.texts import filled, read, read_one, reasons, words

GOOD = {"good.md": "Refunds within 14 days.", "좋은.md": "환불은 14일 이내입니다."}


def _kept(reading: Reading) -> list[str]:
    return [document.header.source for document in reading.documents]


def test_nested_aliases_of_yaml_are_not_multiplied(tmp_path: Path) -> None:
    fields = ["title", "tags", "store_type", "owner", "version", "category", "url"]
    lists = [
        f"{name}: &a{level} [{', '.join([f'*a{level - 1}'] * 10) if level else 'x'}]"
        for level, name in enumerate(reversed(fields))
    ]
    front_matter = "\n".join(["---", *lists, "---", "text"])

    tracemalloc.start()
    reading = read(tmp_path, {"bad.md": front_matter, **GOOD})
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert _kept(reading) == list(GOOD)
    assert peak < 5_000_000


@pytest.mark.parametrize("name", ["a.md", "a.md.meta.yaml", "_defaults.yaml"])
def test_a_file_with_endless_front_matter_is_skipped(tmp_path: Path, name: str) -> None:
    fields = "title: x\n" + "# note\n" * 10_000
    files = {"a.md": "Refunds.", name: fields if "yaml" in name else f"---\n{fields}---\nRefunds."}

    [reason] = reasons(tmp_path, files)

    assert "the front matter is longer than 50,000 characters" in reason


def test_heaps_of_accents_take_no_time(tmp_path: Path) -> None:
    # Unicode's normal form sorts the accents of a letter; these would take it a minute.
    heap = "a" + "\u0300\u0316" * 100_000
    files = {
        "a.md": f"Refunds {heap} in 14 days.",
        "b.jsonl": f'{{"title": "b", "text": "{heap}"}}',
    }

    reading = read(tmp_path, files)

    assert [document.text.count("\u0316") < 20 for document in reading.documents] == [True, True]
    assert "in 14 days." in reading.documents[0].text


def test_accents_and_korean_are_kept(tmp_path: Path) -> None:
    text = "Crème brûlée, ạ̈, ──────────────────────────────────────────, 환불!!! 👨‍👩‍👧"

    assert read_one(tmp_path, "a.txt", text).text == text


def test_an_endless_table_is_read_up_to_the_limit(tmp_path: Path) -> None:
    many = limits.MAX_ROWS * 4

    tracemalloc.start()
    [reason] = reasons(tmp_path, {"a.csv": "a\n" + "1\n" * many})
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert reason == "a.csv: longer than 50,000 rows; split it"
    assert peak < 50_000_000


def test_an_endless_cell_is_reported(tmp_path: Path) -> None:
    content = 'name,rule\nrefunds,"' + "x" * 200_000 + '"\n'

    [reason] = reasons(tmp_path, {"a.csv": content})

    assert reason.endswith("a cell is longer than 131,072 characters")


def test_a_text_shared_by_all_cells_is_not_copied_into_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_TEXT_MB", 1)
    workbook = openpyxl.Workbook()
    for _ in range(40):
        workbook.active.append(["환불 규정을 " * 5_000])
    raw = io.BytesIO()
    workbook.save(raw)

    reading = read(tmp_path, {"a.xlsx": raw.getvalue(), **GOOD})

    assert len(raw.getvalue()) < 100_000
    assert _kept(reading) == list(GOOD)
    assert [one.reason for one in reading.skipped] == [
        "a.xlsx: it holds more than 1 MB of text; split it"
    ]


def test_a_corpus_of_bad_lines_does_not_fill_the_report(tmp_path: Path) -> None:
    reading = read(tmp_path, {"a.jsonl": "{}\n" * 5_000, **GOOD})

    assert len(reading.skipped) == limits.MAX_BAD_LINES + 1
    assert reading.skipped[-1].reason == (
        "a.jsonl:100: 100 lines of it cannot be read; the rest was left out"
    )
    assert _kept(reading) == list(GOOD)


def test_a_corpus_of_endless_lines_is_skipped(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.jsonl": "\n" * (limits.MAX_LINES + 1)}) == [
        "a.jsonl: longer than 200,000 lines; split it"
    ]


def test_a_large_plain_file_is_read_where_it_can_be_stopped(tmp_path: Path) -> None:
    # Each of these sends the standard library's parser to the end of the text and back.
    hostile = "<!--" * 50_000

    with Apart(cpu_s=2) as apart:
        apart.read(".txt", b"warm", "KRW")
        reading = read_folder(filled(tmp_path, {"bad.md": hostile, **GOOD}), slow=apart.read)
        left = multiprocessing.active_children()

    assert _kept(reading) == list(GOOD)
    assert [one.reason for one in reading.skipped] == [
        "bad.md: reading it takes too long; split it, or save it in a simpler form"
    ]
    assert left == []


@pytest.mark.parametrize("name", ["a.txt", "a.json"])
def test_an_endless_text_is_still_split(tmp_path: Path, name: str) -> None:
    endless = "환불 규정 " * 20_000
    content = endless if name == "a.txt" else f'[{{"name": "{endless}"}}]'

    passages = split(read_one(tmp_path, name, content), words)

    assert max(len(passage.text) for passage in passages) <= 20_000
    assert "".join("".join(one.text for one in passages).split()).count("환불규정") == 20_000


def test_only_one_zip_at_a_time_is_in_memory(tmp_path: Path) -> None:
    for number in range(8):
        with zipfile.ZipFile(tmp_path / f"{number}.zip", "w") as archive:
            archive.writestr("a.md", f"Rule {number} for refunds.")
            archive.writestr("b.md", f"Rule {number} for exchanges.")
            archive.writestr("plan.png", os.urandom(4_000_000))

    tracemalloc.start()
    reading = read_folder(tmp_path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(reading.documents) == 16
    assert peak < 16_000_000


@pytest.mark.skipif(sys.platform == "win32", reason="Windows refuses such names")
def test_a_name_in_the_report_is_one_line_without_control_characters(tmp_path: Path) -> None:
    reading = read(tmp_path, {"bad\n\x1b[31m\u202efdp.exe": "x", "b\x9b.md": "Refunds."})

    [skipped] = reading.skipped
    [document] = reading.documents
    assert skipped.source == "bad\\u000a\\u001b[31m\\u202efdp.exe"
    assert skipped.reason.startswith(f"{skipped.source}: this format is not read")
    assert (document.header.source, document.header.title) == ("b\\u009b.md", "b\\u009b")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every file name is Unicode")
def test_two_undecodable_names_stay_two(tmp_path: Path) -> None:
    for name in (b"\xc8.md", b"\xc9.md"):
        (tmp_path / os.fsdecode(name)).write_text(f"Refunds {name!r}.")

    assert len(read_folder(tmp_path).documents) == 2


def test_a_reason_quotes_one_short_line_of_a_file(tmp_path: Path) -> None:
    key = "\\u001b[31m\\n\\u202e" + "x" * 5_000

    reading = read(tmp_path, {"a.jsonl": f'{{"{key}": 1, "title": "t", "text": "x"}}'})

    [[said]] = [one.lost for one in reading.partly]
    assert said.startswith("the field `\\u001b[31m\\u000a\\u202exxx")
    assert len(said) < 200


@pytest.mark.skipif(sys.platform == "win32", reason="there are none on Windows")
def test_pipes_and_sockets_are_never_waited_for(tmp_path: Path) -> None:
    filled(tmp_path, GOOD)
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "null.md").symlink_to("/dev/zero")
    here = Path.cwd()
    with socket.socket(socket.AF_UNIX) as listening:
        os.chdir(tmp_path)  # the path of a socket may have 108 characters
        listening.bind("socket.md")
        os.chdir(here)
        reading = read_folder(tmp_path)

    assert _kept(reading) == list(GOOD)
    with pytest.raises(UnreadableDocumentError, match="no document that can be read in"):
        read_folder(tmp_path / "pipe.md")


def test_a_linked_folder_is_not_read(tmp_path: Path) -> None:
    filled(tmp_path, {"outside/salaries.md": "Salaries.", "source/a.md": "For staff."})
    (tmp_path / "source" / "linked").symlink_to(tmp_path / "outside", target_is_directory=True)
    (tmp_path / "source" / "round").symlink_to(tmp_path / "source", target_is_directory=True)

    assert _kept(read_folder(tmp_path / "source")) == ["a.md"]


def test_personal_data_behind_accents_is_still_found(tmp_path: Path) -> None:
    text = read_one(tmp_path, "a.txt", "call 010-1234-5678" + "\u0301" * 50).text

    assert "1234" not in redact(text).text


@pytest.mark.parametrize("name", ["a.md", "b.jsonl"])
def test_a_document_has_no_control_characters(tmp_path: Path, name: str) -> None:
    text = "Refunds\x1b]0;owned\x07 within\x9b2J 14 days.\n\tBring it."
    fields = json.dumps({"title": "A\x1b[31m title", "owner": "B\x1b[2J", "text": text})

    read = read_one(tmp_path, name, fields if name == "b.jsonl" else text)

    shown = f"{read.text}{read.header.title}{read.header.owner}"
    assert not set("\x1b\x07\x9b") & set(shown)
    assert "14 days.\n\tBring it." in read.text


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("javascript:alert(1)", "a url begins with https://"),
        ("file:///etc/passwd", "a url begins with https://"),
        ("https://kb.example/a b", "a url has no blanks; write %20 for each"),
        ("https://kb.example/a\\u000d\\u000aSet-Cookie:x", "a url has no blanks"),
    ],
)
def test_only_a_whole_web_address_is_accepted(tmp_path: Path, url: str, reason: str) -> None:
    [said] = reasons(tmp_path, {"a.jsonl": f'{{"title": "a", "text": "x", "url": "{url}"}}'})

    assert reason in said
