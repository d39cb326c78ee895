"""The formats that can be read, with their readers."""

from collections.abc import Callable, Mapping
from functools import partial

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.office.sheets.delimited import read_delimited
from knowledge.read.plain.markdown import read_markdown, read_text
from knowledge.read.plain.records import read_json

CORPUS = ".jsonl"
ARCHIVE = ".zip"
SLOW = frozenset(
    (
        ".html .htm .pdf .docx .doc .odt .fodt .rtf .hwp .hwpx .pptx .ppt .odp .fodp "
        ".xlsx .xlsm .xlsb .xls .ods .eml .msg .mht .mhtml .epub"
    ).split()
)
"""Read in a process of their own: a damaged file may keep these large parsers busy for ever."""
_QUICK = frozenset(".md .markdown .txt .csv .tsv .tab .psv .json".split())
_INSTEAD = {
    "save it as .docx": ".pages .wps .wpd .wri .sxw .lwp .abw .dot .dotx .docm",
    "save it as .hwpx": ".hwt .hml .hwpml",
    "save it as .pptx": ".key .pps .ppsx .pptm .pot .potx .sxi",
    "save it as .xlsx": ".numbers .xlt .xltx .sxc .wk1 .et",
    "save it as .pdf": ".xps .oxps .djvu .one .pub .vsd .vsdx",
    "save it as .epub": ".mobi .azw .azw3 .fb2",
    "save its mails as .eml": ".pst .ost .mbox",
    "pack it as .zip": ".rar .7z .tar .gz .tgz .alz .egg",
    "in Google Docs, download it as .docx": ".gdoc",
    "in Google Sheets, download it as .xlsx": ".gsheet",
    "in Google Slides, download it as .pptx": ".gslides",
    "save the page that it leads to as .html": ".url .webloc",
    "write out what the picture says": ".png .jpg .jpeg .gif .bmp .tif .tiff .webp .heic",
}
"""What to do about formats that are not read."""
_SAVE_AS = {suffix: how for how, suffixes in _INSTEAD.items() for suffix in suffixes.split()}

_AT_ONCE = 64_000
"""Bytes of a plain file that are read in no time; a hostile one takes the square of its size."""

Readers = Mapping[str, Callable[[bytes], Content]]


def check_known(suffix: str) -> None:
    """Raises UnreadableDocumentError for a format that cannot be read."""
    if suffix in _SAVE_AS:
        raise UnreadableDocumentError(f"{suffix} is not read; {_SAVE_AS[suffix]}")
    if suffix not in _QUICK | SLOW | {CORPUS, ARCHIVE}:
        known = " ".join(sorted([*_QUICK, *SLOW, CORPUS, ARCHIVE]))
        raise UnreadableDocumentError(f"this format is not read; use one of {known}")


def is_slow(suffix: str, size: int) -> bool:
    """Whether to read a file in a process of its own."""
    return suffix in SLOW or size > _AT_ONCE


def quick_readers(currency: str) -> Readers:
    """A reader for each format that needs no large library."""
    return {
        ".md": read_markdown,
        ".markdown": read_markdown,
        ".txt": read_text,
        **dict.fromkeys(
            (".csv", ".tsv", ".tab", ".psv"), partial(read_delimited, currency=currency)
        ),
        ".json": partial(read_json, currency=currency),
    }


def all_readers(currency: str) -> Readers:
    """A reader for each format. The large libraries take half a second and 60 MB to load."""
    from knowledge.read.html.page import read_html  # noqa: PLC0415 - the same
    from knowledge.read.office.epub import read_epub  # noqa: PLC0415 - the same
    from knowledge.read.office.hancom.hwp import (  # noqa: PLC0415 - the same
        read_doc,
        read_hwp,
        read_ppt,
    )
    from knowledge.read.office.mail import read_eml, read_mht, read_msg  # noqa: PLC0415 - the same
    from knowledge.read.office.opendocument.page import read_odp, read_odt  # noqa: PLC0415
    from knowledge.read.office.pptx import read_pptx  # noqa: PLC0415 - the same
    from knowledge.read.office.rtf import read_rtf  # noqa: PLC0415 - the same
    from knowledge.read.office.sheets.ods import read_ods  # noqa: PLC0415 - the same
    from knowledge.read.office.sheets.xls import read_xls  # noqa: PLC0415 - the same
    from knowledge.read.office.sheets.xlsb import read_xlsb  # noqa: PLC0415 - the same
    from knowledge.read.office.sheets.xlsx import read_xlsx  # noqa: PLC0415 - the same
    from knowledge.read.office.word.docx import read_docx  # noqa: PLC0415 - only if it is used
    from knowledge.read.pdf.document import read_pdf  # noqa: PLC0415 - the same

    return {
        **quick_readers(currency),
        ".html": read_html,
        ".htm": read_html,
        ".docx": read_docx,
        ".doc": read_doc,
        **dict.fromkeys((".odt", ".fodt"), read_odt),
        ".rtf": read_rtf,
        **dict.fromkeys((".hwp", ".hwpx"), read_hwp),
        ".pdf": read_pdf,
        ".pptx": read_pptx,
        ".ppt": read_ppt,
        **dict.fromkeys((".odp", ".fodp"), read_odp),
        ".eml": read_eml,
        ".msg": read_msg,
        **dict.fromkeys((".mht", ".mhtml"), read_mht),
        ".epub": read_epub,
        ".ods": partial(read_ods, currency=currency),
        ".xls": partial(read_xls, currency=currency),
        ".xlsb": partial(read_xlsb, currency=currency),
        ".xlsx": partial(read_xlsx, currency=currency),
        ".xlsm": partial(read_xlsx, currency=currency),
    }
