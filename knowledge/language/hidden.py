"""Uncovers words hidden from people or from filters: unseen, look-alike or encoded letters."""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator

from knowledge.language.joiners import JOINERS, without_loose_joiners

_BLANK = "\u115f\u1160\u3164\uffa0\u2800"
_BLANKS = str.maketrans(dict.fromkeys(_BLANK, " "))
"""Letters that look like a blank."""
_UNSEEN = frozenset("\u034f\u180e")
_PRINTED_UNSEEN = re.compile(f"[{_BLANK}\u034f]")
"""Those that Python counts as printable."""
_LINES = str.maketrans("", "", "\n\t")
_KEPT = frozenset("\n\t")
_SHAPING = JOINERS | {"\r"}
_LONE_RETURN = re.compile(r"\r(?!\n)")
_TAGS = range(0xE0020, 0xE007F)
"""Invisible tag characters, one for each ASCII character."""
_ALIKE = str.maketrans(
    "аеорсухіјѕԁԛԝһӏкмтвнАВЕКМНОРСТУХІЈЅαεορτυνικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijsdqwhlkmtbhABEKMHOPCTYXIJSaeoptuvikABEZHIKMNOPTYX",
)
"""Cyrillic and Greek letters that look like Latin ones."""
_BOXED = {
    start + n: chr(ord("A") + n)
    for start in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6)
    for n in range(26)
}
"""Letters in boxes and circles, and the letters of flags."""
_SPACED = re.compile(r"(?<![^\W_])(?:[^\W\d_][ .·・_*|-]{1,3}){9,}[^\W\d_](?![^\W_])")
_TELLING = re.compile(
    r"ignore|instruction|prompt|system|reply|respond|answer|지시|지침|무시|명령|프롬프트|출력|답변",
    re.IGNORECASE,
)
_ENCODED = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{16,4000}={0,2}(?![\w+/=-])")


def seen(text: str) -> str:
    """The text without invisible characters: zero-width, bidi, control and tag characters.

    Joiners that shape emoji or letters stay, and carriage returns in line ends.
    """
    if text.translate(_LINES).isprintable() and not _PRINTED_UNSEEN.search(text):
        return text
    shown = (char for char in text.translate(_BLANKS) if char in _SHAPING or not _is_unseen(char))
    return without_loose_joiners(_LONE_RETURN.sub("", "".join(shown)))


def readings(text: str) -> Iterator[str]:
    """The possible readings of a text: in usual letters, and with hidden or encoded words."""
    tags = "".join(chr(ord(char) - 0xE0000) for char in text if ord(char) in _TAGS)
    shown = _in_usual_letters("".join(one for one in seen(text) if one not in JOINERS))
    yield shown
    if (latin := shown.translate(_ALIKE)) != shown:
        yield latin
    yield from [tags] if tags else []
    for match in _SPACED.finditer(shown):
        joined = re.sub(r"[\W_]+", "", match[0])
        if found := _TELLING.search(joined):
            yield f"system prompt: {found[0]}"
    yield from map(_in_usual_letters, _decoded(shown))


def _is_unseen(char: str) -> bool:
    return char in _UNSEEN or (unicodedata.category(char) in ("Cf", "Cc") and char not in _KEPT)


def _in_usual_letters(text: str) -> str:
    if text.isascii():
        return text
    folded = unicodedata.normalize("NFKC", text.translate(_BOXED))
    return "".join(" " if unicodedata.category(char) == "So" else char for char in folded)


def _decoded(text: str) -> Iterator[str]:
    """The texts that are encoded in it as Base64."""
    for match in _ENCODED.finditer(text):
        coded = match[0].rstrip("=").translate(str.maketrans("-_", "+/"))
        try:
            said = base64.b64decode(coded + "=" * (-len(coded) % 4)).decode()
        except (binascii.Error, UnicodeDecodeError):
            continue
        if said.isprintable():
            yield said
