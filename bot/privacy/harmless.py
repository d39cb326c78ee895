"""Removes mentions, links and markup from words of documents, people and models.

A web address stays readable but loses its scheme and gets a space after each dot of its host, since
some clients turn every known host into a link. An e-mail address stays as it is, to be copied: a
link of it only opens a draft, shows the whole address, and sends nothing.
"""

import html
import re

from knowledge.language.hidden import seen

_MOST_ROUNDS = 3
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,30});")
_LINK = re.compile(
    r"!?\[([^\[\]\n]{0,300})\]\(\s{0,3}<?([^()\s<>]{0,2000})>?"
    r"(?:\s{1,3}(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'))?\s{0,3}\)"
)
_LINKISH = re.compile(r"\](?=\()|\](?=\[(?!\d{1,3}\]))")
_DEFINED = re.compile(r"^(\s{0,3}\[[^\[\]\n]{1,300}\])(?=:)", re.MULTILINE)
_TAG = re.compile(r"<(?=[a-z/!?@#$])([^<>\n]{1,2000})>", re.IGNORECASE)
_OPENS = re.compile(r"<(?=[a-z/!?@#$])", re.IGNORECASE)
_CALL = re.compile(r"([@＠﹫])(?=(?:here|channel|everyone)(?![a-z0-9_]))", re.IGNORECASE)
_WEB = re.compile(r"https?:[\\/]{0,3}([^\s/?#\\]{0,300})", re.IGNORECASE)
_SCHEME = re.compile(r"\b([a-z][a-z\d+.-]{1,20}):[\\/]{2,200}", re.IGNORECASE)
_RUN = re.compile(
    r"\b(javascript|vbscript|livescript|data(?=:[a-z]{1,40}/)|file|blob|view-source|tel|sms|sip|callto"
    r"|skype|slack|msteams|ms-[a-z-]{2,20}|intent|about):(?=\S)",
    re.IGNORECASE,
)
_MAIL = re.compile(r"\bmailto:(?=\S)", re.IGNORECASE)
_HOST = re.compile(
    r"(?<![a-z\d@._%+-])(?:[a-z\d-]{1,63}\.){1,20}(?P<last>[a-z]{2,24}|xn--[a-z\d-]{2,40})"
    r"(?![a-z\d@_-])",
    re.IGNORECASE,
)
_KOREAN_HOST = re.compile(r"(?<=[가-힣a-zA-Z\d])\.(?=(?:한국|닷컴|닷넷))")
_WWW = re.compile(r"\bwww\.(?=\S)", re.IGNORECASE)
_FILES = frozenset(
    (
        "md markdown txt html htm pdf docx doc docm dotx xlsx xls xlsm xlsb pptx ppt pptm pps ppsx "
        "hwp hwpx hwt odt ods ots odp otp odg rtf csv tsv psv json jsonl yaml yml xml epub "
        "eml msg mbox pst mht mhtml pages numbers key wps wpd xps oxps gdoc gsheet gslides vsd "
        "vsdx png jpg jpeg gif bmp tif tiff webp heic svg wav mpg mpeg avi mkv webm ini log bak "
        "tmp lnk url rar tar tgz zip"
    ).split()
)
"""File extensions. md and zip are also top-level domains; no other one here may be."""
_HOSTS = _FILES - {"md", "zip"}


def harmless(text: str, *, files: bool = False) -> str:
    """Removes everything to click, mention or hide in from a text; usual words stay.

    With `files`, as in a report, file names stay as well.
    """
    text = _without_entities(seen(text))
    for _ in range(_MOST_ROUNDS):
        text = _LINK.sub(_with_address, text)
    text = _DEFINED.sub(r"\1 ", _LINKISH.sub("] ", text))
    text = _OPENS.sub("‹", _TAG.sub(r"‹\1›", text))
    text = _CALL.sub(r"\1 ", text)
    return _without_addresses(text, _FILES if files else _HOSTS)


def _without_entities(text: str) -> str:
    for _ in range(_MOST_ROUNDS):
        if not _ENTITY.search(text):
            break
        text = seen(_ENTITY.sub(lambda entity: html.unescape(entity[0]), text))
    return text


def _with_address(link: re.Match[str]) -> str:
    words, address = link[1].strip(), link[2]
    return " ".join(part for part in (words, f"({address})" if address else "") if part)


def _without_addresses(text: str, files: frozenset[str]) -> str:
    text = _WEB.sub(lambda match: _parted(match[1]), _MAIL.sub("", text))
    text = _RUN.sub(r"\1: ", _SCHEME.sub(r"\1: ", text))
    text = _HOST.sub(
        lambda host: host[0] if host["last"].lower() in files else _parted(host[0]), text
    )
    return _WWW.sub("www. ", _KOREAN_HOST.sub(". ", text))


def _parted(host: str) -> str:
    return re.sub(r"\.(?=[^\s.])", ". ", host)
