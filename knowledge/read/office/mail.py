"""Reads EML, the form in which mail programs save mails, and MHTML, which is a page in it."""

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from email import message_from_bytes
from email.message import EmailMessage, MIMEPart
from email.policy import default
from email.utils import parsedate_to_datetime

from oxmsg import Message
from oxmsg.domain import constants

from knowledge.model.errors import UnreadableDocumentError
from knowledge.model.printable import visible, without_orders
from knowledge.read.content import Content, decoded
from knowledge.read.front_matter import Field
from knowledge.read.html.page import read_html
from knowledge.read.office.package import COMPOUND, counted

# What every mail becomes: its text, its subject as the title, its day, its attachments named.

_FORWARDED = re.compile(r"^(?:(?:re|fwd?|회신|전달)\s*[:：]\s*)+", re.IGNORECASE)
_LONGEST_NAME = 100
_MOST_NAMED = 20
_RIGHTS = ".rpmsg"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file in a mail."""

    name: str
    is_picture: bool = False
    """Whether it is a picture within the text."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail. Its sender and receivers are left out: they are personal data."""

    subject: str
    sent: date | None
    body: bytes
    encoding: str | None
    is_html: bool
    attachments: Sequence[Attachment] = ()


def content_of(letter: Letter) -> Content:
    """The content of a mail. Raises UnreadableDocumentError."""
    if any(one.name.lower().endswith(_RIGHTS) for one in letter.attachments):
        raise UnreadableDocumentError("it is protected by rights management; save its text instead")
    text = decoded(letter.body, letter.encoding)
    content = read_html(text.encode()) if letter.is_html else Content(text)
    if content.title and letter.is_html:
        # A heading of the mail is no title of it.
        content = replace(content, text=f"# {content.title}\n\n{content.text}")
    title = _FORWARDED.sub("", " ".join(without_orders(letter.subject).split()))
    stated = {"published_date": Field(letter.sent, 1)} if letter.sent else None
    return replace(content, title=title or None, stated=stated, lost=_lost(letter.attachments))


def _lost(attachments: Sequence[Attachment]) -> tuple[str, ...]:
    files = [one.name for one in attachments if not one.is_picture]
    pictures = len(attachments) - len(files)
    named = (f"the attachment {visible(name[:_LONGEST_NAME])}" for name in files[:_MOST_NAMED])
    more = counted(len(files) - _MOST_NAMED, "more attachment") if len(files) > _MOST_NAMED else ()
    return (*counted(pictures, "picture"), *named, *more)


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


# Reads Outlook's MSG. One person keeps python-oxmsg, so only this module knows it.


_BROKEN = (
    AssertionError, AttributeError, IndexError, KeyError, LookupError, OSError, StopIteration,
    TypeError, ValueError, struct.error,
)  # fmt: skip
_ENCRYPTED_MSG = "smime"
_SIGNED_MSG = "multipartsigned"
_UNREADABLE = "this .msg cannot be read; save it again in Outlook, or as .eml"


def read_msg(raw: bytes) -> Content:
    """Reads the text of a mail, and names what is attached. Raises UnreadableDocumentError."""
    if not raw.startswith(COMPOUND):
        raise UnreadableDocumentError(_UNREADABLE)
    try:
        letter = _letter(Message.load(raw))
    except _BROKEN as error:
        raise UnreadableDocumentError(_UNREADABLE) from error
    return content_of(letter)


def _letter(mail: Message) -> Letter:
    kind = mail.message_class.lower()
    if _ENCRYPTED_MSG in kind and _SIGNED_MSG not in kind:
        raise UnreadableDocumentError(_LOCKED)
    html = mail.properties.binary_prop_value(constants.PID_HTML)
    written = mail.properties.str_prop_value(constants.PID_BODY_HTML)
    attached = tuple(_attached(mail))
    sent = _day(mail)
    if html:
        encoding = mail.properties.body_encoding
        return Letter(mail.subject or "", sent, html, encoding, is_html=True, attachments=attached)
    body = (written or mail.body or "").encode()
    return Letter(mail.subject or "", sent, body, "utf-8", bool(written), attached)


def _day(mail: Message) -> date | None:
    return mail.sent_date.date() if mail.sent_date else None


def _attached(mail: Message) -> Iterator[Attachment]:
    for one in mail.attachments:
        name = one.file_name or one.mime_type or "file"
        is_inline = one.properties.str_prop_value(_CONTENT_ID) is not None
        yield Attachment(name, (one.mime_type or "").startswith("image/") and is_inline)


_CONTENT_ID = 0x3712
"""The property of an attachment to which the text refers."""
