"""Markdown that Notion, Confluence and others export is read as they show it."""

from pathlib import Path

import pytest

from knowledge.split.passages import split
from knowledge.split.statements import statements
from tests.unit.knowledge.texts import read_one, words


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("점심 12시<br>Dinner 18:00", "점심 12시  \nDinner 18:00"),
        ("점심 12시<br />\nDinner 18:00<BR/>", "점심 12시  \nDinner 18:00  "),
        ("- 점심<br/>Dinner<br>- 간식", "- 점심  \n  Dinner  \n  - 간식"),
        ("  1. 점심<br>Dinner", "  1. 점심  \n     Dinner"),
        ("> 점심<br>Dinner", "> 점심  \n> Dinner"),
        ("## 점심<br>Dinner", "## 점심 Dinner"),
        ("<br>", ""),
    ],
)
def test_a_line_break_of_html_is_a_line_break(tmp_path: Path, written: str, text: str) -> None:
    assert read_one(tmp_path, "a.md", f"A\n\n{written}\n").text == f"A\n\n{text}\n"


def test_a_line_break_in_a_table_separates_the_lines_of_a_cell(tmp_path: Path) -> None:
    table = (
        "| 연<br>회비 | When |\n|---|:---:|\n| 9시<br>10 pm<br> | Only today.<br>내일은 쉽니다. |\n"
    )

    [passage] = split(read_one(tmp_path, "a.md", table), words)

    [row] = statements(passage)
    assert row.text == "연 회비: 9시 / 10 pm; When: Only today. 내일은 쉽니다."
    assert all(quote in passage.text for quote in row.quotes)


def test_each_line_of_an_item_is_a_statement_of_its_own(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.md", "- 점심은 12시입니다<br>Dinner is at six\n")

    assert [one.text for one in statements(split(read, words)[0])] == [
        "점심은 12시입니다",
        "Dinner is at six",
    ]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("R&amp;D&nbsp;팀, 9&ndash;18시, &lt;5&#160;kg", "R&D 팀, 9–18시, <5 kg"),
        ("AT&T; &nosuchname; A & B &", "AT&T; &nosuchname; A & B &"),
        ("`&amp;<br>` &amp;\n```\n&lt;b&gt;<br>\n- [ ] a\n```", None),
        (
            "<u>환불</u>은 <span style='color:red'>14일</span>, <b>30 days</b>",
            "환불은 14일, 30 days",
        ),
        ("Write <or> call <employee number>", "Write <or> call <employee number>"),
        ("<details><summary>환불</summary>\n\n14일\n\n</details>", "환불  \n\n14일\n\n"),
        ("33 m<sup>2</sup>, 내선 999<sup>1</sup>, 5<sup>th</sup>", "33 m², 내선 999, 5th"),
    ],
)
def test_characters_and_marks_of_html_are_read_as_shown(
    tmp_path: Path, written: str, text: str | None
) -> None:
    kept = written.replace(" &amp;\n", " &\n")

    read = read_one(tmp_path, "a.md", f"A\n\n{written}\n")

    assert read.text == f"A\n\n{kept if text is None else text}\n"


def test_a_bar_as_an_entity_does_not_start_a_cell(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.md", "| 등급 | Rate |\n|---|---|\n| 골드&#124;VIP | 3% |\n")

    assert read.text.endswith("| 골드¦VIP | 3% |\n")


@pytest.mark.parametrize("box", ["[ ]", "[x]", "[X]", "☐", "☑"])
@pytest.mark.parametrize("mark", ["-", "*", "1."])
def test_an_item_is_read_without_its_box(tmp_path: Path, mark: str, box: str) -> None:
    written = f"{mark} {box} 금고를 잠급니다\n  {mark} {box} Lock the door [x]\n"

    read = read_one(tmp_path, "a.md", written)

    assert read.text == f"{mark} 금고를 잠급니다\n  {mark} Lock the door [x]\n"


def test_a_box_without_a_list_mark_makes_an_item(tmp_path: Path) -> None:
    assert read_one(tmp_path, "a.md", "☐ 금고\n☑ Door\n").text == "- 금고\n- Door\n"


def test_footnotes_stay_in_place_without_their_marks(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.md", "5일[^1] 이내, 3 days [^note].\n\n[^1]: 휴일 제외.\n")

    assert read.text == "5일 이내, 3 days.\n\n휴일 제외.\n"


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("HM\\_RF\\_02 \\[초안\\], 5\\~7일, A\\&B", "HM_RF_02 [초안], 5~7일, A&B"),
        ("3 \\* 4 \\< 13, C:\\\\dir, \\*필수", "3 * 4 < 13, C:\\dir, *필수"),
        ("1\\. 환불\n\n\\# 5\n\n\\* A", "1\\. 환불\n\n\\# 5\n\n\\* A"),
        ("`a\\_b` [환불]\\(14일) \\<at>", "`a\\_b` [환불]\\(14일) \\<at>"),
        ("줄\\\nline", "줄\\\nline"),
    ],
)
def test_an_unnecessary_backslash_is_not_read(tmp_path: Path, written: str, text: str) -> None:
    assert read_one(tmp_path, "a.md", f"A\n\n{written}\n").text == f"A\n\n{text}\n"


def test_short_rules_and_blank_first_cells_make_a_table_too(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.md", "|사유|Days|\n|-|:-:|\n|결혼 \\| 출산|5|\n||1|\n|-|2|\n")

    assert [one.text for one in statements(split(read, words)[0])] == [
        "사유: 결혼 ¦ 출산; Days: 5",
        "사유: 결혼 ¦ 출산; Days: 1",
        "사유: -; Days: 2",
    ]


@pytest.mark.parametrize("rule", ["---", "***", "_ _ _", "- - -"])
def test_a_horizontal_rule_is_not_read(tmp_path: Path, rule: str) -> None:
    read = read_one(tmp_path, "a.md", f"환불은 14일.\n\n{rule}\n\nRepairs\n---\n\nA.\n")

    assert [(one.section, one.text) for one in split(read, words)] == [
        ((), "환불은 14일."),
        (("Repairs",), "A."),
    ]


@pytest.mark.parametrize("box", ["> [!NOTE]\n> {}", ":::info 안내\n{}\n:::", "> [!tip]- {}"])
def test_a_callout_is_read_without_its_marks(tmp_path: Path, box: str) -> None:
    read = read_one(tmp_path, "a.md", f"A.\n\n{box.format('환불은 14일입니다.')}\n")

    said = [one.text for one in statements(split(read, words)[0])]
    assert said[0] == "A."
    assert said[-1].endswith("환불은 14일입니다.")
    assert not any(mark in " ".join(said) for mark in (":::", "[!", "info"))


@pytest.mark.parametrize(
    "piece", ["<br>", "\\_", "m<sup>2</sup>", "<sup>", "&amp", "[^", "☐", "> ", "|-\n", "||"]
)
def test_a_text_full_of_marks_takes_no_longer_than_another(tmp_path: Path, piece: str) -> None:
    read = read_one(tmp_path, "a.md", f"환불 {piece * 20_000} Refunds\n")

    assert read.text.startswith("환불")


def test_a_table_of_html_is_a_table(tmp_path: Path) -> None:
    rows = "<tr><th>등급</th><th>Rate</th></tr>\n\n<tr><td rowspan=2>골드</td><td>3%</td></tr>"
    table = f"<table>\n{rows}\n<tr><td>5%</td></tr>\n</table>"

    read = read_one(tmp_path, "a.md", f"A.\n{table}\nB. `<table>` </table>\n")

    assert read.text == (
        "A.\n\n\n| 등급 | Rate |\n| --- | --- |\n| 골드 | 3% |\n| 골드 | 5% |\n\n\n"
        "B. `<table>` </table>\n"
    )


@pytest.mark.parametrize(
    "table", ["<table>환불", "<table><tr><td>환불" + "<div>" * 2_000 + "</table>", "</table>환불"]
)
def test_a_table_that_cannot_be_read_stays_as_it_is(tmp_path: Path, table: str) -> None:
    assert "환불" in read_one(tmp_path, "a.md", f"A.\n\n{table}\n").text
