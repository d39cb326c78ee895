"""Recognises a PDF that is only a note in place of a protected document."""

import re
from collections.abc import Sequence

_MOST_PAGES = 3
_MOST_LETTERS = 2_000
_READER = re.compile(
    r"adobe|acrobat|foxit|pdf reader|pdf viewer|compatible (?:pdf )?(?:reader|viewer|app)"
    r"|information protection|rights management|purview|azure rms|irm|drm|어도비|아크로뱃|리더|뷰어"
    r"|정보 ?보호|전용 ?프로그램",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"please wait\.{3}"
    r"|not eventually replaced by the proper contents"
    r"|(?:document|file|pdf|content)s? (?:is|are|has been|have been|was) (?:\w+ )?"
    r"(?:protected|encrypted|rights.managed|secured)"
    r"|(?:is|are) (?:a )?(?:protected|encrypted|rights.managed) (?:document|file|pdf)"
    r"|(?:to|can(?:not| not|'t)?|unable to) (?:be )?(?:view|open|read|display|access)\w*"
    r"[^.]{0,60}(?:protected|encrypted|permission|rights)"
    r"|(?:open|view) (?:it|this (?:pdf|document|file|portfolio))[^.]{0,40}"
    r"(?:in|with|using) [^.]{0,30}(?:adobe|acrobat|reader|viewer)"
    r"|(?:문서|파일)[은는이가]? ?(?:\S+ )?(?:보호|암호화)되(?:어|었)"
    r"|(?:보호|암호화)된 (?:문서|파일|pdf)"
    r"|(?:열람|보기|읽기|볼|읽을)(?:할|하실)? ?권한이 (?:없|필요)",
    re.IGNORECASE,
)
_STARTS = (b"<DOCUMENT SAFER", b"SCDSA", b"DRMONE", b"\x9b\x20DRMONE", b"\x9bDRMONE")
"""Files that document security of Korean makers has encrypted, whatever their name."""
_ENVELOPES = (b"MicrosoftIRMServices", b"/EncryptedPayload")


def is_encrypted(raw: bytes) -> bool:
    """Whether a file is an envelope whose content only a rights-management client opens."""
    return raw.lstrip(b"\r\n \xef\xbb\xbf").startswith(_STARTS) or any(
        mark in raw for mark in _ENVELOPES
    )


def is_cover(pages: Sequence[str]) -> bool:
    """Whether the text only says that the document is protected and what opens it."""
    text = " ".join(" ".join(pages).split())
    if len(pages) > _MOST_PAGES or len(text) > _MOST_LETTERS:
        return False
    return bool(_NOTE.search(text) and _READER.search(text))
