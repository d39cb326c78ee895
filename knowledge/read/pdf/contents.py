"""Leaves tables of contents out: their titles compete with the rules that they point to."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.read.pdf.layout import Line, Part, Table

_LEADER = r"(?:\.{3,}|…+|·{3,}|‥+|_{4,}|-{4,}|(?:[.·…] ){2,}[.·…]?)"
_LED = re.compile(rf"(?P<title>.*?\S)\s*{_LEADER}[\s.·…]*(?P<page>\d{{1,3}}|[ivxl]{{1,6}})")
_PLAIN = re.compile(r"(?P<title>.*?\S)\s+(?P<page>\d{1,3})")
_HEADING = re.compile(
    r"(?:table of )?contents|index|in this (?:guide|document|handbook)|목\s*차|차\s*례",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:chapter|section|part|appendix)?\s*[\dIVX]+[-.\d]*\s|제\s*\d+\s*[장절조편]", re.I
)
_PRICES = re.compile(
    r"price|fee|cost|menu|rate|charge|가격|요금|금액|단가|메뉴|수수료|₩|원\b", re.I
)
_PAGE_GAP = 1.5
"""Gap before a page number without a leader, as a share of the font size."""
_LONGEST = 300
"""Letters of an entry with its leader; a longer line would keep the patterns busy."""
_FEWEST = 3


@dataclass(frozen=True, slots=True)
class _Entry:
    title: str
    page: int
    is_led: bool


def without_contents(sheets: Sequence[Sequence[Part]]) -> list[list[Part]]:
    """The parts of each page without the entries of a table of contents and their heading."""
    said = Counter(
        _plain(part.text) for parts in sheets for part in parts if isinstance(part, Line)
    )
    return [_without(parts, said) for parts in sheets]


def _without(parts: Sequence[Part], said: Counter[str]) -> list[Part]:
    kept: list[Part] = []
    at = 0
    while at < len(parts):
        end = _end(parts, at)
        if end > at and _is_contents(parts[at:end], kept, said):
            if kept and isinstance(kept[-1], Line) and _HEADING.fullmatch(kept[-1].text.strip()):
                kept.pop()
            at = end
        else:
            # The entries of what is no table of contents are not looked at one by one.
            end = max(end, at + 1)
            kept += parts[at:end]
            at = end
    return kept


def _end(parts: Sequence[Part], start: int) -> int:
    """Where the entries end that begin here; a title may take a line before its page number."""
    end = at = start
    page = 0
    while at < len(parts):
        entry = _entry(parts[at])
        if entry is None and (at == start or isinstance(parts[at], Table) or at > end):
            break
        if entry and entry.page < page:
            break
        at += 1
        if entry:
            page = entry.page
            end = at
    return end


def _entry(part: Part) -> _Entry | None:
    if isinstance(part, Table) or len(part.text) > _LONGEST:
        return None
    if found := _LED.fullmatch(part.text.strip()):
        page = found["page"]
        return _Entry(found["title"], int(page) if page.isdigit() else 0, is_led=True)
    found = _PLAIN.fullmatch(part.text.strip())
    if found and part.gaps(_PAGE_GAP)[-1:] == [(part.words[-2].right, part.words[-1].left)]:
        return _Entry(found["title"], int(found["page"]), is_led=False)
    return None


def _is_contents(run: Sequence[Part], above: Sequence[Part], said: Counter[str]) -> bool:
    """Whether rising numbers are pages: a list of prices may look the same."""
    entries = [entry for entry in map(_entry, run) if entry]
    if len(entries) < _FEWEST or len({entry.page for entry in entries}) == 1:
        return False
    head = above[-1].text.strip() if above and isinstance(above[-1], Line) else ""
    if _HEADING.fullmatch(head):
        return True
    found = sum(bool(said[_plain(entry.title)]) for entry in entries)
    if all(entry.is_led for entry in entries):
        numbered = sum(bool(_NUMBERED.match(entry.title)) for entry in entries)
        return not _PRICES.search(head) and (found > 0 or 2 * numbered > len(entries))
    return 2 * found > len(entries)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


# Recognises a PDF that is only a note in place of a protected document.

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


# Tells a title that somebody gave a PDF from one that a program left.

_BY_PROGRAMS = re.compile(
    r"""
    \W*(?:anonymous|unspecified|unnamed|none|null|unknown|title|no\ title|blank|print|scan\w*
      |untitled|new\ document|document|powerpoint\ presentation|presentation|slide|workbook|book
      |sheet|image|default|about:blank|full\ page\ photo|제목\ ?없음|무제|이름\ ?없음|문서|새\ ?문서
      |빈\ ?문서|프레젠테이션|프리젠테이션|powerpoint\ 프레젠테이션|슬라이드|통합\ ?문서|시트
    )[\W\d_]*
    | microsoft\ (?:word|powerpoint|excel)\b.*
    | .*\.(?:docx?|docm|dotx?|hwpx?|hwt|pptx?|xlsx?|xlsm|pdf|rtf|odt|odp|ods|txt|html?|indd|ai|psd
        |pages|key|numbers|tex|dvi|ps|qxd|pub|vsdx?|md|jpe?g|png|tiff?)
    | (?:https?|file):.* | [a-z]:\\.* | .*/\S+/.*
    | \S*_\S* | [\W\d_]*
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_NO_TITLE = re.compile(r"^(?:제\s*)?\d+(?:[-.]\d+)*\s*(?:[.)장절조편관]|\s)|https?:|@")
"""A numbered section, an address."""
_TITLE = re.compile(r"#+ (?P<text>[^\n]+)")
_LONGEST_TITLE = 150


def title_of(given: str | None, text: str) -> str | None:
    """The given title, else the heading that the text begins with, else None."""
    name = " ".join((given or "").replace("\0", "").split())[:_LONGEST_TITLE]
    if name and not _BY_PROGRAMS.fullmatch(name):
        return name
    heading = _TITLE.match(text.lstrip())
    if (
        heading is None
        or len(heading["text"]) > _LONGEST_TITLE
        or _NO_TITLE.search(heading["text"])
    ):
        return None
    return heading["text"].strip()
