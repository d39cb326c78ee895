"""The styles of an OpenDocument file, as far as they decide what is read and how."""

import io
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from zipfile import BadZipFile, ZipFile

from lxml import etree

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.limits import check_unpacked
from knowledge.read.office.word.numbering import form_of, in_form

_DEEPEST = 20
"""Styles that a style is based on."""
_OUTLINE = "outline"


@dataclass(frozen=True, slots=True)
class Level:
    """How the items of a level are marked: `제1조`, `a)`, or by a bullet."""

    before: str = ""
    after: str = ""
    form: str = ""
    """Empty for a bullet, and where there is no number."""
    start: int = 1
    shown: int = 1
    """How many levels its number has: 1.2.3 has three."""


@dataclass(frozen=True, slots=True)
class _Style:
    parent: str
    listed: str
    has_unseen_text: bool


@dataclass(slots=True)
class Styles:
    """Answers questions about styles by their names."""

    _styles: Mapping[str, _Style]
    _lists: Mapping[str, Mapping[int, Level]]
    _counts: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, roots: Sequence[etree._Element]) -> "Styles":
        """The styles in a file's parts."""
        styles = {
            one.get(f"{STYLE}name", ""): _style(one)
            for root in roots
            for one in root.iter(f"{STYLE}style")
        }
        lists = {
            one.get(f"{STYLE}name", ""): dict(_levels(one))
            for root in roots
            for one in root.iter(f"{TEXT}list-style")
        }
        for root in roots:
            for one in root.iter(f"{TEXT}outline-style"):
                lists[_OUTLINE] = dict(_levels(one))
        return cls(styles, lists)

    def is_unseen(self, name: str | None) -> bool:
        """Whether text of a style is hidden or struck out."""
        return any(style.has_unseen_text for _, style in self._line(name))

    def is_based_on(self, name: str | None, other: str) -> bool:
        """Whether a style is another one, or made from it."""
        return any(one == other for one, _ in self._line(name)) or name == other

    def listed_by(self, name: str | None) -> str | None:
        """The list style of a paragraph's style."""
        return next((style.listed for _, style in self._line(name) if style.listed), None)

    def level(self, listed: str | None, depth: int) -> Level:
        """How a level of a list style is marked; levels begin at 1."""
        return self._lists.get(listed or "", {}).get(depth, Level())

    def heading(self, depth: int) -> str:
        """The number of the next heading of a level; empty if headings have none."""
        return self.next(_OUTLINE, _OUTLINE, depth)

    def next(self, counted: str, listed: str | None, depth: int) -> str:
        """The mark of the next item of a list, which is counted by this name."""
        counts = self._counts.setdefault(counted, [])
        del counts[depth:]
        counts += [
            self.level(listed, above).start - 1 for above in range(len(counts) + 1, depth + 1)
        ]
        counts[depth - 1] += 1
        level = self.level(listed, depth)
        if not level.form:
            return ""
        first = max(depth - level.shown, 0)
        shown = (
            in_form(max(count, 1), self.level(listed, above).form or level.form)
            for above, count in enumerate(counts[first:], start=first + 1)
        )
        return f"{level.before}{'.'.join(shown)}{level.after}".strip()

    def forget(self, counted: str) -> None:
        """Starts a list again."""
        self._counts.pop(counted, None)

    def _line(self, name: str | None) -> Iterator[tuple[str, _Style]]:
        for _ in range(_DEEPEST):
            style = self._styles.get(name or "")
            if name is None or style is None:
                return
            yield name, style
            name = style.parent


def _style(element: etree._Element) -> _Style:
    looks = element.findall(f"{STYLE}text-properties")
    unseen = any(
        look.get(f"{TEXT}display") == "none"
        or look.get(f"{STYLE}text-line-through-style", "none") != "none"
        or look.get(f"{STYLE}text-line-through-type", "none") != "none"
        for look in looks
    )
    parent = element.get(f"{STYLE}parent-style-name", "")
    return _Style(parent, element.get(f"{STYLE}list-style-name", ""), unseen)


def _levels(listed: etree._Element) -> Iterator[tuple[int, Level]]:
    for one in listed:
        depth = one.get(f"{TEXT}level", "")
        if not isinstance(one.tag, str) or not depth.isdecimal():
            continue
        form = one.get(f"{STYLE}num-format", "")
        yield (
            int(depth),
            Level(
                one.get(f"{STYLE}num-prefix", ""),
                one.get(f"{STYLE}num-suffix", ""),
                form_of(form[0]) if form else "",
                _number(one, f"{TEXT}start-value"),
                _number(one, f"{TEXT}display-levels"),
            ),
        )


def _number(element: etree._Element, name: str) -> int:
    given = element.get(name, "")
    return int(given) if given.isdecimal() and int(given) else 1


# Opens an OpenDocument file: a ZIP of XML, or one XML.

_NAMES = "urn:oasis:names:tc:opendocument:xmlns"
TEXT = f"{{{_NAMES}:text:1.0}}"
TABLE = f"{{{_NAMES}:table:1.0}}"
OFFICE = f"{{{_NAMES}:office:1.0}}"
STYLE = f"{{{_NAMES}:style:1.0}}"
DRAW = f"{{{_NAMES}:drawing:1.0}}"
PRESENTATION = f"{{{_NAMES}:presentation:1.0}}"
FO = f"{{{_NAMES}:xsl-fo-compatible:1.0}}"
_ZIP = b"PK\x03\x04"
_LOCKED = "it is protected by a password; save it without one"


def opened(raw: bytes, suffix: str) -> list[etree._Element]:
    """The roots of its content and its styles. Raises UnreadableDocumentError."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        if not raw.startswith(_ZIP):
            return [etree.fromstring(raw, parser)]
        with ZipFile(io.BytesIO(raw)) as archive:
            check_unpacked(archive.infolist())
            names = archive.namelist()
            manifest = "META-INF/manifest.xml"
            if manifest in names and b"encryption-data" in archive.read(manifest):
                raise UnreadableDocumentError(_LOCKED)
            parts = [name for name in ("content.xml", "styles.xml") if name in names]
            return [etree.fromstring(archive.read(name), parser) for name in parts]
    except (
        BadZipFile, zlib.error, OSError, NotImplementedError, RuntimeError, etree.XMLSyntaxError,
    ) as error:  # fmt: skip
        reason = f"this {suffix} cannot be read; save it again"
        raise UnreadableDocumentError(reason) from error
