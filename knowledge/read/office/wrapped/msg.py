"""Reads Outlook's MSG. One person keeps python-oxmsg, so only this module knows it."""

import struct
from collections.abc import Iterator
from datetime import date

from oxmsg import Message
from oxmsg.domain import constants

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.office.package import COMPOUND
from knowledge.read.office.wrapped.eml import Attachment, Letter, content_of

_BROKEN = (
    AssertionError, AttributeError, IndexError, KeyError, LookupError, OSError, StopIteration,
    TypeError, ValueError, struct.error,
)  # fmt: skip
_ENCRYPTED = "smime"
_SIGNED = "multipartsigned"
_UNREADABLE = "this .msg cannot be read; save it again in Outlook, or as .eml"
_LOCKED = "it is encrypted; save it without encryption"


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
    if _ENCRYPTED in kind and _SIGNED not in kind:
        raise UnreadableDocumentError(_LOCKED)
    html = mail.properties.binary_prop_value(constants.PID_HTML)
    written = mail.properties.str_prop_value(constants.PID_BODY_HTML)
    attached = tuple(_attachments(mail))
    sent = _day(mail)
    if html:
        encoding = mail.properties.body_encoding
        return Letter(mail.subject or "", sent, html, encoding, is_html=True, attachments=attached)
    body = (written or mail.body or "").encode()
    return Letter(mail.subject or "", sent, body, "utf-8", bool(written), attached)


def _day(mail: Message) -> date | None:
    return mail.sent_date.date() if mail.sent_date else None


def _attachments(mail: Message) -> Iterator[Attachment]:
    for one in mail.attachments:
        name = one.file_name or one.mime_type or "file"
        is_inline = one.properties.str_prop_value(_CONTENT_ID) is not None
        yield Attachment(name, (one.mime_type or "").startswith("image/") and is_inline)


_CONTENT_ID = 0x3712
"""The property of an attachment to which the text refers."""
