"""What every mail becomes: its text, its subject as the title, its day, its attachments named."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from knowledge.model.errors import UnreadableDocumentError
from knowledge.model.printable import visible, without_orders
from knowledge.read.content import Content, decoded
from knowledge.read.front_matter import Field
from knowledge.read.html.page import read_html
from knowledge.read.office.as_page import counted

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
