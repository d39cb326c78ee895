"""Local paths for the files of a source: names from outside may be hostile, long or alike."""

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath

from adapters.sources.connector import Remote
from knowledge.model.errors import UnreadableDocumentError
from knowledge.model.report import Skipped

_LONGEST_BYTES = 200
"""Of a folder's or file's name: 255 is the limit of Linux, and sidecars add to a name."""
_LONGEST_PATH_BYTES = 900
_NOT_PLAIN = re.compile(r"[\x00-\x1f\x7f\\]")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)
_NOT_OF_WINDOWS = re.compile(r'[<>:"|?*]|[. ]$')


def placed(files: Iterable[Remote]) -> tuple[dict[str, Remote], list[Skipped]]:
    """Gives each file a path of its own; says why a file gets none."""
    paths: dict[str, Remote] = {}
    left_out: list[Skipped] = []
    taken: set[str] = set()
    for file in sorted(files, key=lambda one: (one.path, one.id)):
        path = unicodedata.normalize("NFC", file.path)
        if path.casefold() in taken:
            path = _numbered(path, file.id)
        taken.add(path.casefold())
        paths[path] = file
    folders = {str(above).casefold() for path in paths for above in PurePosixPath(path).parents}
    for path in [one for one in paths if one.casefold() in folders]:
        del paths[path]
        left_out.append(Skipped(path, f"{path}: a folder has the same name; rename one of them"))
    return paths, left_out


def check_name(path: str) -> None:
    """Raises UnreadableDocumentError for a name that is no safe path."""
    parts = path.split("/")
    if _NOT_PLAIN.search(path) or any(part in ("", ".", "..") for part in parts):
        raise UnreadableDocumentError("its name is not a plain path; rename it at the source")
    if any(_DEVICE.match(part) for part in parts):
        raise UnreadableDocumentError(
            "its name is that of a device on Windows; rename it at the source"
        )
    if os.name == "nt" and any(_NOT_OF_WINDOWS.search(part) for part in parts):
        raise UnreadableDocumentError(
            "its name has a sign that Windows does not allow; rename it at the source"
        )
    try:
        lengths = [len(part.encode()) for part in parts]
    except UnicodeEncodeError as error:
        said = "its name is no valid text; rename it at the source"
        raise UnreadableDocumentError(said) from error
    if max(lengths) > _LONGEST_BYTES or sum(lengths) > _LONGEST_PATH_BYTES:
        raise UnreadableDocumentError("its name is too long; shorten it at the source")


def plain(name: str) -> str:
    """A title as the name of a file: without slashes and what Windows does not have."""
    named = re.sub(r'[\x00-\x1f\x7f\\/<>:"|?*]+', " ", unicodedata.normalize("NFC", name))
    named = " ".join(named.split()).strip(". _")
    while len(named.encode()) > _LONGEST_BYTES - 40:
        named = named[:-1]
    return named or "untitled"


def without_slashes(name: str) -> str:
    """The name of a file from a source in which a name may have slashes."""
    return " ".join(re.sub(r"[\x00-\x1f\x7f\\/]+", " ", name).split()) or "untitled"


def shown(path: str) -> str:
    """A path from outside as a text of one line."""
    return "".join(sign if sign.isprintable() else "?" for sign in path)[:200]


def _numbered(path: str, id_: str) -> str:
    """A name beside one that differs in small and capital letters only, or in nothing."""
    named = PurePosixPath(path)
    mark = hashlib.sha256(id_.encode()).hexdigest()[:6]
    suffix = "".join(named.suffixes[-1:])
    return str(named.with_name(f"{named.name.removesuffix(suffix)} {mark}{suffix}"))
