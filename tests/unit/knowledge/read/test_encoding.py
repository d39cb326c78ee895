"""A file's letters are right, whichever program saved it."""

from pathlib import Path

import pytest

from tests.unit.knowledge.texts import read_one, reasons

_ENGLISH = "Don’t refund “opened” goods – ask the manager."
_FRENCH = "Le café ferme à 18 h. Les retours sont acceptés dans les 14 jours."
_GERMAN = "Größe 42: Rückgabe innerhalb von 14 Tagen. Öffnungszeiten für Kühlwaren."
_POLISH = "Zwroty są przyjmowane w ciągu 14 dni. Proszę zachować paragon. Żółta łódź płynie."
_RUSSIAN = "Возврат товара в течение 14 дней. Сохраните чек."
_JAPANESE = "返品は14日以内にレシートをお持ちください。開封した商品は返品できません。"
_CHINESE = "退货须在14天内并出示收据。打开的商品不能退货。"
_KOREAN = "미개봉 상품은 14일 안에 환불합니다. 영수증(領收證)이 필요합니다."


@pytest.mark.parametrize("text", [_KOREAN, _ENGLISH, _JAPANESE, _GERMAN])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
def test_a_text_in_unicode_is_read(tmp_path: Path, text: str, encoding: str) -> None:
    marked = f"\ufeff{text}" if encoding == "utf-16-be" else text

    assert read_one(tmp_path, "a.txt", marked.encode(encoding)).text == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_may_lack_its_mark(tmp_path: Path, encoding: str) -> None:
    assert read_one(tmp_path, "a.txt", _KOREAN.encode(encoding)).text == _KOREAN


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (_KOREAN, "cp949"),
        ("환불", "cp949"),
        ("똠양꿍 펲시 교환 안내입니다.", "cp949"),
        (_ENGLISH, "cp1252"),
        (_FRENCH, "cp1252"),
        ("café", "cp1252"),
        ("CAFÉ À CÔTÉ", "cp1252"),
        ("Price: £5", "cp1252"),
        (_GERMAN, "cp1252"),
        (_POLISH, "cp1250"),
        (_RUSSIAN, "cp1251"),
        (_RUSSIAN, "koi8-r"),
        (_JAPANESE, "cp932"),
        (_JAPANESE, "euc_jp"),
        (_CHINESE, "gb18030"),
    ],
)
def test_an_older_encoding_is_found(tmp_path: Path, text: str, encoding: str) -> None:
    assert read_one(tmp_path, "a.txt", text.encode(encoding)).text == text


@pytest.mark.parametrize(
    ("text", "declared", "encoding"),
    [
        (_KOREAN, "euc-kr", "cp949"),
        (_ENGLISH, "iso-8859-1", "cp1252"),
        ("Reçu", "windows-1254", "cp1254"),
        ("返品", "shift_jis", "cp932"),
        ("返品は14日", "iso-2022-jp", "iso2022_jp"),
        (_KOREAN, "iso-8859-1", "utf-8"),
        (_FRENCH, "no-such-encoding", "cp1252"),
        (_FRENCH, "utf-8", "cp1252"),
    ],
)
@pytest.mark.parametrize(
    "head",
    [
        '<meta charset="{}">',
        '<meta http-equiv="Content-Type" content="text/html; charset={}">',
        '<?xml version="1.0" encoding="{}"?>',
    ],
)
def test_a_page_is_read_as_it_declares_unless_that_is_wrong(
    tmp_path: Path, text: str, declared: str, encoding: str, head: str
) -> None:
    page = f"{head.format(declared)}<title>x</title><p>{text}</p>".encode(encoding)

    assert read_one(tmp_path, "a.html", page).text.strip() == text


def test_a_page_in_utf_16_is_read(tmp_path: Path) -> None:
    page = f"<html><body><p>{_KOREAN}</p></body></html>".encode("utf-16")

    assert read_one(tmp_path, "a.html", page).text.strip() == _KOREAN


def test_a_wrong_byte_in_utf_8_is_named_with_its_line(tmp_path: Path) -> None:
    raw = f"{_KOREAN}\n".encode() * 9

    assert reasons(tmp_path, {"a.txt": raw + b"\xff" + raw}) == [
        "a.txt:10: a letter here is no UTF-8; save the file again"
    ]
