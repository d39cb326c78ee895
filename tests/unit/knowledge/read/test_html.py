"""A web page is read as a person sees it."""

from pathlib import Path

import pytest

from tests.unit.knowledge.texts import SAMPLE, read_one

_SEEN = "<p>환불은 14일 이내입니다.</p>"


@pytest.mark.parametrize(
    "unseen",
    [
        "<nav><a href='/'>SECRET</a></nav>",
        "<script>SECRET()</script>",
        "<style>.SECRET {}</style>",
        "<footer>SECRET</footer>",
        "<template><p>SECRET</p></template>",
        "<noscript>SECRET</noscript>",
        "<form><label>SECRET</label></form>",
        "<svg><text>SECRET</text></svg>",
        "<p hidden>SECRET</p>",
        "<div hidden=''><div><b>SECRET</b></div></div>",
        "<div aria-hidden='true'>SECRET</div>",
        "<p style='color: red; DISPLAY : none'>SECRET</p>",
        "<p style='visibility:hidden'>SECRET</p>",
        "<p style='color: #FFF; background-color: #fff'>SECRET</p>",
        "<p style='color:white; background:white'>SECRET</p>",
        "<p style='color:transparent'>SECRET</p>",
        "<p style='font-size:0'>SECRET</p>",
        "<p style='font-size: 1px'>SECRET</p>",
        "<p style='opacity:0.0'>SECRET</p>",
        "<!-- SECRET -->",
        "<del>SECRET</del>",
        "<p><s>SECRET</s></p>",
    ],
)
def test_hidden_text_is_not_read(tmp_path: Path, unseen: str) -> None:
    read = read_one(tmp_path, "a.html", f"<html><body>{unseen}{_SEEN}{unseen}</body></html>")

    assert read.text == "환불은 14일 이내입니다.\n"


@pytest.mark.parametrize(
    "style", ["color:#fff; background:#333", "font-size:10px", "opacity:0.5", "color:white"]
)
def test_visible_text_is_read(tmp_path: Path, style: str) -> None:
    read = read_one(tmp_path, "a.html", f"<html><body><p style='{style}'>환불</p></body></html>")

    assert read.text == "환불\n"


def test_headings_and_lists_become_markdown(tmp_path: Path) -> None:
    read = read_one(
        tmp_path,
        "a.html",
        "<h2>Steps</h2><ol><li>Ask</li><li>Check</li></ol><h3>제외</h3><ul><li>수영복</li></ul>",
    )

    assert read.text == "## Steps\n\n1. Ask\n2. Check\n\n### 제외\n\n- 수영복\n"


@pytest.mark.parametrize(
    "head",
    [
        "<thead><tr><th>등급</th><th>Rate</th></tr></thead>",
        "<tr><td>등급</td><td>Rate</td></tr>",
    ],
)
def test_a_table_keeps_its_columns(tmp_path: Path, head: str) -> None:
    read = read_one(tmp_path, "a.html", f"<table>{head}<tr><td>골드</td><td>3%</td></tr></table>")

    assert read.text == "| 등급 | Rate |\n| --- | --- |\n| 골드 | 3% |\n"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<ul><li>IT: 1234<li>시설: 5678</ul>", "- IT: 1234\n- 시설: 5678\n"),
        ("<ul><li>A<ul><li>B<li>C</ul><li>D</ul>", "- A\n  - B\n  - C\n- D\n"),
        ("<ol><li><p>A<li><p>B</ol>C", "1. A\n2. B\n\nC\n"),
        ("<p>환불<p>교환 <b>7일<p>Repair", "환불\n\n교환 **7일**\n\nRepair\n"),
        ("<p>A<h2>환불</h2>B<p>C<ul><li>D</ul>", "A\n\n## 환불\n\nB\n\nC\n\n- D\n"),
        ("<ul><li>Enter <name>입력<li>B</ul>", "- Enter 입력\n- B\n"),
        ("<h2>A<h3>환불</h3>B", "## A\n\n### 환불\n\nB\n"),
        ("<h2>환불<p>14일</p>", "## 환불\n\n14일\n"),
        ("<p>A</b></ul><p>B", "A\n\nB\n"),
        ("<p>A<script>'<p>'</script>B<p>C", "AB\n\nC\n"),
        (
            "<table><tr><th>등급<th>Rate<tr><td>골드<td>3%<tr><td>실버<td>2%</table>A",
            "| 등급 | Rate |\n| --- | --- |\n| 골드 | 3% |\n| 실버 | 2% |\n\nA\n",
        ),
        (
            "<table><thead><tr><td>등급<td>Rate<tbody><tr><td><p>골드<td>3%</div></table>",
            "| 등급 | Rate |\n| --- | --- |\n| 골드 | 3% |\n",
        ),
        (
            "<table><tr><th>등급<th>Rate<tr><td><div>골드<td>3%<tr><td>실버<td>2%</table>",
            "| 등급 | Rate |\n| --- | --- |\n| 골드 | 3% |\n| 실버 | 2% |\n",
        ),
    ],
)
def test_an_element_without_end_tag_ends_where_the_next_begins(
    tmp_path: Path, page: str, text: str
) -> None:
    assert read_one(tmp_path, "a.html", f"<body><div>{page}</div></body>").text == text


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        ("<dt>환불<dd>14일<dt>Repair<dd>30 days", "- 환불: 14일\n- Repair: 30 days\n"),
        (
            "<dt>수리<dt>Repair:<dd>30일<dd>영수증 필요",
            "- 수리, Repair: 30일\n- 수리, Repair: 영수증 필요\n",
        ),
        ("<dt>환불되나요?<dd><p>네.</p><ul><li>14일</ul>", "- 환불되나요? 네.\n  - 14일\n"),
        ("<div><dt>환불</dt><dd><b>14일</b></dd></div><dt>Repair", "- 환불: **14일**\n- Repair\n"),
    ],
)
def test_the_description_of_a_term_follows_it(tmp_path: Path, terms: str, text: str) -> None:
    assert read_one(tmp_path, "a.html", f"<dl>{terms}</dl>").text == text


def test_a_list_beside_an_item_is_below_it(tmp_path: Path) -> None:
    page = "<ul><li>환불</li><ul><li>14일</li></ul><li>Repair</li><ol><li>Ask</li></ol></ul>"

    read = read_one(tmp_path, "a.html", page)

    assert read.text == "- 환불\n  - 14일\n- Repair\n  1. Ask\n"


def test_blocks_of_every_name_are_separated(tmp_path: Path) -> None:
    page = (
        "<center>안내</center><details><summary>환불되나요?</summary>14일 이내.</details>"
        "<aside>A</aside>B<hr>C<button>교환되나요?</button><p>Yes.</p>"
    )

    read = read_one(tmp_path, "a.html", page)

    assert read.text == "안내\n\n환불되나요?\n\n14일 이내.\n\nA\n\nB\n\nC\n\n교환되나요?\n\nYes.\n"


def test_bold_names_above_a_text_are_headings(tmp_path: Path) -> None:
    page = (
        "<h2>안내</h2><p><b>1. 환불 규정</b></p><p>14일 이내.</p><p><strong>Exchange</strong></p>"
        "<ul><li>7 days</ul>"
    )

    read = read_one(tmp_path, "a.html", page)

    assert read.text == (
        "## 안내\n\n###### 1. 환불 규정\n\n14일 이내.\n\n###### Exchange\n\n- 7 days\n"
    )


@pytest.mark.parametrize(
    "bold",
    [
        "<p><b>영업시간 9-18시</b></p><p>A</p>",
        "<p><b>반품은 받지 않습니다</b></p><p>A</p>",
        "<p><b>Bring your card.</b></p><p>A</p>",
        "<p><b>No refunds on sale items</b></p><p>A</p>",
        "<p><b>교환 불가</b></p><p>A</p>",
        "<p><b>영수증</b> 필요</p><p>A</p>",
        "<ul><li><p><b>영수증</b></p><p>A</p></ul>",
        "<p><b>영수증</b></p><p><b>Card</b></p>",
    ],
)
def test_a_bold_statement_is_no_heading(tmp_path: Path, bold: str) -> None:
    assert "#" not in read_one(tmp_path, "a.html", f"{bold}{bold}").text


def test_one_name_in_bold_may_be_a_remark(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.html", "<p><b>영수증</b></p><p>14일.</p>")

    assert read.text == "**영수증**\n\n14일.\n"


def test_the_conditions_of_a_page_saved_by_word_are_not_read(tmp_path: Path) -> None:
    page = "<p><![if !supportLists]>1. <![endif]>환불<o:p></o:p></p><!--[if mso]>SECRET<![endif]-->"

    read = read_one(tmp_path, "a.html", page)

    assert read.text == "1. 환불\n"


def test_a_form_around_the_whole_page_is_the_page(tmp_path: Path) -> None:
    page = f"<form id='aspnetForm'><h2>Refunds</h2>{_SEEN}<form>SECRET</form></form>"

    read = read_one(tmp_path, "a.html", page)

    assert read.text == "## Refunds\n\n환불은 14일 이내입니다.\n"


def test_a_list_of_a_thousand_open_items_is_no_deeper_than_one(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.html", "<ul>" + "<li>환불<p>Repair" * 1_000 + "</ul>")

    assert read.text.count("\n- 환불") == 999


def test_a_single_top_heading_is_the_title_and_no_text(tmp_path: Path) -> None:
    read = read_one(
        tmp_path, "a.html", f"<head><title>탭 제목</title></head><h1>환불 <b>안내</b></h1>{_SEEN}"
    )

    assert read.header.title == "환불 안내"
    assert "안내" not in read.text


def test_with_several_top_headings_the_pages_name_is_the_title(tmp_path: Path) -> None:
    read = read_one(
        tmp_path, "a.html", f"<head><title> Refunds </title></head><h1>A</h1>{_SEEN}<h1>B</h1>"
    )

    assert read.header.title == "Refunds"
    assert "# A" in read.text


def test_the_title_of_a_sidecar_takes_precedence(tmp_path: Path) -> None:
    (tmp_path / "a.html.meta.yaml").write_text("title: Refund rules\n", encoding="utf-8")

    read = read_one(tmp_path, "a.html", f"<h1>Welcome</h1>{_SEEN}")

    assert read.header.title == "Refund rules"


def test_only_the_main_part_of_a_page_is_read(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.htm", f"<header>Menu</header><main>{_SEEN}</main><p>Ads</p>")

    assert read.text == "환불은 14일 이내입니다.\n"


def test_only_the_words_of_links_and_pictures_are_read(tmp_path: Path) -> None:
    read = read_one(
        tmp_path, "a.html", "<p>See <a href='https://x.example'>the rules</a><img src='a.png'>.</p>"
    )

    assert read.text == "See the rules.\n"


def test_words_that_are_struck_out_are_not_read(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.html", "<p>Within <del>14</del> 30 days, <s>7</s> 10일.</p>")

    assert read.text.split() == ["Within", "30", "days,", "10일."]


def test_marks_of_markdown_stay_as_written(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.html", "<p>Form HM_RF_02, 5 * 3, [draft] &amp; 1+1</p>")

    assert read.text == "Form HM_RF_02, 5 * 3, [draft] & 1+1\n"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Levels 4 and 5<sup>2</sup> are paid.", "Levels 4 and 5 are paid."),
        (
            "내선 999<sup>1</sup> 또는 <b>5</b><sup><a href='#n'>[1]</a></sup>",
            "내선 999 또는 **5**",
        ),
        ("33m<sup>2</sup> or 5 m<sup>3</sup>, 매장 10㎡", "33m² or 5 m³, 매장 10㎡"),
        ("Room<sup>2</sup> on the 5<sup>th</sup> floor", "Room on the 5th floor"),
        ("회의<sup>주1</sup>", "회의주1"),
    ],
)
def test_the_number_of_a_footnote_is_not_read(tmp_path: Path, written: str, said: str) -> None:
    assert read_one(tmp_path, "a.html", f"<p>{written}</p>").text == f"{said}\n"


def test_the_back_link_of_a_footnote_is_not_read(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.html", "<ol><li><p>휴일 제외 <a href='#1'>↑</a></p></li></ol>")

    assert read.text == "1. 휴일 제외\n"


def test_the_boxes_of_a_list_are_not_read(tmp_path: Path) -> None:
    page = "<ul><li>☐ 금고를 잠급니다<li>☑ Lock the door</ul><p>☐ 창문</p>"

    read = read_one(tmp_path, "a.html", page)

    assert read.text == "- 금고를 잠급니다\n- Lock the door\n\n- 창문\n"


def test_hidden_text_of_the_sample_page_is_not_read(tmp_path: Path) -> None:
    page = SAMPLE / "files" / "complaints-handling.html"

    read = read_one(tmp_path, "a.html", page.read_bytes())

    assert "99 days" not in read.text
    assert "30 days" not in read.text
    assert "variant B" not in read.text
    assert read.header.title == "Handling Customer Complaints"
