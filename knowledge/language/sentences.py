"""Splits text into sentences, and removes Markdown's marks."""

import re
import unicodedata
from functools import lru_cache

_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|No|vs|etc|e\.g|i\.e|a\.m|p\.m)|(?<![°º])\b[A-Z])\.$"
    r"|(?i:\b(?:approx|ex|excl?|incl?|asst|dept|w\.e\.f))\.$"
)
_NAMED_BY_A_LETTER = re.compile(
    r"(?i:\b(?:park|zone|area|level|floor|gate|aisle|bay|door|group|class|grade|type|plan|unit|block"
    r"|room|shift|team|option|step|size|platform|building|wing|category|form|section|part|vitamin))"
    r" [A-Z]\.$"
)
"""A letter that is not the initial of a name: "Car park C."."""
_OF_A_NUMBER = re.compile(
    r"(?<!\d)(?<!\d )\b(?:ext|tel|max|min|pp?|art|sec|fig|nos?|vol|ch|para?|ca|incl|excl|qty|est"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri|sat|sun)\.$|\.\.$",
    re.IGNORECASE,
)
"""Abbreviations only before a number: ext. 44, Hemming ..... £10. "Ready in 5 min." ends a
sentence."""
_MONTH, _DAY = re.compile(r"(?<!\d)\d{1,4}\.$"), re.compile(r"\d{1,2} ?\.")
"""A Korean date: 11. 16.(월)."""
_NUMBER = re.compile(r"[#~±₩$€£(]?\d")
_END = re.compile(r"(?<=[.!?。])[\"'”’)\]]*\s+(?=[^\sa-z])")
_LINK = re.compile(r"!?\[(?P<text>[^\]]*)\]\([^)]*\)")
_MARKS = re.compile(
    r"\*\*|__|`|(?<![\w*])[*_](?=[^\s*_])|(?<=[^\s*_])[*_](?![\w*])|^>\s?", re.MULTILINE
)
_WIDE = frozenset("WF")
_SAME = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-"})


def plain(text: str) -> str:
    """Text without Markdown's marks, in one line."""
    text = _LINK.sub(lambda match: match["text"], text)
    return " ".join(_MARKS.sub("", text).split())


def width_of(line: str) -> int:
    """Counts columns: a Korean letter takes two."""
    shown = line.strip()
    if shown.isascii():
        return len(shown)
    return len(shown) + sum(unicodedata.east_asian_width(char) in _WIDE for char in shown)


def sentences(text: str) -> list[str]:
    """Splits a text without line structure into sentences. Abbreviations do not end one."""
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        piece = text[start : match.start()].strip()
        if not _is_cut_short(piece, text, match.end()):
            found.append(text[start : match.end()].strip())
            start = match.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]


def _is_cut_short(piece: str, text: str, end: int) -> bool:
    """Whether the piece of the text that ends at `end` ends with an abbreviation."""
    if _ABBREVIATION.search(piece) and not _NAMED_BY_A_LETTER.search(piece):
        return True
    if _DAY.match(text, end) and _MONTH.search(piece):
        return True
    return bool(_NUMBER.match(text, end) and _OF_A_NUMBER.search(piece))


# Cached: a passage is compared with each quote of an answer and of possible contradictions.
@lru_cache(maxsize=512)
def normalised(text: str) -> str:
    """Normalises text to compare quotes: one form of each character, no Markdown, single spaces."""
    folded = unicodedata.normalize("NFKC", text).translate(_SAME)
    return plain(" ".join(folded.split()))
