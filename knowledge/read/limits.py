"""Limits for one file. A file beyond them is skipped, and the error says how to fix it."""

from collections.abc import Sequence
from zipfile import ZipInfo

from knowledge.model.errors import UnreadableDocumentError

MAX_MB = 30
MAX_PAGES = 500
"""Pages of a PDF, slides of a presentation: a minute of reading."""
MAX_ROWS = 50_000
"""Rows of a workbook, a CSV or a JSON file, each one passage."""
MAX_LINES = 200_000
"""Documents of a corpus."""
MAX_BAD_LINES = 100
"""Unreadable lines of a corpus that are reported; after these, reading stops."""
MAX_TEXT_MB = 30
"""Millions of characters: a text stored once in a workbook may be in every cell."""
MAX_MEMBERS = 2_000
"""Files in a ZIP."""
MAX_UNPACKED_MB = 200
MAX_RATIO = 100
"""How many times its packed size a large archive may unpack to; 50,000 rows unpack to 11."""
MAX_CPU_S = 180
"""Of one core, for one file. 500 dense pages took 64 s, 50,000 rows of ten columns 13 s."""
MAX_SECONDS = 900
"""For one file, on a busy machine. Windows, which does not limit CPU time, has this alone."""
MAX_MEMORY_MB = 1024
"""For one file. The same took 120 and 360 MB; a server for the bot may have 2 GB in all."""

_MB = 1024 * 1024
_SMALL_MB = 20
"""An archive that unpacks to less than this is harmless, whatever its ratio."""


def check_size(size: int) -> None:
    """Raises UnreadableDocumentError for a file that is too large."""
    if size > MAX_MB * _MB:
        raise UnreadableDocumentError(f"larger than {MAX_MB} MB; split it")


def check_pages(count: int) -> None:
    """Raises UnreadableDocumentError for a PDF or a presentation that is too long."""
    if count > MAX_PAGES:
        raise UnreadableDocumentError(f"longer than {MAX_PAGES} pages; split it")


def check_rows(count: int) -> None:
    """Raises UnreadableDocumentError for a table that is too long."""
    if count > MAX_ROWS:
        raise UnreadableDocumentError(f"longer than {MAX_ROWS:,} rows; split it")


def check_text(length: int) -> None:
    """Raises UnreadableDocumentError for a file with too much text, however small it is."""
    if length > MAX_TEXT_MB * 1_000_000:
        raise UnreadableDocumentError(f"it holds more than {MAX_TEXT_MB} MB of text; split it")


def check_lines(count: int) -> None:
    """Raises UnreadableDocumentError for a corpus that is too long."""
    if count > MAX_LINES:
        raise UnreadableDocumentError(f"longer than {MAX_LINES:,} lines; split it")


def check_unpacked(members: Sequence[ZipInfo]) -> None:
    """Raises UnreadableDocumentError for an archive that would unpack to too much.

    Goes by the sizes that the archive states: zipfile unpacks no more than these.
    """
    if len(members) > MAX_MEMBERS:
        raise UnreadableDocumentError(f"there are more than {MAX_MEMBERS:,} files in it; split it")
    unpacked = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if unpacked > MAX_UNPACKED_MB * _MB:
        raise UnreadableDocumentError(f"it unpacks to more than {MAX_UNPACKED_MB} MB; split it")
    if unpacked > _SMALL_MB * _MB and unpacked > MAX_RATIO * packed:
        raise UnreadableDocumentError(
            f"it unpacks to {MAX_RATIO} times its size, as no document does; save it again"
        )
