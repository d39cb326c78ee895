"""A ZIP is read like a folder; hostile members are not unpacked."""

import io
import zipfile
from pathlib import Path

import pytest

from knowledge.model.printable import visible
from knowledge.read import limits, read_folder
from tests.unit.knowledge.texts import filled, read, read_one, reasons

_REFUND = "---\ndoc_id: refund\ntitle: Refunds\n---\nWithin 14 days.\n"


def _zip(files: dict[str, str | bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _renamed(raw: bytes, name: str, other: bytes) -> bytes:
    """The same ZIP with a member's name in other bytes and without the UTF-8 flag."""
    assert len(name.encode()) == len(other)
    return raw.replace(name.encode(), other)


def test_the_files_of_a_zip_are_read_like_those_of_a_folder(tmp_path: Path) -> None:
    reading = read(
        tmp_path,
        {
            "_defaults.yaml": "owner: Head office\n",
            "docs.zip": _zip(
                {
                    "_defaults.yaml": "category: cafe\n",
                    "ko/milk.md": "우유는 2일 안에 씁니다.",
                    "ko/milk.md.meta.yaml": "doc_id: milk\ntitle: 우유\n",
                    "en/faq.jsonl": '{"title": "Hours", "text": "From 10."}',
                    "README.md": "About this folder.",
                    "__MACOSX/ko/._milk.md": "x",
                    ".DS_Store": "x",
                }
            ),
        },
    )

    known = {document.header.source: document.header for document in reading.documents}
    assert list(known) == ["docs.zip/en/faq.jsonl", "docs.zip/ko/milk.md"]
    assert known["docs.zip/ko/milk.md"].key == "milk@1"
    assert {header.category for header in known.values()} == {"cafe"}
    assert {header.owner for header in known.values()} == {"Head office"}
    assert reading.skipped == ()


def test_a_zip_may_be_the_whole_source(tmp_path: Path) -> None:
    filled(tmp_path, {"docs.zip": _zip({"a.md": _REFUND}), "other.md": "Not asked for."})

    reading = read_folder(tmp_path / "docs.zip")

    assert [document.header.source for document in reading.documents] == ["docs.zip/a.md"]


def test_the_same_document_in_and_beside_a_zip_is_read_once(tmp_path: Path) -> None:
    [reason] = reasons(tmp_path, {"a.md": _REFUND, "b.zip": _zip({"a.md": _REFUND})})

    assert reason.startswith("b.zip/a.md: refund@1 is already the document of a.md")


@pytest.mark.parametrize("encoding", ["cp949", "utf-8"])
def test_korean_names_are_right_in_the_zips_of_any_program(tmp_path: Path, encoding: str) -> None:
    name = "환불 정책.md".encode(encoding)
    stand_in = "x" * len(name)
    raw = _renamed(_zip({stand_in: "14일 이내입니다."}), stand_in, name)

    header = read_one(tmp_path, "문서.zip", raw).header

    assert header.source == "문서.zip/환불 정책.md"
    assert header.title == "환불 정책"


def test_a_korean_name_with_the_utf_8_flag_is_right(tmp_path: Path) -> None:
    header = read_one(tmp_path, "a.zip", _zip({"환불.md": "14일 이내입니다."})).header

    assert header.source == "a.zip/환불.md"


@pytest.mark.parametrize(
    "name",
    ["../a.md", "ko/../../a.md", "/etc/a.md", "C:/a.md", "ko\\a.md", "..\\a.md", "a\tb.md"],
)
def test_a_name_outside_the_zip_is_refused(tmp_path: Path, name: str) -> None:
    reading = read(tmp_path, {"a.zip": _zip({name: "SECRET", "b.md": "For staff."})})

    assert [document.header.source for document in reading.documents] == ["a.zip/b.md"]
    assert [skipped.reason for skipped in reading.skipped] == [
        f"a.zip/{visible(name)}: its name in the ZIP is not a plain path; create the ZIP again"
    ]


def test_a_link_in_a_zip_is_not_followed(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("a.md")
    link.external_attr = 0o120777 << 16
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(link, "/etc/passwd")

    assert reasons(tmp_path, {"a.zip": packed.getvalue()}) == [
        "a.zip/a.md: a link in a ZIP is not followed"
    ]


def test_a_zip_in_a_zip_is_not_opened(tmp_path: Path) -> None:
    inner = _zip({"a.md": _REFUND})

    reading = read(tmp_path, {"a.zip": _zip({"inner.ZIP": inner, "b.md": "For staff."})})

    assert len(reading.documents) == 1
    assert [skipped.reason for skipped in reading.skipped] == [
        "a.zip/inner.ZIP: a ZIP in a ZIP is not read; put its files beside it"
    ]


def test_a_locked_file_asks_for_a_zip_without_password(tmp_path: Path) -> None:
    raw = bytearray(_zip({"급여.md": "SECRET"}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        raw[raw.index(mark) + place] |= 1

    assert reasons(tmp_path, {"a.zip": bytes(raw)}) == [
        "a.zip/급여.md: it is locked with a password; create the ZIP without one"
    ]


def test_rare_compression_is_refused(tmp_path: Path) -> None:
    raw = _zip({"a.md": _REFUND}, zipfile.ZIP_LZMA)

    assert reasons(tmp_path, {"a.zip": raw}) == [
        "a.zip/a.md: its compression is not supported; create the ZIP with ordinary compression"
    ]


def test_an_unknown_format_is_reported_in_a_zip_too(tmp_path: Path) -> None:
    [reason] = reasons(tmp_path, {"a.zip": _zip({"ko/plan.hml": "x"})})

    assert reason == "a.zip/ko/plan.hml: .hml is not read; save it as .hwpx"


def test_an_archive_of_too_many_files_is_to_be_split(tmp_path: Path) -> None:
    raw = _zip({f"{number}.md": "x" for number in range(2001)}, zipfile.ZIP_STORED)

    assert reasons(tmp_path, {"a.zip": raw}) == [
        "a.zip: there are more than 2,000 files in it; split it"
    ]


def _zeros(count: int, megabytes: int) -> bytes:
    zeros = bytes(megabytes * 1024 * 1024)
    return _zip({f"{number}.txt": zeros for number in range(count)})


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.zip": _zeros(1, 25)}) == [
        "a.zip: it unpacks to 100 times its size, as no document does; save it again"
    ]


def test_a_zip_that_unpacks_to_too_much_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_UNPACKED_MB", 2)

    assert reasons(tmp_path, {"a.zip": _zeros(3, 1)}) == [
        "a.zip: it unpacks to more than 2 MB; split it"
    ]


def test_a_zip_unpacks_to_no_more_than_the_size_that_it_states(tmp_path: Path) -> None:
    size = 25 * 1024 * 1024
    raw = _zeros(1, 25).replace(size.to_bytes(4, "little"), (1000).to_bytes(4, "little"))

    assert reasons(tmp_path, {"a.zip": raw}) == [
        "a.zip/0.txt: it is damaged in the ZIP; create the ZIP again"
    ]


def test_a_member_above_the_limit_for_files_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_MB", 1)

    assert reasons(tmp_path, {"a.zip": _zeros(1, 2)}) == ["a.zip/0.txt: larger than 1 MB; split it"]


def test_a_changed_member_is_reported(tmp_path: Path) -> None:
    raw = _zip({"a.md": "Within 14 days.", "b.md": "환불"}, zipfile.ZIP_STORED)

    reading = read(tmp_path, {"a.zip": raw.replace(b"14 days", b"41 days")})

    assert [document.text for document in reading.documents] == ["환불"]
    assert [skipped.reason for skipped in reading.skipped] == [
        "a.zip/a.md: it is damaged in the ZIP; create the ZIP again"
    ]


@pytest.mark.parametrize("raw", [b"", "환불".encode(), _zip({"a.md": _REFUND})[:-10]])
def test_a_damaged_zip_is_reported(tmp_path: Path, raw: bytes) -> None:
    reading = read(tmp_path, {"a.zip": raw, "b.md": "14일"})

    assert len(reading.documents) == 1
    assert [skipped.reason for skipped in reading.skipped] == [
        "a.zip: this ZIP is damaged; create it again"
    ]


def test_an_empty_zip_has_no_documents(tmp_path: Path) -> None:
    reading = read(tmp_path, {"a.zip": _zip({})})

    assert (reading.documents, reading.skipped) == ((), ())
