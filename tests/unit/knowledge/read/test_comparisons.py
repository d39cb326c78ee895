"""Tables of old and new rules are two versions: the new text in force, the old one before it."""

from datetime import date
from pathlib import Path

import pytest

from knowledge.compare.differences import diff
from knowledge.model.documents import Document
from tests.unit.knowledge.read.laid_out import SHEETS, TEXTS, laid_out, sheet
from tests.unit.knowledge.texts import read, read_one

_KOREAN = (
    ("현 행", "개 정 안", "비 고"),
    ("제3조(반품) 반품은 7일 이내에 한다.", "제3조(반품) 반품은 14일 이내에 한다.", "고객 요청"),
    ("제4조(교환) 교환은 1회로 한다.", "(현행과 같음)", ""),
    ("<신 설>", "제5조(온라인) 온라인 상품도 받는다.", ""),
    ("제6조(수선) 수선은 무료로 한다.", "<삭 제>", ""),
)
_ENGLISH = (
    ("Subject", "Before", "After"),
    ("Discount", "15% on all goods", "20% on all goods"),
    ("Waiting time", "90 days", "same as before"),
)
_FULL = """# 반품 규정

제3조(반품) 반품은 {days}일 이내에 한다.

제4조(교환) 교환은 1회로 한다.

{last}
"""
_OLD = _FULL.format(days=7, last="제6조(수선) 수선은 무료로 한다.")
_NEW = _FULL.format(days=14, last="제5조(온라인) 온라인 상품도 받는다.")


def _versions(folder: Path, name: str, raw: bytes | str) -> tuple[Document, Document]:
    reading = read(folder, {name: raw})
    assert reading.skipped == ()
    new, old = reading.documents
    return old, new


def _words(document: Document) -> str:
    return " ".join(document.text.replace("#", " ").split())


@pytest.mark.parametrize("suffix", TEXTS)
def test_a_korean_comparison_is_two_versions(tmp_path: Path, suffix: str) -> None:
    raw = laid_out(suffix, ("반품 규정 신구대비표", "시행일: 2026. 3. 1."), _KOREAN)

    old, new = _versions(tmp_path, f"a{suffix}", raw)

    assert (old.header.doc_id, new.header.doc_id) == ("a", "a")
    assert (old.header.version, new.header.version) == ("1", "2")
    assert (old.header.effective_from, new.header.effective_from) == (None, date(2026, 3, 1))
    said, was = _words(new), _words(old)
    assert "14일 이내" in said
    assert "온라인 상품도 받는다." in said
    assert "7일" not in said
    assert "7일 이내" in was
    assert "수선은 무료로 한다." in was
    assert "14일" not in was
    assert "교환은 1회로 한다." in said
    assert "교환은 1회로 한다." in was
    assert "수선" not in said
    assert "온라인" not in was
    assert "현 행" not in said


@pytest.mark.parametrize("suffix", TEXTS)
def test_an_english_comparison_keeps_what_each_row_is_about(tmp_path: Path, suffix: str) -> None:
    lines = ("Staff discount", "The new rules take effect on 1 May 2026.")

    old, new = _versions(tmp_path, f"a{suffix}", laid_out(suffix, lines, _ENGLISH))

    assert new.header.effective_from == date(2026, 5, 1)
    assert "Discount: 20% on all goods" in _words(new)
    assert "15%" not in _words(new)
    assert "Discount: 15% on all goods" in _words(old)
    assert "20%" not in _words(old)
    assert "Waiting time: 90 days" in _words(new)


@pytest.mark.parametrize("suffix", SHEETS)
@pytest.mark.parametrize(
    "rows",
    [
        (
            ("조항", "현행", "개정안(2026.3.1 시행)", "사유"),
            ("주차", "2시간 무료", "3시간 무료", "민원"),
        ),
        (("Rule", "As is", "To be (from 1 March 2026)"), ("주차", "2시간 무료", "3시간 무료")),
    ],
)
def test_a_sheet_that_compares_is_two_versions(
    tmp_path: Path, suffix: str, rows: tuple[tuple[str, ...], ...]
) -> None:
    old, new = _versions(tmp_path, f"a{suffix}", sheet(suffix, rows))

    assert new.text.startswith("주차: 3시간 무료")
    assert "2시간" not in new.text
    assert old.text == "주차: 2시간 무료"
    assert new.header.effective_from == date(2026, 3, 1)
    assert [record.name for record in new.records] == ["주차"]


def test_what_changed_is_answered_from_both_columns(tmp_path: Path) -> None:
    old, new = _versions(tmp_path, "a.docx", laid_out(".docx", (), _KOREAN))

    changes = diff(old, new).changes

    assert ("반품은 7일 이내에 한다.", "반품은 14일 이내에 한다.") in [
        (one.old, one.new) for one in changes
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("① 반품은 7일 이내에 한다.", "① ------- 14일 -------.", "① 반품은 14일 이내에 한다."),
        ("① 반품은 7일 이내에 한다. ② 영수증을 낸다.", "① (현행과 같음) ② 영수증이나 앱을 보인다.",
         "① 반품은 7일 이내에 한다.\n\n② 영수증이나 앱을 보인다."),
        ("① 가방 ② 옷 ③ 신발", "①∼③ (현행과 같음) ④ 시계", "① 가방 ② 옷 ③ 신발 ④ 시계"),
        ("① 가방 ② 기록은 남긴다. 1. 결제 2. 배송 ③ 옷", "① 신발 ② (현행과 같음) ③ 옷",
         "① 신발 ② 기록은 남긴다.\n\n1. 결제 2. 배송 ③ 옷"),
        # Which of two durations it was cannot be told.
        ("7일 이내, 온라인은 7일 이내", "---- 14일 ----", "---- 14일 ----"),
    ],
)  # fmt: skip
def test_dashes_stand_for_the_old_words(tmp_path: Path, old: str, new: str, said: str) -> None:
    rows = (("현행", "개정안"), (old, new))

    _, newer = _versions(tmp_path, "a.md", laid_out(".md", (), rows))

    assert newer.text.strip() == said


@pytest.mark.parametrize(
    "rows",
    [
        (("When", "Before", "After"), ("Opening", "Count the till", "Lock the door")),
        (("Benefit", "New members", "Existing members"), ("Discount", "10%", "15%")),
        (("혜택", "기존 회원", "신규 회원"), ("할인", "10%", "15%")),
        (("품목", "현행 재고"), ("우산", "12개")),
        (("Item", "Old stock", "New stock"), ("Umbrella", "12", "15")),
    ],
)
def test_a_table_of_rules_side_by_side_is_no_comparison(
    tmp_path: Path, rows: tuple[tuple[str, ...], ...]
) -> None:
    document = read_one(tmp_path, "a.md", laid_out(".md", (), rows))

    assert "| " + " | ".join(rows[0]) in document.text


def test_front_matter_is_that_of_the_new_text(tmp_path: Path) -> None:
    front = "---\ntitle: 반품\nversion: 3\neffective_from: 2026-04-01\n---\n"

    old, new = _versions(tmp_path, "a.md", front + laid_out(".md", (), _KOREAN).decode())

    assert (old.header.key, new.header.key) == ("a@2", "a@3")
    assert (old.header.effective_from, new.header.effective_from) == (None, date(2026, 4, 1))


@pytest.mark.parametrize(
    ("full", "keys"), [(_OLD, ["full@1", "full@2"]), (_NEW, ["full@1", "full@0"])]
)
def test_beside_the_full_text_it_only_explains_the_change(
    tmp_path: Path, full: str, keys: list[str]
) -> None:
    raw = laid_out(".docx", ("신구대비표", "시행일: 2026. 3. 1."), _KOREAN)

    reading = read(tmp_path, {"full.md": full, "what changes.docx": raw})

    assert [one.header.key for one in reading.documents] == keys
    old, new = sorted(reading.documents, key=lambda one: one.header.version)
    assert _words(new) == _words(Document(new.header, _NEW)).replace("( ", "(")
    assert _words(old) == _words(Document(old.header, _OLD))
    assert new.header.effective_from == date(2026, 3, 1)
    assert ("what changes.docx", ("read as: what changed in full.md",)) in [
        (one.source, one.fields) for one in reading.stated
    ]


def test_a_version_that_is_there_is_not_made_again(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "old.md": f"---\ndoc_id: r\ntitle: 반품\nversion: 1\n---\n{_OLD}",
        "new.md": f"---\ndoc_id: r\ntitle: 반품\nversion: 2\n---\n{_NEW}",
        "what changes.md": laid_out(".md", (), _KOREAN),
    }

    reading = read(tmp_path, files)

    assert sorted(one.header.key for one in reading.documents) == ["r@1", "r@2"]


def test_managers_changes_do_not_reach_the_text_for_everybody(tmp_path: Path) -> None:
    front = "---\ntitle: 변경\naudience: manager\n---\n"
    files: dict[str, str | bytes] = {
        "full.md": _OLD,
        "b.md": front + laid_out(".md", (), _KOREAN).decode(),
    }

    reading = read(tmp_path, files)

    assert sorted(one.header.key for one in reading.documents) == ["b@1", "b@2", "full@1"]
