"""Reads EML, the form in which mail programs save mails, and MHTML, which is a page in it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from email import message_from_bytes
from email.message import EmailMessage, MIMEPart
from email.policy import default
from email.utils import parsedate_to_datetime

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.office.wrapped.letter import Attachment, Letter, content_of

_ENCRYPTED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted")
_SIGNED = "signed-data"
_LOCKED = "it is encrypted; save it without encryption"
_NO_TEXT = "this mail has no text; save the documents that are attached to it"


def read_eml(raw: bytes) -> Content:
    """Reads the text of a mail, and names what is attached. Raises UnreadableDocumentError."""
    mail = _parsed(raw)
    body = mail.get_body(("html", "plain"))
    if body is None:
        raise UnreadableDocumentError(_NO_TEXT)
    letter = Letter(
        _header(mail, "Subject"),
        _sent(mail),
        _bytes(body),
        body.get_content_charset(),
        body.get_content_subtype() == "html",
        tuple(_attachments(mail, body)),
    )
    return content_of(letter)


def read_mht(raw: bytes) -> Content:
    """Reads a page that a browser, Word or Confluence saved with its pictures in one file."""
    mail = _parsed(raw)
    body = mail.get_body(("html", "plain"))
    if body is None:
        raise UnreadableDocumentError("this page has no text; save it again as .html")
    charset, is_html = body.get_content_charset(), body.get_content_subtype() == "html"
    letter = Letter("", None, _bytes(body), charset, is_html)
    content = content_of(letter)
    first, _, rest = content.text.partition("\n\n")
    if first.startswith("# "):
        return replace(content, text=rest, title=first.removeprefix("# "))
    return content


def _parsed(raw: bytes) -> EmailMessage:
    mail = message_from_bytes(raw, policy=default)
    for part in mail.walk():
        is_signed = _SIGNED in str(part.get_param("smime-type") or "")
        if part.get_content_type() in _ENCRYPTED and not is_signed:
            raise UnreadableDocumentError(_LOCKED)
    return mail


def _header(mail: EmailMessage, name: str) -> str:
    try:
        return str(mail[name] or "")
    except (ValueError, IndexError, AttributeError):  # the parser fails on some damaged headers
        return ""


def _sent(mail: EmailMessage) -> date | None:
    try:
        return parsedate_to_datetime(_header(mail, "Date")).date()
    except (ValueError, TypeError):
        return None


def _bytes(part: MIMEPart) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _attachments(mail: EmailMessage, body: MIMEPart) -> Iterator[Attachment]:
    for part in mail.walk():
        if part is body or (part.is_multipart() and part.get_content_type() != "message/rfc822"):
            continue
        is_text = part.get_content_maintype() == "text" and not part.get_filename()
        if is_text and part.get_content_disposition() != "attachment":
            continue
        is_inline = part.get_content_disposition() == "inline" or bool(part["Content-ID"])
        is_picture = part.get_content_maintype() == "image" and is_inline
        yield Attachment(part.get_filename() or part.get_content_type(), is_picture)
