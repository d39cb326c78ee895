"""Files that differ in their suffix only are one document if their texts agree."""

from pathlib import Path

import pytest

from knowledge.read import Reading
from tests.unit.knowledge.read.laid_out import TEXTS, laid_out
from tests.unit.knowledge.texts import read

_LINES = {
    "en": ("Returns", "Goods can be returned within 14 days.", "Bring the receipt to the desk."),
    "ko": ("반품 안내", "상품은 14일 이내에 반품할 수 있습니다.", "영수증을 데스크로 가져오세요."),
}  # fmt: skip
_ROWS = (("Item", "Fee"), ("Coat", "3,000"), ("Bag", "5,000"))


def _read(folder: Path, *files: tuple[str, tuple[str, ...]]) -> Reading:
    made = {f"rules{suffix}": laid_out(suffix, lines, _ROWS) for suffix, lines in files}
    return read(folder, made)


def _said(reading: Reading) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.source, one.fields) for one in reading.stated]


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("suffix", [one for one in TEXTS if one != ".docx"])
def test_the_same_text_in_two_formats_is_one_document(
    tmp_path: Path, suffix: str, language: str
) -> None:
    lines = _LINES[language]

    reading = _read(tmp_path, (".docx", lines), (suffix, lines))

    [document] = reading.documents
    [(other, (said,))] = _said(reading)
    assert document.header.doc_id == "rules"
    assert {document.header.source, other} == {"rules.docx", f"rules{suffix}"}
    assert said == f"read as: the same text as {document.header.source}"
    assert reading.skipped == ()


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [("en", "14 days", "7 days"), ("ko", "14일", "7일"), ("en", "can be", "can not be"),
     ("ko", "있습니다", "없습니다")],
)  # fmt: skip
def test_another_text_has_an_id_of_its_own(
    tmp_path: Path, language: str, old: str, new: str
) -> None:
    lines = _LINES[language]
    others = tuple(line.replace(old, new) for line in lines)

    reading = _read(tmp_path, (".docx", lines), (".pdf", others))

    assert [one.header.doc_id for one in reading.documents] == ["rules", "rules.pdf"]
    assert _said(reading) == []
    assert reading.skipped == ()


def test_the_one_with_more_structure_is_read(tmp_path: Path) -> None:
    text = "\n\n".join(_LINES["en"])

    reading = read(tmp_path, {"a.md": f"# {text}", "a.txt": text})

    assert [one.header.source for one in reading.documents] == ["a.md"]


def test_a_text_for_managers_is_not_taken_for_that_of_everybody(tmp_path: Path) -> None:
    text = "\n\n".join(_LINES["en"])
    files = {"a.md": f"---\ntitle: A\naudience: manager\n---\n{text}", "a.txt": text}

    reading = read(tmp_path, files)

    assert [one.header.key for one in reading.documents] == ["a@1", "a.txt@1"]


def test_versions_keep_their_id(tmp_path: Path) -> None:
    text = "\n\n".join(_LINES["en"])
    files = {"a.md": f"---\ntitle: A\nversion: 2\n---\n{text}", "a.txt": text.replace("14", "7")}

    reading = read(tmp_path, files)

    assert [one.header.key for one in reading.documents] == ["a@2", "a@1"]
