"""The paragraph, the list or the table that a statement stands in, as the document has it."""

import pytest

from knowledge.split.statements import statements
from knowledge.split.units import Unit, UnitKind, unit_of
from tests.unit import given

TEXT = """Press the power button. The screen lights up.

The lid must be closed.

If it stays dark:

1. Pull the plug.
2. Wait a minute.

| Part | Price |
|---|---|
| Lid | ₩9,000 |"""
TEXT_KO = """전원 버튼을 누릅니다. 화면이 켜집니다.

뚜껑은 닫혀 있어야 합니다.

다음 순서로 다시 켭니다.

1. 플러그를 뽑습니다.
2. 1분 동안 기다립니다.

| 부품 | 가격 |
|---|---|
| 뚜껑 | 9,000원 |"""


def found(text: str, said: str) -> Unit:
    passage = given.passage(text)
    [statement] = [one for one in statements(passage) if said in one.text]
    unit = unit_of(passage, statement.quotes)
    assert unit is not None
    return unit


@pytest.mark.parametrize(
    ("text", "said", "parts"),
    [
        (TEXT, "The screen", ["Press the power button.", "The screen lights up."]),
        (TEXT_KO, "화면이", ["전원 버튼을 누릅니다.", "화면이 켜집니다."]),
        (TEXT, "lid must", ["The lid must be closed."]),
    ],
)
def test_a_sentence_stands_in_its_paragraph(text: str, said: str, parts: list[str]) -> None:
    unit = found(text, said)

    assert [one.quote for one in unit.parts] == parts
    assert unit.kind is UnitKind.PARAGRAPH


@pytest.mark.parametrize(
    ("text", "said", "lead", "marks"),
    [
        (TEXT, "Pull the plug", "If it stays dark:", ["1.", "2."]),
        (TEXT_KO, "플러그를", "다음 순서로 다시 켭니다.", ["1.", "2."]),
    ],
)
def test_steps_stand_in_a_numbered_list_below_their_lead_in(
    text: str, said: str, lead: str, marks: list[str]
) -> None:
    unit = found(text, said)

    assert (unit.lead, [one.mark for one in unit.parts]) == (lead, marks)
    assert unit.kind is UnitKind.PROCEDURE


def test_a_list_that_markdown_counts_has_its_numbers() -> None:
    unit = found("1. Lock the door.\n1. Set the alarm.\n1. Leave together.", "alarm")

    assert [one.mark for one in unit.parts] == ["1.", "2.", "3."]


def test_bullets_are_no_steps() -> None:
    assert found("- Lock the door.\n- Set the alarm.", "alarm").kind is UnitKind.LIST


def test_a_row_stands_in_its_table() -> None:
    assert found(TEXT, "₩9,000").kind is UnitKind.TABLE


def test_a_record_has_no_paragraphs() -> None:
    product = "Product: Desk\nCategory: Office\nPrice: $99\nDescription: Steel."

    assert unit_of(given.record(product), ("Description: Steel.",)) is None
