"""Mails: the subject is the title, attachments are named, senders stay unknown."""

import struct
from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from knowledge.model.documents import Document
from tests.unit.knowledge.read.office.compound import compound
from tests.unit.knowledge.texts import read, reasons

_TABLE = "<table><tr><th>품목</th><th>요금</th></tr><tr><td>포장</td><td>3,000원</td></tr></table>"
_TABLE_READ = "| 품목 | 요금 |\n| --- | --- |\n| 포장 | 3,000원 |\n"


def _mail(subject: str = "Re: 전달: 환불 규정 안내") -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Kim <kim@store.example>"
    mail["To"] = "all@store.example"
    mail["Date"] = "Mon, 02 Mar 2026 23:30:00 +0900"
    if subject:
        mail["Subject"] = subject
    return mail


def _read(folder: Path, name: str, raw: bytes) -> tuple[Document, tuple[str, ...]]:
    reading = read(folder, {name: raw})
    assert reading.skipped == ()
    [document] = reading.documents
    return document, tuple(said for one in reading.partly for said in one.lost)


@pytest.mark.parametrize("charset", ["utf-8", "euc-kr"])
def test_a_mails_subject_and_day_are_its_front_matter(tmp_path: Path, charset: str) -> None:
    mail = _mail()
    mail.set_content("환불은 14일 안에 합니다.\n\nSee you.\n", charset=charset)

    document, lost = _read(tmp_path, "a.eml", mail.as_bytes())

    assert document.text.strip() == "환불은 14일 안에 합니다.\n\nSee you."
    assert (document.header.title, document.header.published_date) == (
        "환불 규정 안내",
        date(2026, 3, 2),
    )
    assert lost == ()
    assert "kim" not in document.text + document.header.title


def test_a_mail_as_a_page_keeps_its_tables_and_names_what_is_attached(tmp_path: Path) -> None:
    mail = _mail("Prices")
    mail.set_content("plain")
    mail.add_alternative(f"<h1>Fees</h1><p>From March:</p>{_TABLE}", subtype="html")
    mail.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="요금.pdf")
    mail.add_attachment(
        b"GIF", maintype="image", subtype="gif", filename="logo.gif", disposition="inline"
    )

    document, lost = _read(tmp_path, "a.eml", mail.as_bytes())

    assert document.text == f"# Fees\n\nFrom March:\n\n{_TABLE_READ}"
    assert lost == ("1 picture", "the attachment 요금.pdf")


def test_a_mail_without_subject_has_the_name_of_its_file(tmp_path: Path) -> None:
    mail = _mail("")
    mail.set_content("Open from 10.")

    assert _read(tmp_path, "hours.eml", mail.as_bytes())[0].header.title == "hours"


def test_an_encrypted_mail_says_what_to_do(tmp_path: Path) -> None:
    mail = _mail()
    mail.set_content(b"x", maintype="application", subtype="pkcs7-mime")

    assert reasons(tmp_path, {"a.eml": mail.as_bytes()}) == [
        "a.eml: it is encrypted; save it without encryption"
    ]


def test_a_mail_with_attachments_alone_says_what_to_do(tmp_path: Path) -> None:
    mail = _mail()
    mail.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="a.pdf")

    assert reasons(tmp_path, {"a.eml": mail.as_bytes()}) == [
        "a.eml: this mail has no text; save the documents that are attached to it"
    ]


@pytest.mark.parametrize("name", ["a.mht", "a.mhtml", "Confluence export.doc"])
def test_a_page_saved_with_its_pictures_is_read(tmp_path: Path, name: str) -> None:
    page = EmailMessage()
    page.set_content(f"<html><body><h1>요금표</h1>{_TABLE}</body></html>", subtype="html")
    page.make_related()
    page["Subject"] = "Exported from a wiki"

    document, _ = _read(tmp_path, name, b"MIME-Version: 1.0\n" + page.as_bytes())

    assert (document.header.title, document.text.strip()) == ("요금표", _TABLE_READ.strip())


def _msg(texts: dict[int, str], html: bytes | None = None, attached: tuple[str, ...] = ()) -> bytes:
    """An Outlook message: its properties are streams of a compound file."""
    sent = datetime(2026, 3, 2, 14, 30, tzinfo=UTC) - datetime(1601, 1, 1, tzinfo=UTC)
    listed = struct.pack("<HHIQ", 0x0040, 0x0039, 6, sent // timedelta(microseconds=1) * 10)
    listed += struct.pack("<HHII4x", 0x0003, 0x3FDE, 6, 949)
    streams: dict[str, bytes] = {}
    for number, text in texts.items():
        data = text.encode("utf-16-le")
        listed += struct.pack("<HHIII", 0x001F, number, 6, len(data) + 2, 0)
        streams[f"__substg1.0_{number:04X}001F"] = data
    if html is not None:
        listed += struct.pack("<HHIII", 0x0102, 0x1013, 6, len(html), 0)
        streams["__substg1.0_10130102"] = html
    for at, name in enumerate(attached):
        data = name.encode("utf-16-le")
        folder = f"__attach_version1.0_#{at:08X}"
        streams[f"{folder}/__substg1.0_3707001F"] = data
        streams[f"{folder}/__properties_version1.0"] = bytes(8) + struct.pack(
            "<HHIII", 0x001F, 0x3707, 6, len(data) + 2, 0
        )
    head = struct.pack("<8x4I8x", 0, len(attached), 0, len(attached))
    return compound({**streams, "__properties_version1.0": head + listed})


_KIND, _SUBJECT, _BODY = 0x001A, 0x0037, 0x1000


def test_a_message_of_outlook_is_read_like_a_mail(tmp_path: Path) -> None:
    texts = {_KIND: "IPM.Note", _SUBJECT: "FW: 환불 안내", _BODY: "환불은 14일 안에 합니다."}

    document, lost = _read(tmp_path, "a.msg", _msg(texts, attached=("요금.xlsx",)))

    assert document.text == "환불은 14일 안에 합니다."
    assert (document.header.title, document.header.published_date) == (
        "환불 안내",
        date(2026, 3, 2),
    )
    assert lost == ("the attachment 요금.xlsx",)


def test_a_message_of_outlook_may_be_a_page(tmp_path: Path) -> None:
    texts = {_KIND: "IPM.Note", _SUBJECT: "Prices", _BODY: "plain"}

    document, _ = _read(tmp_path, "a.msg", _msg(texts, f"<p>Fees</p>{_TABLE}".encode("cp949")))

    assert document.text == f"Fees\n\n{_TABLE_READ}"


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (_msg({_KIND: "IPM.Note.SMIME"}), "it is encrypted; save it without encryption"),
        (
            _msg({_KIND: "IPM.Note"}, attached=("message.rpmsg",)),
            "it is protected by rights management; save its text instead",
        ),
        (
            compound({"Other": b"x"}),
            "this .msg cannot be read; save it again in Outlook, or as .eml",
        ),
        (b"no mail", "this .msg cannot be read; save it again in Outlook, or as .eml"),
    ],
)
def test_another_msg_says_what_to_do(tmp_path: Path, raw: bytes, reason: str) -> None:
    assert reasons(tmp_path, {"a.msg": raw}) == [f"a.msg: {reason}"]
