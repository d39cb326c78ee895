"""Decodes a file's text: by its byte order mark, as UTF-8, as declared, as Korean, by a guess."""

import codecs
import re
from unicodedata import category

from charset_normalizer import from_bytes

from knowledge.model.errors import UnreadableDocumentError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_STATEFUL = re.compile(r"iso-?2022|utf-?7|hz", re.IGNORECASE)
"""Encodings whose bytes are ASCII, so that they would pass for UTF-8."""
_MEANT = {
    **dict.fromkeys(
        ("iso-8859-1", "iso8859-1", "latin-1", "latin1", "us-ascii", "ascii"), "cp1252"
    ),
    **dict.fromkeys(("euc-kr", "euckr", "ks_c_5601-1987", "ks_c_5601", "ksc5601"), "cp949"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis"), "cp932"),
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    "iso-8859-9": "cp1254",
}
"""What browsers read for the name that a page declares."""
_GUESSED = "cp1250 cp1251 cp1253 cp1254 cp1257 cp932 euc_jp gb18030 big5 koi8_r cp949".split()
_LOOKED_AT = 100_000
"""Letters of a text that show whether it is right, and bytes that the guess looks at."""
_FEW_BAD = 0.02
"""Wrong bytes, as a share of those that are not ASCII, in a text that is UTF-8 but damaged."""
_MOST_RARE = 0.35
"""Letters that Korean texts hardly have, as a share of those that they have; Chinese has .66."""
_KOREAN = re.compile("[가-힣]")
_RARE = re.compile(r"[^\W\d_a-zA-Z]")
_LATIN = re.compile(r"[^\W\d_]|[\s\d€£¥§©®°±²³·¼½¾¿¡«»‘’“”„…–—•™×÷´`]")
_IN_A_WORD = re.compile(r"[^\W\d_][¡£¥§©®±¼½¾¿¹³¯][^\W\d_]|[³¹¯¼][^\W\d_]")
"""Signs within a word stand for letters of another encoding."""
_SPACE = re.compile(r"\s+")
_NO_LETTERS = ("Cn", "Co", "Cc")
"""Kinds of characters that texts do not have."""
_LONGEST_WORD = re.compile(rb"[\x80-\xff]{4,}")
"""No word of a Western language has four accents in a row; a text in other letters has many."""


def text_of(raw: bytes, declared: str | None = None) -> str:
    """The text of a file, whose program may have declared its encoding.

    A guess comes last, because short texts fit many encodings. Raises UnreadableDocumentError.
    """
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _strictly(raw[len(mark) :], encoding)
    if b"\0" in raw:
        return _strictly(raw, _width(raw))
    declared = _known(declared)
    if declared and _STATEFUL.search(declared) and raw.isascii():
        return _strictly(raw, declared)
    return _narrow(raw, declared)


def _narrow(raw: bytes, declared: str | None) -> str:
    utf_8 = _tried(raw, "utf-8")
    if utf_8 is not None:
        return utf_8
    _check_damaged(raw)
    if declared and (text := _tried(raw, declared)) is not None:
        return text
    korean = _tried(raw, "cp949")
    if korean is not None and _is_korean(korean):
        return korean
    western = _tried(raw, "cp1252")
    if western is not None and not _LONGEST_WORD.search(raw) and _is_western(western):
        return western
    for guess in from_bytes(raw[:_LOOKED_AT], cp_isolation=_GUESSED):
        text = _tried(raw, guess.encoding)
        if text is not None and not _IN_A_WORD.search(text):
            return text
    raise UnreadableDocumentError("the encoding of the text is not known; save it as UTF-8")


def _known(declared: str | None) -> str | None:
    """The codec for a declared name; None if there is none, or if it is no text encoding."""
    name = (declared or "").strip().strip("\"'").lower()
    name = _MEANT.get(name, name)
    try:
        return name if name and codecs.lookup(name)._is_text_encoding else None
    except (LookupError, ValueError):
        return None


def _tried(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _strictly(raw: bytes, encoding: str) -> str:
    text = _tried(raw, encoding)
    start = _SPACE.sub("", (text or "")[:_LOOKED_AT])
    unknown = sum(category(sign) in _NO_LETTERS for sign in start)
    if text is None or unknown > _FEW_BAD * len(start):
        raise UnreadableDocumentError("this is no text, or it is damaged; save it again as UTF-8")
    return text


def _width(raw: bytes) -> str:
    """UTF-16 without a mark: every other byte of its blanks and Latin letters is zero."""
    even, odd = raw[::2].count(0), raw[1::2].count(0)
    if len(raw) % 2 == 0 and even * 10 < odd:
        return "utf-16-le"
    if len(raw) % 2 == 0 and odd * 10 < even:
        return "utf-16-be"
    return "utf-8"


def _check_damaged(raw: bytes) -> None:
    """Raises UnreadableDocumentError for UTF-8 with a few wrong bytes, which no guess mends."""
    text = raw.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    if wrong <= _FEW_BAD * (len(text) - len(text.encode("ascii", "ignore"))):
        line = text[: text.index("\ufffd")].count("\n") + 1
        raise UnreadableDocumentError("a letter here is no UTF-8; save the file again", line)


def _is_korean(text: str) -> bool:
    """Whether a text has the syllables of Korean words, not those that other encodings fall on."""
    letters = _RARE.findall(text[:_LOOKED_AT])
    usual = sum(bool(_KOREAN.match(letter)) and _is_usual(letter) for letter in letters)
    return usual > 0 and len(letters) - usual <= _MOST_RARE * usual


def _is_usual(syllable: str) -> bool:
    """Whether it is one of the 2,350 of KS X 1001, in which nearly every word is written."""
    try:
        # Its encoder writes other syllables as eight bytes.
        return len(syllable.encode("euc_kr")) == len("가".encode("euc_kr"))
    except UnicodeEncodeError:
        return False


def _is_western(text: str) -> bool:
    known = all(letter.isascii() or _LATIN.match(letter) for letter in text[:_LOOKED_AT])
    return known and not _IN_A_WORD.search(text)
