"""Word, Excel and PowerPoint files that are locked, old or hostile."""

import io
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest
from pptx import Presentation

from knowledge.read import read_folder
from tests.unit.knowledge.texts import filled, reasons

_COMPOUND = bytes.fromhex("D0CF11E0A1B11AE1")
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_LAUGHS = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))


def _docx() -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="rId1" '
            f'Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
        )
        archive.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{_WORD}"><w:body><w:p><w:r><w:t>HERE</w:t></w:r></w:p>'
            "</w:body></w:document>",
        )
    return packed.getvalue()


def _xlsx() -> bytes:
    workbook = openpyxl.Workbook()
    workbook.active.append(["HERE"])
    raw = io.BytesIO()
    workbook.save(raw)
    return raw.getvalue()


def _pptx() -> bytes:
    deck = Presentation()
    deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text_frame.text = "HERE"
    raw = io.BytesIO()
    deck.save(raw)
    return raw.getvalue()


_FILES = {"a.docx": _docx, "a.xlsx": _xlsx, "a.pptx": _pptx}


def _with(raw: bytes, entities: str = "", more: bytes = b"") -> bytes:
    """The same file with entities instead of its text, and another part."""
    changed = io.BytesIO()
    with ZipFile(io.BytesIO(raw)) as old, ZipFile(changed, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name).decode("utf-8", "surrogateescape")
            if entities and "HERE" in part:
                head, _, rest = part.rpartition("?>")
                part = f"{head}{'?>' if head else ''}<!DOCTYPE x [{entities}]>{rest}"
                part = part.replace("HERE", "&l9;")
            new.writestr(name, part.encode("utf-8", "surrogateescape"))
        new.writestr("media/zeros", more)
    return changed.getvalue()


@pytest.mark.parametrize("name", _FILES)
def test_a_locked_file_asks_for_one_without_password(tmp_path: Path, name: str) -> None:
    raw = _COMPOUND + bytes(600) + "EncryptedPackage".encode("utf-16-le") + bytes(600)

    assert reasons(tmp_path, {name: raw}) == [
        f"{name}: it is protected by a password; save it without one"
    ]


@pytest.mark.parametrize("name", _FILES)
def test_a_renamed_old_file_asks_to_be_saved_in_the_new_format(tmp_path: Path, name: str) -> None:
    assert reasons(tmp_path, {name: _COMPOUND + bytes(600)}) == [
        f"{name}: this is an older format, renamed; save it as {Path(name).suffix}"
    ]


@pytest.mark.parametrize("name", _FILES)
def test_an_office_file_that_is_a_zip_bomb_is_not_opened(tmp_path: Path, name: str) -> None:
    raw = _with(_FILES[name](), more=bytes(25 * 1024 * 1024))

    assert reasons(tmp_path, {name: raw}) == [
        f"{name}: it unpacks to 100 times its size, as no document does; save it again"
    ]


def test_entities_are_not_expanded(tmp_path: Path) -> None:
    laughs = f'<!ENTITY l0 "{"HA" * 50}">{_LAUGHS}'
    files = {name: _with(make(), laughs) for name, make in _FILES.items()}

    reading = read_folder(filled(tmp_path, files))

    assert [document.text for document in reading.documents] == []
    assert len(reading.skipped) == len(files)


def test_an_entity_of_another_file_is_not_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("SALARIES")
    entity = f'<!ENTITY l9 SYSTEM "{secret.as_uri()}">'
    files = {name: _with(make(), entity) for name, make in _FILES.items()}

    reading = read_folder(filled(tmp_path / "source", files))

    assert not any("SALARIES" in document.text for document in reading.documents)
