"""Sentences of a text, and text without Markdown's marks."""

import re

_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|No|vs|etc|approx|e\.g|i\.e|a\.m|p\.m)|\b[A-Z])\.$"
)
_OF_A_NUMBER = re.compile(
    r"(?<!\d)(?<!\d )\b(?:ext|tel|max|min|pp?|art|sec|fig|nos?|vol|ch|para?|ca|incl|excl|qty|est"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri|sat|sun)\.$",
    re.IGNORECASE,
)
"""What is cut short where a number follows: ext. 44; but "ready in 5 min." ends a sentence."""
_NUMBER = re.compile(r"[#~±₩$€£(]?\d")
_END = re.compile(r"(?<=[.!?。])[\"'”’)\]]*\s+(?=[^\sa-z])")
_LINK = re.compile(r"!?\[(?P<text>[^\]]*)\]\([^)]*\)")
_MARKS = re.compile(
    r"\*\*|__|`|(?<![\w*])[*_](?=[^\s*_])|(?<=[^\s*_])[*_](?![\w*])|^>\s?", re.MULTILINE
)


def plain(text: str) -> str:
    """Text without Markdown's marks, in one line."""
    text = _LINK.sub(lambda match: match["text"], text)
    return " ".join(_MARKS.sub("", text).split())


def sentences(text: str) -> list[str]:
    """The sentences of a text without line structure; abbreviations do not end one."""
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
    """Whether the stop at the end of a piece, which ends there in the text, is no full stop."""
    if _ABBREVIATION.search(piece):
        return True
    return bool(_NUMBER.match(text, end) and _OF_A_NUMBER.search(piece))
