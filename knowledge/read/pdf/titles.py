"""Tells a title that somebody gave a PDF from one that a program left."""

import re

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
_HEADING = re.compile(r"#+ (?P<text>[^\n]+)")
_LONGEST = 150


def title_of(given: str | None, text: str) -> str | None:
    """The given title, else the heading that the text begins with, else None."""
    name = " ".join((given or "").replace("\0", "").split())[:_LONGEST]
    if name and not _BY_PROGRAMS.fullmatch(name):
        return name
    heading = _HEADING.match(text.lstrip())
    if heading is None or len(heading["text"]) > _LONGEST or _NO_TITLE.search(heading["text"]):
        return None
    return heading["text"].strip()
