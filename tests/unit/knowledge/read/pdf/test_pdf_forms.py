"""What people filled into the fields of a PDF is read beside its label."""

from pathlib import Path

import pytest

from tests.unit.knowledge.read.pdf.drawn import Placed, field, placed, rules
from tests.unit.knowledge.texts import read_one


def _hex(text: str) -> str:
    return f"<feff{text.encode('utf-16-be').hex()}>"


def _text(folder: Path, lines: list[Placed], *fields: str, drawn: str = "") -> str:
    raw = placed([lines], drawn=drawn, entries=f"/Annots [{' '.join(fields)}]")
    return read_one(folder, "a.pdf", raw).text


def test_values_stand_beside_their_labels(tmp_path: Path) -> None:
    text = _text(
        tmp_path,
        [(50, 760, 10, "Store opening hours:"), (50, 730, 10, "주차:"), (50, 690, 10, "끝입니다.")],
        field("Tx", 190, 754, 200, "/V (09:00 to 21:00 daily)"),
        field("Tx", 190, 724, 200, f"/V {_hex('두 시간 무료')}"),
    )

    assert text == (
        "Store opening hours: 09:00 to 21:00 daily\n\n주차: 두 시간 무료\n\n끝입니다.\n\n"
    )


@pytest.mark.parametrize(
    ("state", "mark"), [("/AS /Yes", "☒"), ("/AS /Off", "☐"), ("/V /1 /Ff 32768", "☒"), ("", "☐")]
)
def test_checkboxes_are_read(tmp_path: Path, state: str, mark: str) -> None:
    text = _text(
        tmp_path, [(80, 760, 10, "Pets allowed 반려동물")], field("Btn", 50, 754, 15, state)
    )

    assert text == f"{mark} Pets allowed 반려동물\n\n"


@pytest.mark.parametrize(
    ("entries", "shown"),
    [
        ("/V (s) /Opt [[(s) (Seoul)] [(b) (Busan)]]", "Seoul"),
        ("/V [(Mon) (Tue)] /Opt [(Mon) (Tue)]", "Mon, Tue"),
        ("/Parent << /V (Busan) >>", "Busan"),
    ],
)
def test_chosen_entries_are_read_as_shown(tmp_path: Path, entries: str, shown: str) -> None:
    text = _text(tmp_path, [(50, 760, 10, "지역:")], field("Ch", 190, 754, 90, entries))

    assert text == f"지역: {shown}\n\n"


@pytest.mark.parametrize(
    ("kind", "entries"),
    [("Tx", "/V (secret) /F 2"), ("Tx", "/V (secret) /Ff 8192"), ("Btn", "/V (secret) /Ff 65536")],
)
def test_hidden_fields_passwords_and_buttons_are_not_read(
    tmp_path: Path, kind: str, entries: str
) -> None:
    text = _text(tmp_path, [(50, 760, 10, "암호:")], field(kind, 190, 754, 200, entries))

    assert text == "암호:\n\n"


def test_values_fill_the_cells_of_a_table(tmp_path: Path) -> None:
    text = _text(
        tmp_path,
        [(60, 705, 10, "Item"), (210, 705, 10, "요금"), (60, 685, 10, "포장")],
        field("Tx", 205, 680, 100, "/V (2,000 won)"),
        drawn=rules((50, 200, 350), (680, 700, 720)),
    )

    assert text == "| Item | 요금 |\n| --- | --- |\n| 포장 | 2,000 won |\n\n"


def test_a_damaged_field_costs_no_text(tmp_path: Path) -> None:
    raw = placed(
        [[(50, 760, 10, "환불은 14일.")]], entries="/Annots [<< /Subtype /Widget /FT /Tx >>]"
    )

    assert read_one(tmp_path, "a.pdf", raw).text == "환불은 14일.\n\n"
