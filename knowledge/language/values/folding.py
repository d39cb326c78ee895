"""Normalises the characters of a text, with a map of offsets to the original."""

import re
import unicodedata
from collections.abc import Sequence

from knowledge.language.ja.figures import with_figures_read
from knowledge.language.ja.words import may_be_japanese

# One character for one, so that offsets stay. A superscript or circled digit marks a note or an
# item: NFKC would join it to the number beside it.
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043", "-"),
        **dict.fromkeys("\u301c\u223c\u02dc", "~"),
        **dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", " "),
        **{chr(code): " " for code in range(0x2460, 0x249C)},
        "ㆍ": "·",
    }
)
_FRACTIONS = {"½": "0.5", "¼": "0.25", "¾": "0.75"}
# A character with its accents or conjoining jamo.
_CLUSTER = re.compile("[^\u0300-\u036f\u1160-\u11ff][\u0300-\u036f\u1160-\u11ff]{0,4}|.", re.DOTALL)


def folded(text: str) -> tuple[str, Sequence[int]]:
    """The normalised text, and the original offsets of its characters and of its end."""
    plain, places = _normalised(text)
    return with_figures_read(plain, places) if may_be_japanese(plain) else (plain, places)


def _normalised(text: str) -> tuple[str, Sequence[int]]:
    plain = text.translate(_PLAIN)
    if unicodedata.is_normalized("NFKC", plain):
        return plain, range(len(text) + 1)
    parts: list[str] = []
    places: list[int] = []
    for match in _CLUSTER.finditer(plain):
        cluster = match.group()
        part = _FRACTIONS.get(cluster) or unicodedata.normalize("NFKC", cluster)
        if cluster in _FRACTIONS and parts and parts[-1].isdecimal():
            part = part.removeprefix("0")
        parts.append(part)
        places += [match.start()] * len(part)
    return "".join(parts), [*places, len(text)]
