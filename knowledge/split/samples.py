"""Finds what is never quoted as a rule: examples, sample answers, blank forms, contents pages."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from knowledge.language.grammars import names_a_sample
from knowledge.language.sentences import plain

_LINE = re.compile(r"(?P<indent>\s*)(?P<item>(?:[-*+•]|\d{1,2}[.)])\s+)?(?:>\s*)?(?P<text>.*)")
_LABEL = re.compile(r"[*_]*(?P<name>[^:：()*_]{1,30}?)(?:\s?\d{1,2})?[*_]*\s?[:：)][*_]*(?:\s|$)")
_LABEL_END = re.compile("[:：)]")
_LONGEST_LABEL = 60
"""Characters of a line in which the label of an example ends."""
_SENTENCE = re.compile(r"[.!?。](?:[\s\"”'’]|$)|[다요까]$")
_NUMBER = re.compile(r"\s?\d{1,2}$")
_BLANK = re.compile(r"(?:\\?_\s?){4,}|(?:\.\s?){10,}$|[(（]\s{4,}[)）]")
"""A line to be filled in by hand."""
_ENTRY = re.compile(
    r"(?:\.{4,}|…{2,}|·{4,}|‥{2,})\s*\d{1,3}\s*$"
    r"|^\s*(?:[-*+•]\s+|\d+\.\s+)?\[[^\]]+\]\(#[^)]*\)[\s\d]*$"
)
"""A line of a contents page: a title and its page, or a link within the document."""
_FEWEST = 3
"""Entries of a contents page."""
_CONTENTS = re.compile(r"(?:table of )?contents|목\s*차|차\s*례", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]")
_FILLED_IN = re.compile(r"_\s?\\?_|\.\s?\.\s?\.|\]\(#|…|··|‥|[(（]\s{4}")
"""What lines to be filled in, and those of a contents page, have."""
_WORTH_A_LOOK = re.compile(rf"{_LABEL_END.pattern}|{_FILLED_IN.pattern}")


def is_sample_section(headings: Sequence[str]) -> bool:
    """Whether one of the headings above a text says that it is a sample or a contents page."""
    return any(
        names_a_sample(_NUMBER.sub("", heading.partition(":")[0])) or _CONTENTS.fullmatch(heading)
        for heading in headings
    )


def without_samples(text: str) -> str:
    """The text without what is never quoted; every other line stays as it is."""
    if not _WORTH_A_LOOK.search(text):
        return text
    lines = text.split("\n")
    kinds = _kinds(lines)
    return "\n".join(line for line, kind in zip(lines, kinds, strict=True) if not kind)


def samples_in(text: str) -> Counter[str]:
    """How many lines of each kind a text has that are never quoted."""
    lines = text.split("\n")
    found = Counter(kind for line, kind in zip(lines, _kinds(lines), strict=True) if line.strip())
    heads = (line.lstrip("# ") for line in lines if line.startswith("#"))
    found["sample section"] = sum(is_sample_section([plain(head)]) for head in heads)
    return Counter({kind: count for kind, count in found.items() if kind and count})


def _kinds(lines: Sequence[str]) -> list[str]:
    """The kind of sample that each line belongs to; empty for all others."""
    kinds = [*_examples(lines)]
    if not _FILLED_IN.search("\n".join(lines)):
        return kinds
    for start, end in _runs(lines):
        kinds[start:end] = ["contents page"] * (end - start)
    blank = ("blank form" if _BLANK.search(line) and _WORD.search(line) else "" for line in lines)
    return [kind or other for kind, other in zip(kinds, blank, strict=True)]


def _examples(lines: Sequence[str]) -> Iterator[str]:
    """Marks the paragraph or item that an example's label begins, or the block below it."""
    indent: int | None = None
    is_open = False
    for line in lines:
        if indent is None and not _LABEL_END.search(line, 0, _LONGEST_LABEL):
            yield ""
            continue
        found = _LINE.fullmatch(line)
        own, item = (len(found["indent"]), bool(found["item"])) if found else (0, False)
        rest = _said_behind_label(found["text"]) if found else None
        if not line.strip():
            indent = indent if is_open else None
        elif rest is not None:
            indent, is_open = own + item, not rest
        elif line.startswith("#") or (item and indent is not None and own < indent):
            indent = None
        else:
            is_open = False
        yield "example" if indent is not None and line.strip() else ""


def _said_behind_label(text: str) -> str | None:
    """The text behind the label of an example; None without one, or if it only lists names."""
    label = _LABEL.match(text)
    if label is None or not names_a_sample(label["name"]):
        return None
    rest = text[label.end() :].strip()
    return rest if not rest or _SENTENCE.search(rest) else None


def _runs(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The lines of each contents page; empty ones may stand between its entries."""
    start, count, end = 0, 0, 0
    for number, line in enumerate([*lines, "#"]):
        if _ENTRY.search(line):
            start, count, end = (start if count else number), count + 1, number + 1
        elif line.strip():
            if count >= _FEWEST:
                yield start, end
            count = 0
