"""Documents of Hancom Office: text, automatic numbers, tables; locked ones say what to do."""

import io
import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from tests.unit.knowledge.read.office.compound import compound
from tests.unit.knowledge.texts import read, read_one, reasons

_HANCOM = "http://www.hancom.co.kr/hwpml/2011"
_NAMES = " ".join(
    f'xmlns:{short}="{_HANCOM}/{name}"'
    for short, name in {"hp": "paragraph", "hs": "section", "hh": "head", "hc": "core"}.items()
)
_HEADER = f"""<hh:head {_NAMES}><hh:refList>
<hh:charProperties><hh:charPr id="0" height="1000"/></hh:charProperties>
<hh:numberings>
<hh:numbering id="1"><hh:paraHead level="1" start="1" numFormat="DIGIT">제^1장</hh:paraHead>
<hh:paraHead level="2" start="1" numFormat="HANGUL_SYLLABLE">^2.</hh:paraHead></hh:numbering>
<hh:numbering id="2"><hh:paraHead level="1" start="1" numFormat="DIGIT">제^1조</hh:paraHead>
<hh:paraHead level="2" start="1" numFormat="CIRCLED_DIGIT">^2</hh:paraHead>
<hh:paraHead level="3" start="3" numFormat="ROMAN_SMALL">^1.^3)</hh:paraHead></hh:numbering>
</hh:numberings>
<hh:paraProperties>
<hh:paraPr id="0"><hh:heading type="NONE" idRef="0" level="0"/></hh:paraPr>
<hh:paraPr id="1"><hh:heading type="OUTLINE" idRef="0" level="0"/></hh:paraPr>
<hh:paraPr id="2"><hh:heading type="NUMBER" idRef="2" level="0"/></hh:paraPr>
<hh:paraPr id="3"><hh:heading type="NUMBER" idRef="2" level="1"/></hh:paraPr>
<hh:paraPr id="4"><hh:heading type="NUMBER" idRef="2" level="2"/></hh:paraPr>
<hh:paraPr id="5"><hh:heading type="BULLET" idRef="1" level="0"/></hh:paraPr>
</hh:paraProperties>
<hh:trackChanges><hh:trackChange id="1" type="Delete" hide="0"/></hh:trackChanges>
</hh:refList></hh:head>"""


def _hwpx(*paragraphs: str, **others: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mimetype", "application/hwp+zip")
        archive.writestr("Contents/header.xml", _HEADER)
        archive.writestr(
            "Contents/content.hpf",
            '<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:manifest>'
            '<opf:item id="section0" href="Contents/section0.xml" media-type="application/xml"/>'
            '</opf:manifest><opf:spine><opf:itemref idref="section0"/></opf:spine></opf:package>',
        )
        archive.writestr(
            "Contents/section0.xml", f"<hs:sec {_NAMES}>{''.join(paragraphs)}</hs:sec>"
        )
        for name, content in others.items():
            archive.writestr(name.replace("_", "/", 1) + ".xml", content)
    return packed.getvalue()


def _p(text: str, shape: int = 0) -> str:
    return (
        f'<hp:p paraPrIDRef="{shape}" styleIDRef="0"><hp:run charPrIDRef="0"><hp:t>{text}</hp:t>'
        "</hp:run></hp:p>"
    )


def _table(*rows: list[tuple[str, int, int]]) -> str:
    said = ""
    for down, row in enumerate(rows):
        cells = ""
        for across, (text, wide, high) in enumerate(row):
            cells += (
                f'<hp:tc><hp:subList>{_p(text)}</hp:subList><hp:cellAddr colAddr="{across}"'
                f' rowAddr="{down}"/><hp:cellSpan colSpan="{wide}" rowSpan="{high}"/></hp:tc>'
            )
        said += f"<hp:tr>{cells}</hp:tr>"
    return (
        f'<hp:p paraPrIDRef="0" styleIDRef="0"><hp:run charPrIDRef="0">'
        f'<hp:tbl rowCnt="{len(rows)}" colCnt="2">{said}</hp:tbl></hp:run></hp:p>'
    )


_RULES = (
    _p("총칙", 1),
    _p("(목적) 이 규정은 근로조건을 정한다.", 2),
    _p("(휴게) Breaks are paid.", 2),
    _p("4시간마다 30분을 준다.", 3),
    _p("8시간마다 1시간을 준다.", 3),
    _p("Lunch is one of them.", 4),
    _p("(휴가) 연 15일을 준다.", 2),
    _p("사용하지 않은 휴가는 수당으로 준다.", 3),
    _p("휴가", 1),
    _p("열쇠를 반납한다.", 5),
    _p("Return the badge.", 5),
)
_RULES_READ = """\
# 제1장 총칙

#### 제1조(목적)

이 규정은 근로조건을 정한다.

#### 제2조(휴게)

Breaks are paid.

① 4시간마다 30분을 준다.

② 8시간마다 1시간을 준다.

2.iii) Lunch is one of them.

#### 제3조(휴가)

연 15일을 준다.

① 사용하지 않은 휴가는 수당으로 준다.

# 제2장 휴가

- 열쇠를 반납한다.
- Return the badge.
"""


def test_automatic_numbers_of_an_hwpx_are_part_of_the_text(tmp_path: Path) -> None:
    assert read_one(tmp_path, "a.hwpx", _hwpx(*_RULES)).text == _RULES_READ


def test_a_merged_cell_of_an_hwpx_counts_in_each_row_and_column(tmp_path: Path) -> None:
    table = _table(
        [("월", 1, 1), ("Saturday", 1, 1)],
        [("3월", 1, 1), ("17:00", 1, 2)],
        [("4월", 1, 1)],
        [("5월 휴무", 2, 1)],
        [("6월", 1, 1), ("18:00", 1, 1)],
    )

    assert read_one(tmp_path, "a.hwpx", _hwpx(_p("영업시간"), table)).text == (
        "영업시간\n\n| 월 | Saturday |\n| --- | --- |\n| 3월 | 17:00 |\n| 4월 | 17:00 |\n"
        "| 5월 휴무 | |\n| 6월 | 18:00 |\n"
    )


def test_a_dot_alone_in_a_cell_is_its_value(tmp_path: Path) -> None:
    table = _table([("메뉴", 1, 1), ("Milk", 1, 1)], [("라떼", 1, 1), ("●", 1, 1)])

    assert read_one(tmp_path, "a.hwpx", _hwpx(table)).text == (
        "| 메뉴 | Milk |\n| --- | --- |\n| 라떼 | ● |\n"
    )


def test_a_fee_table_of_an_hwpx_is_a_table(tmp_path: Path) -> None:
    table = _table([("품목", 1, 1), ("요금", 1, 1)], [("포장", 1, 1), ("3,000원", 1, 1)])
    rules = (_p("제1조(목적) 요금을 정한다."), _p("제2조(요금) 다음과 같다."), table)

    assert read_one(tmp_path, "a.hwp", _hwpx(*rules)).text == (
        "#### 제1조(목적)\n\n요금을 정한다.\n\n#### 제2조(요금)\n\n다음과 같다.\n\n"
        "| 품목 | 요금 |\n| --- | --- |\n| 포장 | 3,000원 |\n"
    )


def _run(*parts: str) -> str:
    run = f'<hp:run charPrIDRef="0">{"".join(parts)}</hp:run>'
    return f'<hp:p paraPrIDRef="0" styleIDRef="0">{run}</hp:p>'


def _beside(name: str, text: str) -> str:
    return f"<hp:ctrl><hp:{name}><hp:subList>{_p(text)}</hp:subList></hp:{name}></hp:ctrl>"


_BODY = "<hp:t>휴게시간은 30분이다.</hp:t>"


@pytest.mark.parametrize(
    ("paragraph", "text"),
    [
        (_run(_beside("header", "사내용"), _BODY), "휴게시간은 30분이다.\n"),
        (_run(_beside("hiddenComment", "숨은 설명"), _BODY), "휴게시간은 30분이다.\n"),
        (
            _run('<hp:ctrl><hp:bookmark name="쉼"/></hp:ctrl>', _BODY),
            "휴게시간은 30분이다.\n",
        ),
        (_run(_BODY, _beside("footNote", "Paid.")), "휴게시간은 30분이다.\n\nPaid.\n"),
        (
            _run("<hp:t>30일<hp:lineBreak/>14<hp:nbSpace/>days</hp:t>"),
            "30일  \n14 days\n",
        ),
        (
            _run(
                '<hp:t>환불은 <hp:deleteBegin Id="1" TcId="1"/>30일<hp:deleteEnd Id="1" TcId="1"'
                ' paraend="0"/>14일</hp:t>'
            ),
            "환불은 14일\n",
        ),
        (
            _run(
                "<hp:rect><hp:drawText><hp:subList>",
                _p("Box"),
                "</hp:subList></hp:drawText></hp:rect>",
            ),
            "Box\n",
        ),
    ],
)
def test_beside_the_text_of_an_hwpx(tmp_path: Path, paragraph: str, text: str) -> None:
    assert read_one(tmp_path, "a.hwpx", _hwpx(paragraph)).text == text


def test_tracked_changes_that_are_unclear_are_named(tmp_path: Path) -> None:
    unclear = _run('<hp:t>환불은 <hp:deleteBegin Id="7" TcId="9"/>30일 14일</hp:t>')

    reading = read(tmp_path, {"a.hwpx": _hwpx(unclear)})

    assert [one.lost for one in reading.partly] == [
        ("which of its tracked changes hold: deleted text may be in it",)
    ]


def test_a_picture_in_an_hwpx_is_named(tmp_path: Path) -> None:
    picture = (
        '<hp:p paraPrIDRef="0" styleIDRef="0"><hp:run charPrIDRef="0"><hp:pic id="1">'
        '<hc:img binaryItemIDRef="image1"/></hp:pic></hp:run></hp:p>'
    )

    reading = read(tmp_path, {"a.hwpx": _hwpx(_p("진열 사진"), picture)})

    assert [document.text for document in reading.documents] == ["진열 사진\n"]
    assert [one.lost for one in reading.partly] == [("1 picture",)]


def test_a_locked_hwpx_says_what_to_do(tmp_path: Path) -> None:
    locked = _hwpx(**{"META-INF_manifest": "<m><encryption-data/></m>"})

    [reason] = reasons(tmp_path, {"잠긴.hwpx": locked})

    assert reason.startswith("잠긴.hwpx: it is protected by a password; save it without one, or it")


def _record(tag: int, level: int, data: bytes) -> bytes:
    return struct.pack("<I", tag | level << 10 | len(data) << 20) + data


def _numbering(*heads: tuple[str, int, int]) -> bytes:
    data = b""
    for pattern, form, _ in heads:
        data += struct.pack("<IhhIH", form << 5, 0, 50, 0xFFFFFFFF, len(pattern))
        data += pattern.encode("utf-16-le")
    data += struct.pack("<IhhIH", 0, 0, 50, 0xFFFFFFFF, 0) * (7 - len(heads))
    starts = [start for _, _, start in heads] + [1] * (7 - len(heads))
    return _record(0x17, 0, data + struct.pack("<H7I", 0, *starts))


def _shape(kind: int, level: int, numbering: int) -> bytes:
    bits = kind << 23 | level << 25
    return _record(0x19, 0, struct.pack("<I26xH22x", bits, numbering))


def _hwp(*paragraphs: tuple[str, int], flags: int = 1) -> bytes:
    """An HWP 5 with the same numberings as the HWPX above."""
    info = _record(0x10, 0, struct.pack("<H24x", 1)) + _record(0x15, 0, bytes(72))
    info += _numbering(("제^1장", 0, 1), ("^2.", 8, 1))
    info += _numbering(("제^1조", 0, 1), ("^2", 1, 1), ("^1.^3)", 3, 3))
    for kind, level, number in ((0, 0, 0), (1, 0, 0), (2, 0, 2), (2, 1, 2), (2, 2, 2), (3, 0, 1)):
        info += _shape(kind, level, number)
    body = b""
    for text, shape in paragraphs:
        letters = f"{text}\r".encode("utf-16-le")
        body += _record(0x42, 0, struct.pack("<IIHBB10x", len(letters) // 2, 0, shape, 0, 0))
        body += _record(0x43, 1, letters) + _record(0x44, 1, struct.pack("<II", 0, 0))
    header = b"HWP Document File".ljust(32, b"\0") + struct.pack("<II216x", 0x05000500, flags)
    return compound(
        {"FileHeader": header, "DocInfo": _deflated(info), "BodyText/Section0": _deflated(body)}
    )


def _deflated(data: bytes) -> bytes:
    packing = zlib.compressobj(wbits=-15)
    return packing.compress(data) + packing.flush()


_WORDS = (
    ("총칙", 1),
    ("(목적) 이 규정은 근로조건을 정한다.", 2),
    ("(휴게) Breaks are paid.", 2),
    ("4시간마다 30분을 준다.", 3),
    ("8시간마다 1시간을 준다.", 3),
    ("Lunch is one of them.", 4),
    ("(휴가) 연 15일을 준다.", 2),
    ("사용하지 않은 휴가는 수당으로 준다.", 3),
    ("휴가", 1),
    ("열쇠를 반납한다.", 5),
    ("Return the badge.", 5),
)


@pytest.mark.parametrize("name", ["a.hwp", "a.hwpx"])
def test_automatic_numbers_of_an_hwp_are_part_of_the_text(tmp_path: Path, name: str) -> None:
    assert read_one(tmp_path, name, _hwp(*_WORDS)).text == _RULES_READ


@pytest.mark.parametrize(
    ("flag", "reason"),
    [
        (1 << 1, "it is protected by a password; save it without one"),
        (1 << 2, "it is locked for distribution (배포용 문서); ask its author"),
        (1 << 4, "it is protected by rights management (DRM)"),
    ],
)
def test_a_locked_hwp_says_what_to_do(tmp_path: Path, flag: int, reason: str) -> None:
    [said] = reasons(tmp_path, {"a.hwp": _hwp(("본문", 0), flags=1 | flag)})

    assert said.startswith(f"a.hwp: {reason}")


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"HWP Document File V3.00 \x1a", "this is HWP 3 or older; save it as .hwpx"),
        (b"<?xml version='1.0'?><HWPML/>", "this is HWPML; save it as .hwpx"),
        (b"PK\x03\x04 broken", "this document is damaged; save it again"),
        (compound({"Other": b"x"}), "this document is damaged; save it again"),
        (b"nothing", "this document is damaged; save it again"),
    ],
)
def test_another_hwp_says_what_to_do(tmp_path: Path, raw: bytes, reason: str) -> None:
    assert reasons(tmp_path, {"a.hwp": raw}) == [f"a.hwp: {reason} in Hancom Office"]
