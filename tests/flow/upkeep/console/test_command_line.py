"""`storewise ask`, `reindex` and `serve`, as somebody in a terminal sees them."""

import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from bot.__main__ import main
from bot.settings import SAMPLE
from bot.settings.page import names
from knowledge.index.storage.lock import held
from knowledge.language.asked import as_read
from knowledge.model.release import VERSION
from tests.engines.chroma_server import free_port
from tests.flow.conftest import Handbook
from tests.flow.stand_in.embeddings_api import embeddings_api
from tests.flow.stand_in.handbook import DISCOUNT, FILES, PARCEL_GUIDE, PARCELS
from tests.flow.stand_in.processes import TIMEOUT_S, begun, run, until

pytestmark = pytest.mark.usefixtures("source", "process_as_it_was")

GUARD = """
import sys

def told(event, arguments):
    if event == "socket.connect":
        print("connect", arguments[1], file=sys.stderr)
    if event == "socket.getaddrinfo":
        print("look up", arguments[0], file=sys.stderr)

sys.addaudithook(told)
"""
"""Writes a line for every connection that Python tries to make."""
ASK = "from bot.__main__ import main; assert not main(sys.argv[1:]); print(*sys.modules)"
"""A command, and at last the names of all that it loaded."""


@dataclass(frozen=True)
class First:
    """A first question in a process of its own, which makes the index."""

    data: Path
    answer: str
    errors: str
    loaded: set[str]


@pytest.fixture(scope="module")
def first(handbook: Handbook, tmp_path_factory: pytest.TempPathFactory) -> First:
    """Asked once for all that is to be seen of it: it takes seconds."""
    data = tmp_path_factory.mktemp("first") / "data"
    with pytest.MonkeyPatch.context() as patch:
        for name in names():
            patch.delenv(name, raising=False)
        patch.setenv("STOREWISE_SOURCE", str(handbook.source))
        patch.setenv("STOREWISE_DATA", str(data))
        ran = run(GUARD + ASK, "ask", DISCOUNT)
    *answer, loaded = ran.stdout.splitlines()
    return First(data, "\n".join(answer), ran.stderr, set(loaded.split()))


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """What `storewise ask --json` prints."""
    assert main(["ask", "--json", *arguments]) == 0
    printed: dict[str, Any] = json.loads(capsys.readouterr().out)
    return printed


def test_nobody_else_on_the_machine_may_read_what_is_kept(first: First) -> None:
    kept = [first.data, *first.data.rglob("*")]

    assert len(kept) > 5
    assert [one for one in kept if one.stat().st_mode & 0o077] == []


def test_the_first_question_indexes_the_documents_and_later_ones_do_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["ask", DISCOUNT])
    first = capsys.readouterr()
    made = (tmp_path / "data" / "knowledge.db").stat().st_mtime_ns
    again = main(["ask", PARCELS])
    second = capsys.readouterr()

    assert (code, again) == (0, 0)
    assert "The staff discount is 20% off regular prices in all three store types. [1]" in first.out
    assert "[1] Staff Discount › How much the discount is (v2, from 2026-05-01)" in first.out
    assert "택배는 18:00까지 접수하면 당일에 발송됩니다. [1]" in second.out
    assert (first.err, second.err) == ("", "")
    assert (tmp_path / "data" / "knowledge.db").stat().st_mtime_ns == made


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize(
    ("question", "said", "file", "document"),
    [
        (
            DISCOUNT,
            "20% off regular prices",
            FILES[1],
            ["staff-discount-en", "2", "Staff Discount"],
        ),
        (PARCELS, "18:00까지 접수하면", FILES[2], ["parcel-pickup-ko", "2", PARCEL_GUIDE]),
    ],
)
def test_json_has_the_answer_with_all_its_evidence(
    question: str, said: str, file: str, document: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["ask", "--json", question, "--as-of", "2026-11-21"])

    out = capsys.readouterr().out
    printed = json.loads(out)
    citation = printed["citations"][0]
    assert code == 0
    assert said in out
    assert (printed["question"], printed["verdict"]) == (question, "pass")
    assert re.fullmatch("r[0-9a-f]{11}", printed["id"])
    assert printed["confidence"] in ("high", "medium", "low")
    assert printed["retrieved"][0] == document[0]
    assert printed["filters"]["as_of"] == "2026-11-21"
    assert set(printed["ms_by_step"]) == {
        "classify",
        "retrieve",
        "generate",
        "check",
        "finalize",
        "suggest",
    }
    assert printed["trace_id"] == printed["id"] == printed["state"]["trace_id"]
    assert printed["state"]["final"]["answer"] == printed["answer"]
    assert printed["state"]["metrics"]["latency_by_node_ms"] == printed["ms_by_step"]
    assert citation["quote"] in (SAMPLE / file).read_text(encoding="utf-8")
    assert [citation[name] for name in ("doc_id", "version", "title")] == document


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize(("day", "percent"), [("2026-04-30", "15%"), ("2026-05-01", "20%")])
def test_a_question_as_of_a_day_is_answered_by_the_version_of_that_day(
    day: str, percent: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = asked(capsys, DISCOUNT, "--as-of", day)

    assert percent in printed["answer"]
    assert {one["doc_id"] for one in printed["citations"]} == {"staff-discount-en"}
    assert ({"15%", "20%"} - {percent}).pop() not in printed["answer"]


@pytest.mark.usefixtures("indexed")
def test_what_is_asked_for_narrows_the_search(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STOREWISE_SOURCE", str(source))
    (source / "hems.md").write_text(
        "---\ntitle: Hems\nstore_type: apparel\n---\nHems are free of charge.\n"
    )
    assert main(["reindex"]) == 0
    capsys.readouterr()

    printed = asked(
        capsys, PARCELS, "--store-type", "apparel", "--audience", "manager", "--language", "en"
    )

    assert "parcel-pickup-ko" not in printed["retrieved"]
    assert printed["answer"].startswith("This information is not available in the store documents.")
    assert (printed["filters"]["store_type"], printed["filters"]["audience"]) == (
        "apparel",
        "manager",
    )


@pytest.mark.usefixtures("indexed")
def test_personal_data_is_taken_out_and_the_person_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["ask", f"010-9876-5432 고객: {PARCELS}"])

    out = capsys.readouterr().out
    assert out.startswith("질문에서 개인정보를 지웠습니다 (전화번호 1건).")
    assert "9876" not in out


def test_a_second_reindex_embeds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    codes = [main(["reindex"]), main(["reindex"])]

    first, contacts, head, aside, second, again, *_ = capsys.readouterr().out.splitlines()
    assert codes == [0, 0]
    assert re.fullmatch(
        r"Indexed 3 documents, (\d+) passages in [\d.]+ s \(\1 new passages\)\.", first
    )
    assert re.fullmatch(
        r"Indexed 3 documents, \d+ passages in [\d.]+ s \(0 new passages\)\.", second
    )
    assert contacts == again
    assert contacts.startswith("Contacts not removed: ")
    assert head == "Not in force today:"
    assert aside.startswith("- 1 replaced: staff-discount-en@1 until 2026-04-30")


@pytest.mark.usefixtures("indexed")
def test_only_what_changed_is_embedded_again_and_answered_from(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STOREWISE_SOURCE", str(source))
    page = source / FILES[1]
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("is 20% off", "is 25% off"), encoding="utf-8")

    main(["reindex"])

    assert "(1 new passages)" in capsys.readouterr().out
    assert "25%" in asked(capsys, DISCOUNT)["answer"]


def test_another_folder_can_be_indexed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "bikes.md").write_text("# Bikes\n\nBikes may stand in the yard.\n", encoding="utf-8")

    main(["reindex", str(other)])

    assert "Indexed 1 documents, 1 passages" in capsys.readouterr().out


def test_documents_may_be_in_folders_and_files_that_a_later_command_remembers(
    source: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    other, single = tmp_path / "본사 공지", tmp_path / "moon.md"
    other.mkdir()
    (other / "자전거.md").write_text("# 자전거\n\n자전거는 마당에 세웁니다.\n", encoding="utf-8")
    single.write_text("# Moon\n\nThe moon shop opens at 9:00.\n", encoding="utf-8")
    monkeypatch.setenv("STOREWISE_SOURCE", os.pathsep.join(["documents", "본사 공지", "moon.md"]))

    code = main(["reindex"])
    indexed = capsys.readouterr().out
    monkeypatch.delenv("STOREWISE_SOURCE")
    main(["status"])
    status = capsys.readouterr().out
    unchanged = main(["reindex"])

    assert (code, unchanged) == (0, 0)
    assert "Indexed 5 documents" in indexed
    assert f"Documents from {source}, {other}, {single}." in status
    assert "(0 new passages)" in capsys.readouterr().out
    assert (
        asked(capsys, "자전거는 어디에 세우나요?")["citations"][0]["doc_id"] == "본사 공지/자전거"
    )
    assert asked(capsys, "when does the moon shop open?")["answer"].startswith("The moon shop")
    assert "18:00" in asked(capsys, PARCELS)["answer"]


def test_another_folder_beside_the_first_leaves_the_index_of_its_documents(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    main(["reindex"])
    other = tmp_path / "other"
    other.mkdir()
    (other / "moon.md").write_text("# Moon\n\nThe moon shop opens at 9:00.\n", encoding="utf-8")
    monkeypatch.setenv("STOREWISE_SOURCE", f"{source}{os.pathsep}{other}")
    capsys.readouterr()

    main(["reindex"])

    out = capsys.readouterr().out
    assert "(1 new passages)" in out
    assert "1 added, 0 changed, 0 removed." in out


def test_several_folders_and_files_can_be_indexed_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / "a", tmp_path / "b", tmp_path / "c.md"]
    for path in (*(folder / "page.md" for folder in paths[:2]), paths[2]):
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# {path.parent.name}\n\n자전거는 마당에 세웁니다.\n", encoding="utf-8")

    code = main(["reindex", "--full", *map(str, paths)])

    assert code == 0
    assert "Indexed 3 documents" in capsys.readouterr().out


@pytest.mark.usefixtures("indexed")
def test_after_another_folder_is_set_the_answer_comes_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "moon.md").write_text("# Moon\n\nThe moon shop opens at 9:00.\n", encoding="utf-8")
    monkeypatch.setenv("STOREWISE_SOURCE", str(other))

    printed = asked(capsys, "when does the moon shop open?")

    assert printed["answer"] == "The moon shop opens at 9:00. [1]"


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["--strict"], 1)])
def test_a_file_that_cannot_be_read_is_named_and_fails_a_strict_run(
    arguments: list[str], code: int, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (source / "bad.md").write_text("---\nlanguage: martian\n---\nText.\n", encoding="utf-8")

    assert main(["reindex", *arguments]) == code

    out = capsys.readouterr().out
    assert "Indexed 3 documents" in out
    assert "Skipped files:" in out
    assert "bad.md" in out


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("STOREWISE_TIMEZONE", "Mars/Olympus", "use a name such as Asia/Seoul"),
        ("SERVER_PORT", "eighty", "valid integer"),
        ("SERVER_PORT", "70000", "less than or equal to 65535"),
        ("OPENAI_EMBEDDING_DIMENSIONS", "sk-secret", "valid integer"),
    ],
)
def test_a_wrong_setting_is_said_in_one_line(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv(name, value)

    code = main(["ask", DISCOUNT])

    [line] = capsys.readouterr().err.splitlines()
    assert code == 2
    assert name in line
    assert said in line
    assert value not in line


def test_a_folder_that_is_not_there_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STOREWISE_SOURCE", str(tmp_path / "nowhere"))

    code = main(["ask", DISCOUNT])

    [line] = capsys.readouterr().err.splitlines()
    assert code == 1
    assert "nowhere" in line
    assert "STOREWISE_SOURCE" in line


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize(("question", "told"), [(DISCOUNT, "20%"), (PARCELS, "18:00")])
def test_where_the_documents_are_gone_the_earlier_index_answers(
    question: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("STOREWISE_SOURCE", str(tmp_path / "nowhere"))

    code = main(["ask", question])

    printed = capsys.readouterr()
    assert code == 0
    assert told in printed.out
    assert "nowhere" in printed.err
    assert "answering from the earlier index" in printed.err


@pytest.mark.parametrize("unusable", ["data", "data/knowledge.db"])
def test_a_data_folder_that_cannot_be_used_is_said_in_one_line(
    unusable: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / unusable
    path.parent.mkdir(exist_ok=True)
    path.write_text("garbage that is no database", encoding="utf-8")

    code = main(["ask", DISCOUNT])

    [line] = capsys.readouterr().err.splitlines()
    assert code == 1
    assert line.startswith("storewise: ")
    assert str(tmp_path / "data") in line


@pytest.mark.parametrize("command", [["reindex"], ["serve"], ["ask", DISCOUNT]])
def test_while_another_process_works_on_the_data_it_is_named(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with held(tmp_path / "data", "reindex"):
        code = main(command)

    [line] = capsys.readouterr().err.splitlines()
    assert code == 1
    assert f"is in use by `storewise reindex` (process {os.getpid()})" in line
    assert "STOREWISE_DATA" in line


def test_a_question_needs_no_lock_once_the_index_is_there(
    indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with held(indexed, "serve"):
        printed = asked(capsys, DISCOUNT)

    assert printed["verdict"] == "pass"


def test_while_another_process_indexes_the_earlier_index_answers(
    indexed: Path, source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STOREWISE_SOURCE", str(source))  # so that the index is out of date
    with held(indexed, "reindex"):
        printed = asked(capsys, PARCELS)

    assert "18:00" in printed["answer"]


@pytest.mark.usefixtures("indexed")
def test_where_new_documents_are_refused_before_a_question_that_is_said_and_the_earlier_answer(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STOREWISE_SOURCE", str(source))
    (source / "_golden.jsonl").write_text("{", encoding="utf-8")

    code = main(["ask", PARCELS])

    shown = capsys.readouterr()
    assert code == 0
    assert "18:00" in shown.out
    assert "storewise: The golden questions can't be used: _golden.jsonl:1: " in shown.err
    assert "storewise: NOT published: fix the golden questions first" in shown.err


def test_a_change_can_be_looked_at_taken_in_and_taken_back(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(command: str, code: int = 0) -> list[str]:
        assert main([command]) == code
        return capsys.readouterr().out.splitlines()

    said("reindex")
    nothing_before = said("rollback", code=1)
    (source / "moon.md").write_text("# Moon\n\nThe moon shop opens at 9:00.\n", encoding="utf-8")
    diff, report, status, back = map(said, ("diff", "reindex", "status", "rollback"))
    printed = asked(capsys, "when does the moon shop open?")

    assert nothing_before == ["There is no earlier index."]
    assert diff[1:] == ["+ moon@1"]
    assert "Since the last index: 1 added, 0 changed, 0 removed." in report
    assert status[0].startswith("Index 2 from ")
    assert status[2].startswith("Previous: index 1 from ")
    assert back[0].startswith("Rolled back: index 1 from ")
    assert "9:00" not in printed["answer"]


@pytest.mark.usefixtures("indexed")
def test_what_changed_from_version_to_version_is_told_in_colour_only_to_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", "staff-discount-en"]) == 0
    piped = capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")  # how rich is told that it writes to a terminal
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)

    assert main(["diff", "staff-discount-en", "1", "2"]) == 0

    coloured = capsys.readouterr().out
    assert piped.startswith("staff-discount-en  1 (2025-01-01) -> 2 (2026-05-01)")
    assert "      15% -> 20%" in piped.splitlines()
    assert "\x1b[" not in piped
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == piped


@pytest.mark.usefixtures("indexed")
def test_a_document_that_is_not_indexed_names_those_that_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    codes = [main(["diff", "staff-discont"]), main(["diff", "parcel-pickup-ko"])]

    unknown, single = capsys.readouterr().out.splitlines()
    assert codes == [1, 1]
    assert unknown == ("The index has no document “staff-discont”. Did you mean staff-discount-en?")
    assert single.endswith("only one version of this document: parcel-pickup-ko@2.")


def test_contradictions_are_listed_and_a_strict_run_publishes_none(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["reindex"])
    rule = "The staff discount is 30% off regular prices in all three store types."
    memo = f"---\ntitle: Memo\ncategory: hr\n---\n{rule}\n"
    (source / "memo.md").write_text(memo, encoding="utf-8")
    capsys.readouterr()

    strict = main(["reindex", "--strict"])
    refused = capsys.readouterr().out
    plain = main(["reindex"])
    published = capsys.readouterr().out
    main(["status"])

    status = capsys.readouterr().out
    assert (strict, plain) == (1, 0)
    assert "NOT published because of --strict: documents contradict each other" in refused
    assert "NOT published" not in published
    for said in (refused, published, status):
        assert "Contradictions between documents in force at the same time: 1" in said
        assert "30% ≠ 20%" in said or "20% ≠ 30%" in said


@pytest.mark.parametrize("command", ["status", "rollback"])
def test_without_an_index_the_command_that_makes_one_is_named(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main([command])

    assert code == 1
    assert "run `storewise reindex`" in capsys.readouterr().err


def test_the_version_is_the_package_s(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])

    assert end.value.code == 0
    assert capsys.readouterr().out == f"storewise {VERSION}\n"


HOLIDAY = "Fragile goods are not wrapped in the week before a holiday."
HOLIDAY_KO = "명절 전날에는 16:00에 문을 닫습니다."


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (HOLIDAY, "When are fragile goods not wrapped?"),
        (HOLIDAY_KO, "명절 전날에는 몇 시에 문을 닫나요?"),
    ],
)
def test_a_text_file_answers_by_itself_without_documents_or_an_index(
    text: str,
    question: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("STOREWISE_SOURCE", str(tmp_path / "nowhere"))
    (tmp_path / "selected.txt").write_text(text, encoding="utf-8-sig")

    printed = asked(capsys, question, "--text", "selected.txt")
    refused = asked(capsys, PARCELS, "--text", "selected.txt")

    assert printed["answer"] == f"{text} [1]"
    assert [one["doc_id"] for one in printed["citations"]] == ["selected-text"]
    assert refused["answer"].startswith("선택한 텍스트에서 확인할 수 없는 내용입니다.")
    assert (refused["verdict"], refused["citations"]) == ("insufficient", [])


def test_a_text_may_be_piped_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(HOLIDAY_KO.encode())))

    printed = asked(capsys, "명절 전날에는 몇 시에 문을 닫나요?", "--text", "-")

    assert printed["answer"] == f"{HOLIDAY_KO} [1]"


def test_a_file_that_is_no_text_is_wrong_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "selected.txt").write_bytes(b"\xff\xfe\x00\x01\xff")

    code = main(["ask", PARCELS, "--text", "selected.txt"])

    assert code == 2
    assert capsys.readouterr().err == ("storewise: selected.txt cannot be read as text in UTF-8\n")


def test_a_text_that_is_too_long_is_told_the_limit_even_if_cut_within_a_letter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "selected.txt").write_text("가" * 400_000, encoding="utf-8")

    assert main(["ask", PARCELS, "--text", "selected.txt"]) == 1
    assert "20,000자 이내로" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["sing"], ["ask", "q", "--as-of", "yesterday"]])
def test_wrong_arguments_are_explained(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)

    assert end.value.code == 2
    assert "usage: storewise" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("asked", "said"),
    [(DISCOUNT, "The staff discount is 20% off"), (PARCELS, "18:00까지 접수하면")],
)
def test_with_a_key_the_first_question_is_answered_with_the_vectors_of_openai(
    asked: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    monkeypatch.setenv("OPENAI_CHAT_MODEL", "")
    with embeddings_api() as api:
        monkeypatch.setenv("OPENAI_BASE_URL", api.url)

        code = main(["ask", asked])

    shown = capsys.readouterr()
    assert (code, shown.err) == (0, "")
    assert said in shown.out
    assert api.refused == 1
    assert as_read(asked) in api.texts


def test_lost_vectors_are_done_without_until_the_next_reindex(
    indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(indexed / "chroma")

    without = main(["ask", PARCELS])
    answer = capsys.readouterr().out
    main(["reindex"])

    assert without == 0
    assert "18:00" in answer
    assert "(0 new passages)" not in capsys.readouterr().out


def test_a_chroma_server_keeps_the_vectors_and_may_be_away_later(
    chroma_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CHROMA_URL", chroma_url)
    served = main(["ask", PARCELS])
    before = capsys.readouterr()
    monkeypatch.setenv("CHROMA_URL", f"http://127.0.0.1:{free_port()}")

    alone = main(["ask", PARCELS])
    after = capsys.readouterr()

    assert (served, alone) == (0, 0)
    assert "18:00" in before.out
    assert "18:00" in after.out
    assert before.err == ""
    assert "searching words only" in after.err
    assert not (tmp_path / "data" / "chroma").exists()


def test_without_its_chroma_server_nothing_is_indexed_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHROMA_URL", f"http://127.0.0.1:{free_port()}")

    code = main(["reindex"])

    assert code == 1
    assert "start it, or unset CHROMA_URL" in capsys.readouterr().err


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize(("option", "value"), [("--store-type", "cafee"), ("--category", "refnud")])
def test_a_kind_of_store_or_category_that_no_document_has_is_refused(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["ask", DISCOUNT, option, value])

    assert code == 2
    assert f"no document has {option} {value}; there are: " in capsys.readouterr().out


@pytest.mark.usefixtures("indexed")
def test_a_refusal_is_an_answer_too() -> None:
    assert main(["ask", "who won the football world cup?"]) == 0


def test_without_a_key_indexing_and_asking_connect_to_nothing(first: First) -> None:
    assert "20%" in first.answer
    assert first.errors == ""


def test_a_question_without_a_key_loads_neither_openai_nor_the_protocol_of_assistants(
    first: First,
) -> None:
    assert {"bot", "numpy"} <= first.loaded
    assert {"openai", "mcp", "mcp_types", "starlette"} & first.loaded == set()


def test_the_guard_would_have_seen_a_connection() -> None:
    ran = run(GUARD + "import socket; socket.socket().connect_ex(('127.0.0.1', 9))")

    assert ran.stderr == "connect ('127.0.0.1', 9)\n"


@pytest.mark.usefixtures("indexed")
def test_a_port_that_is_taken_is_said_with_what_to_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("SERVER_PORT", str(port))

        code = main(["serve"])

    err = capsys.readouterr().err
    assert code == 1
    assert f"storewise: cannot listen on http://127.0.0.1:{port}: " in err
    assert "SERVER_PORT" in err
    assert "Traceback" not in err


def test_golden_questions_are_scored_on_a_corpus_of_their_own(
    source: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Nothing of this run may stay in a server: it is not even asked.
    monkeypatch.setenv("CHROMA_URL", f"http://127.0.0.1:{free_port()}")
    golden = tmp_path / "golden.jsonl"
    english = {"id": "en", "question": DISCOUNT, "answerable": True, "answers": ["20%"]}
    korean = {"id": "ko", "question": PARCELS, "answerable": True, "answers": ["18:00"]}
    off = {"id": "off", "question": "who won the football world cup?", "answerable": False}
    lines = [
        english | {"gold_docs": ["staff-discount-en"]},
        korean | {"gold_docs": ["parcel-pickup-ko"]},
        off,
    ]
    golden.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    out = tmp_path / "out.json"

    code = main(["eval", str(golden), "--corpus", str(source), "--json", str(out)])

    told = json.loads(out.read_text(encoding="utf-8"))
    assert code == 0
    assert [one["verdict"] for one in told["questions"][:2]] == ["pass", "pass"]
    assert told["questions"][2]["verdict"] in ("off_topic", "insufficient")
    assert (told["overall"]["right_rate"], told["overall"]["quote_validity"]) == (1.0, 1.0)
    assert re.search(r"^right_rate +1\.0$", capsys.readouterr().out, re.MULTILINE)
    assert not (tmp_path / "data").exists()


def test_a_wrong_golden_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    golden = tmp_path / "golden.jsonl"
    golden.write_text('{"question": "why?"}\n', encoding="utf-8")

    code = main(["eval", str(golden)])

    [line] = capsys.readouterr().err.splitlines()
    assert code == 2
    assert f"{golden}:1" in line


@pytest.mark.usefixtures("indexed")
def test_serve_says_where_it_is_answers_there_and_ends_when_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setenv("SERVER_PORT", str(port))

    with begun("serve") as server:
        try:
            shown = until(server, "Stop with Ctrl-C.")
            answer = answered(port, PARCELS)
        finally:
            server.terminate()
        logged = server.communicate(timeout=TIMEOUT_S)[1]

    assert f"page       http://127.0.0.1:{port}/" in shown
    assert answer["citations"][0]["doc_id"] == "parcel-pickup-ko"
    assert server.returncode == 0
    assert '"verdict": "pass"' in logged
    assert "택배" not in logged


def answered(port: int, question: str) -> dict[str, Any]:
    """The page's answer, as soon as the server listens."""
    for _ in range(200):
        with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)) as connection:
            try:
                connection.connect()
            except ConnectionRefusedError:
                time.sleep(0.05)
                continue
            form = urlencode({"question": question})
            kind = "application/x-www-form-urlencoded"
            headers = {"Accept": "application/json", "Content-Type": kind}
            connection.request("POST", "/", form, headers)
            answer: dict[str, Any] = json.load(connection.getresponse())
            return answer
    raise AssertionError("the server does not listen")


def test_numpy_is_loaded_after_its_threads_are_set(tmp_path: Path) -> None:
    code = (
        "import sys, os\n"
        "import bot.__main__\n"
        "assert 'numpy' not in sys.modules\n"
        "bot.__main__.main(['status'])\n"
        "assert os.environ['OPENBLAS_NUM_THREADS'] == '1' and 'numpy' in sys.modules\n"
    )

    run = [sys.executable, "-c", code]
    subprocess.run(run, env={"STOREWISE_DATA": str(tmp_path)}, check=True, timeout=60)  # noqa: S603


@pytest.mark.parametrize("told", ["--version", "--help", "reindex"])
def test_help_and_version_load_no_settings_and_nothing_that_answers(told: str) -> None:
    code = (
        "import sys, bot.__main__\n"
        f"try: bot.__main__.main([{told!r}, '--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'pydantic', 'numpy', 'aiohttp', 'bot.main.app'} & set(sys.modules)\n"
    )

    subprocess.run([sys.executable, "-c", code], env={}, check=True, timeout=60)  # noqa: S603


def test_nothing_looks_for_libraries_by_a_callback() -> None:
    """`threadpoolctl` would, beside imports, and can then wait for ever (docs/decisions/0050)."""
    assert find_spec("threadpoolctl") is None
