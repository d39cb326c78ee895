"""Pages that Notion, Confluence, SharePoint and Google Docs export."""

from datetime import date
from pathlib import Path

import pytest

from tests.unit.knowledge.texts import read, read_one


def _notion(*properties: tuple[str, str]) -> str:
    rows = "".join(
        f'<tr class="property-row"><th>{name}</th><td>{value}</td></tr>'
        for name, value in properties
    )
    return (
        f'<html><body><article><h1 class="page-title">반품</h1><table class="properties">{rows}'
        "</table><p>영수증이 있어야 합니다.</p></article></body></html>"
    )


def test_the_properties_of_a_notion_page_are_its_front_matter(tmp_path: Path) -> None:
    page = _notion(
        ("담당 부서", "매장운영팀"),
        ("버전", "4"),
        ("시행일", "2026년 3월 1일"),
        ("태그", "환불, 매장"),
    )

    header = read_one(tmp_path, "a.html", page).header

    assert (header.owner, header.version, header.tags) == ("매장운영팀", "4", ("환불", "매장"))
    assert header.effective_from == date(2026, 3, 1)


def test_a_property_that_is_no_field_of_ours_is_no_mistake(tmp_path: Path) -> None:
    reading = read(
        tmp_path,
        {"a.html": _notion(("Status", "Done"), ("Audience", "everybody"), ("Owner", "HR"))},
    )

    assert reading.skipped == ()
    assert reading.documents[0].header.owner == "HR"
    assert reading.documents[0].header.audience == "staff"


def test_front_matter_beside_a_page_precedes_its_properties(tmp_path: Path) -> None:
    page = _notion(("Version", "4"), ("Owner", "HR"))

    [document] = read(
        tmp_path, {"a.html": page, "a.html.meta.yaml": "title: Returns\nversion: 7\n"}
    ).documents

    assert (document.header.version, document.header.owner) == ("7", "HR")


def test_the_properties_of_a_sharepoint_page_are_in_a_comment(tmp_path: Path) -> None:
    page = (
        "<html><head><!--[if gte mso 9]><xml><mso:CustomDocumentProperties>"
        '<mso:Owner msdt:dt="string">Store Operations</mso:Owner>'
        '<mso:Effective_x0020_Date msdt:dt="dateTime">2026-04-01T00:00:00Z'
        "</mso:Effective_x0020_Date></mso:CustomDocumentProperties></xml><![endif]--></head>"
        "<body><p>Receipts are kept for five years.</p></body></html>"
    )

    header = read_one(tmp_path, "a.html", page).header

    assert header.owner == "Store Operations"
    assert header.effective_from == date(2026, 4, 1)


def test_a_confluence_page_says_when_it_was_changed(tmp_path: Path) -> None:
    page = (
        '<html><body><div class="page-metadata">Created by Kim, last modified by Lee on '
        "Mar 05, 2026</div><p>Gift cards are not refunded.</p></body></html>"
    )

    assert read_one(tmp_path, "a.html", page).header.published_date == date(2026, 3, 5)


@pytest.mark.parametrize(
    "style", ["text-decoration:line-through", "display: none", "color:#000;visibility: hidden"]
)
def test_a_class_may_strike_out_or_hide_a_text(tmp_path: Path, style: str) -> None:
    page = (
        f'<html><head><style type="text/css">.c3{{color:#111}}p.c5,.c6{{{style}}}</style></head>'
        '<body><p class="c3">14일 이내에 환불합니다.</p><p class="c3 c5">7일 이내에 환불합니다.</p>'
        "</body></html>"
    )

    assert read_one(tmp_path, "a.html", page).text == "14일 이내에 환불합니다.\n"


def test_the_title_of_a_google_document_is_a_paragraph(tmp_path: Path) -> None:
    page = '<html><body><p class="c1 title">Opening</p><p>Switch on the lights.</p></body></html>'

    document = read_one(tmp_path, "a.html", page)

    assert document.header.title == "Opening"
    assert document.text == "Switch on the lights.\n"
