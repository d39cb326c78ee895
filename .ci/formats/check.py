"""Reads documents that made.py wrote, and compares what was read with what was put in.

.ci/formats/run runs it. Prints for each format the share of words, of tables' rows and of headings that came out, and of
words that nobody put in; ends with an error where a format falls below its goal.
"""

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from made import CASES, COMPARISONS, TEXTS, Case, Text, made

from bot.privacy.redaction import Redactor
from knowledge.index.preview import Preview, previews
from knowledge.split.statements import statements

WORDS = 0.99
SHEETS = frozenset(".xlsx .xls .ods .csv .tsv".split())
TABLES_ALONE = SHEETS | {".json"}
"""Formats of a table: the rest of a text is not written into them."""
WITHOUT_TABLES = frozenset({".txt"})
WITHOUT_HEADINGS = TABLES_ALONE | {".txt", ".hwpx", ".rtf", ".doc"}
"""Also formats, or converters, that say of no line that it is a heading."""
PAGED = frozenset({".pptx", ".ppt", ".odp"})


@dataclass(frozen=True)
class Score:
    words: float
    invented: float
    rows: float
    headings: float
    pages: bool


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        scores: dict[str, list[Score]] = {}
        files = 0
        for text, path in made(folder):
            files += 1
            scores.setdefault(path.suffix, []).append(_score(text, path))
        compared = [path for _, path in made(folder, COMPARISONS) if path.suffix != ".txt"]
        untold = [path.name for path in compared if not _is_told(path)]
        trapped = [(case, path) for case in CASES for path in _files(folder, case)]
        faults = [fault for case, path in trapped for fault in _faults(case, path)]
        twins = _unlike_twins(folder)
    print(f"{files} files; the lowest of each format")
    print("format   words  invented  rows  headings  pages")
    worst = {suffix: _worst(found) for suffix, found in sorted(scores.items())}
    for suffix, one in worst.items():
        print(
            f"{suffix:8} {one.words:5.3f}  {one.invented:8.3f}  {one.rows:4.2f}  {one.headings:8.2f}"
            f"  {'yes' if one.pages else 'NO'}"
        )
    bad = [suffix for suffix, one in worst.items() if not _is_good(one)]
    if bad:
        print(f"below the goal: {' '.join(bad)}", file=sys.stderr)
    print(f"{len(compared) - len(untold)} of {len(compared)} comparisons are two versions")
    if untold:
        print(f"read as one: {' '.join(untold)}", file=sys.stderr)
    print(f"{len(trapped)} files of tables below titles, menus and forms: {len(faults)} faults")
    for fault in (*faults, *twins):
        print(fault, file=sys.stderr)
    return 1 if bad or untold or faults or twins else 0


def _files(folder: Path, case: Case) -> list[Path]:
    """The files of a case, in all formats that carry it."""
    files = [path for _, path in made(folder, (case.text,)) if path.suffix not in WITHOUT_TABLES]
    if case.is_sheet:
        return [path for path in files if path.suffix in SHEETS]
    # The first row of a Markdown table is its head, whatever it says; a form is more than a table.
    others = TABLES_ALONE if case.never else {".json", ".md"}
    return [path for path in files if path.suffix not in others]


def _faults(case: Case, path: Path) -> Iterator[str]:
    found = previews(path, Redactor().published, "KRW", len)
    passages = [passage for one in found.documents for passage in one.passages]
    said = [_squashed(one.text) for passage in passages for one in statements(passage)]
    for wanted in case.said:
        parts = [_squashed(part.replace("=", ":")) for part in re.split(r" (?=\S+=)", wanted)]
        if not any(all(part in one for part in parts) for one in said):
            yield f"{path.name}: nothing says {wanted}"
    for word in case.never:
        if any(_squashed(word) in one for one in said):
            yield f"{path.name}: something says {word}"
    if case.told and not any(case.told in told for one in found.documents for told in one.stated):
        yield f"{path.name}: the report does not say {case.told}"


def _squashed(text: str) -> str:
    return "".join(text.split())


def _unlike_twins(folder: Path) -> list[str]:
    """Files of one text that differ in their suffix alone, and are not one document."""
    faults = []
    for text in TEXTS:
        twins = folder / f"twins-{text.name}"
        twins.mkdir()
        for suffix in (".docx", ".pdf", ".odt"):
            (twins / f"{text.name}{suffix}").write_bytes(
                (folder / f"{text.name}{suffix}").read_bytes()
            )
        found = previews(twins, Redactor().published, "KRW", len)
        if len(found.documents) != 1:
            faults.append(f"{twins.name}: {len(found.documents)} documents")
    return faults


def _is_told(path: Path) -> bool:
    """Whether a comparison of old and new rules is two versions, the new one from its day."""
    documents = [one.document for one in previews(path, Redactor().published, "KRW", len).documents]
    said = [
        (one.header.version, str(one.header.effective_from), "14" in one.text, "7" in one.text)
        for one in documents
    ]
    return said == [("2", "2026-03-01", True, False), ("1", "None", False, True)]


def _is_good(one: Score) -> bool:
    return (
        one.words >= WORDS
        and one.invented <= 1 - WORDS
        and one.rows == one.headings == 1
        and one.pages
    )


def _worst(found: list[Score]) -> Score:
    return Score(
        min(one.words for one in found),
        max(one.invented for one in found),
        min(one.rows for one in found),
        min(one.headings for one in found),
        all(one.pages for one in found),
    )


def _score(text: Text, path: Path) -> Score:
    found = previews(path, Redactor().published, "KRW", len)
    if len(found.documents) != 1:
        print(path.name, *found.skipped, file=sys.stderr)
        return Score(0.0, 0.0, 0.0, 0.0, pages=False)
    [one] = found.documents
    title, put_in = _words(one.document.header.title), _put_in(text, path.suffix)
    said = _words(one.document.text)
    lost, more = put_in - said - title, said - put_in
    total = sum(put_in.values())
    return Score(
        1 - sum(lost.values()) / total,
        sum(more.values()) / total,
        _rows(text, path.suffix, one.document.text),
        _headings(text, path.suffix, one),
        _pages(text, path.suffix, one),
    )


def _put_in(text: Text, suffix: str) -> Counter[str]:
    if suffix in TABLES_ALONE:
        head, *body = text.tables[0]
        rows = [" ".join((*head, *row)) for row in body]
        return _words("\n".join(rows)) + _words(Path(text.name).name)
    parts = [] if suffix in PAGED else [text.title]
    for one in text.sections:
        parts += [one.heading, *one.paragraphs, *one.items]
        parts += (" ".join(row) for row in one.table)
    if suffix in PAGED:
        # A presentation's title is that of its first slide.
        parts.append(text.sections[0].heading)
    return _words("\n".join(parts))


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def _rows(text: Text, suffix: str, read: str) -> float:
    """The share of rows whose cells stand in order in one line, or in one record."""
    blocks = read.split("\n\n") if suffix in TABLES_ALONE else read.splitlines()
    rows = [row for table in text.tables for row in table[suffix in TABLES_ALONE :]]
    if suffix in WITHOUT_TABLES or not rows:
        return 1.0
    return sum(any(_in_order(row, block) for block in blocks) for row in rows) / len(rows)


def _in_order(row: tuple[str, ...], block: str) -> bool:
    return bool(re.search(".*".join(map(re.escape, row)), block, re.DOTALL))


def _headings(text: Text, suffix: str, one: Preview) -> float:
    if suffix in WITHOUT_HEADINGS:
        return 1.0
    said = {
        line.lstrip("# ").strip() for line in one.document.text.splitlines() if line.startswith("#")
    }
    return sum(section.heading in said for section in text.sections) / len(text.sections)


def _pages(text: Text, suffix: str, one: Preview) -> bool:
    """Whether each section of a presentation is on its own page, and each page of a PDF is known."""
    if suffix == ".pdf":
        return all(passage.page == 1 for passage in one.passages)
    if suffix not in PAGED:
        return True
    # The first slide's title is the document's, not a section.
    pages = {text.sections[0].heading: one.passages[0].page, **dict(_page_of(one))}
    return [pages.get(section.heading) for section in text.sections] == [
        number for number, _ in enumerate(text.sections, start=1)
    ]


def _page_of(one: Preview) -> Iterator[tuple[str, int | None]]:
    for passage in reversed(one.passages):
        yield passage.section[-1] if passage.section else "", passage.page


if __name__ == "__main__":
    sys.exit(main())
