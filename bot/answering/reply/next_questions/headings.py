"""Words a section's heading as a question, with the document's name before it."""

import re
from collections.abc import Sequence

from bot.privacy.harmless import harmless
from knowledge.language.ko.stems import ends_in_consonant
from knowledge.language.terms import language_of
from knowledge.model.documents import Language, Passage, name_of, parts_of_place

LONGEST = 120
"""Characters; a button shows no more, and nobody asks at such length."""
_ASKS = re.compile(r"(?:how|what|who|whom|whose|why|where|which)\b|when to\b", re.IGNORECASE)
_TELLS_WHEN = re.compile(
    r"(?:if|when|whenever|while|once|before|after|during|on|at|in)(?= )", re.IGNORECASE
)
_ASKS_KOREAN = re.compile(r"(?:나요|까요|가요|니까)$")
_TELLS_WHEN_KOREAN = re.compile(r"(?:^|\s)(?:[때전후뒤중]|경우)$")
"""These need "어떻게 하나요": "증상이 나타났을 때 알려 주세요" asks for a call at that moment."""
_TELLS_IF_KOREAN = re.compile(r"[이가을를은는에]\s\S{1,10}면$")
_ASKED = re.compile(
    r"(?P<of>[^:]{2,60}: )?"
    r"(?:(?:what about|what should I (?:do|know about)|can you tell me) (?P<en>.+)\?$"
    r"|(?P<ko>.+) 알려 주세요$|(?P<how>.+?)(?:에는|[은는])? 어떻게 (?:하나요|되나요)\?$)"
)
_FIRST = re.compile(r"(?:[A-Z][a-z]+|A)(?=[\s-]|$)")
_CAPITALISED = re.compile(r"[A-Z][a-z]|\S*(?:[a-z][A-Z]|-[A-Z]|[A-Z]\d)")
"""Charger, SoundBuds, USB-C, X200; not ID, which has its capitals anywhere."""
_NUMBER = re.compile(r"\d[\d.,]*$")
_COUNTED = re.compile(r"[A-Za-z]*[a-z]|.*[-\d]")
"""A word that shows whether the others are a name's: "of" does, "ID" and "&" do not."""

_IN_PHRASES = frozenset("the a an our your".split())
"""Charging the SoundBuds."""

Section = tuple[str, tuple[str, ...]]
"""The id of a document, without its version, and the section's headings."""


def section_of(passage: Passage) -> Section:
    """The section that a passage is of, in any version of its document."""
    return passage.header.doc_id, passage.section


def asked_for(passage: Passage, document: Sequence[Passage]) -> tuple[str, ...]:
    """Questions about a section, the most readable first. Empty if it has no heading.

    The document's passages show whether the heading's first word is a name.
    """
    if not passage.section:
        return ()
    heading = parts_of_place(passage.section[-1])[-1]
    name, language = name_of(passage.header.title), passage.header.language
    if heading.endswith("?"):
        ways = [heading, f"{name}: {heading}"]
    elif language == "ko":
        ways = _in_korean(name, heading)
    else:
        ways = _in_english(name, in_sentence(heading, document))
    # An English catalogue may have products with Korean names.
    in_one_language = language == "ko" or language_of(heading) == "en"
    return tuple(one for one in ways if in_one_language and _may_stand(one, language))


def heading_in(question: str) -> str:
    """The heading inside such a question. Any other question comes back unchanged."""
    match = _ASKED.match(question)
    if match is None:
        return question
    return (match["of"] or "") + (match["en"] or match["ko"] or match["how"])


def _in_english(name: str, heading: str) -> list[str]:
    if _ASKS.match(heading):
        return [f"{name}: can you tell me {heading}?", f"{name}: {heading}?"]
    if _TELLS_WHEN.match(heading):
        return [f"{name}: what should I do {heading}?", f"{name}: what about {heading}?"]
    return [f"{name}: what about {heading}?", f"{name}: what should I know about {heading}?"]


def _in_korean(name: str, heading: str) -> list[str]:
    if _ASKS_KOREAN.search(heading):
        return [f"{heading}?", f"{name}: {heading}?"]
    if _TELLS_WHEN_KOREAN.search(heading):
        return [f"{name}: {heading}에는 어떻게 하나요?", f"{name}: {heading} 어떻게 하나요?"]
    if _TELLS_IF_KOREAN.search(heading):
        return [f"{name}: {heading} 어떻게 하나요?", f"{name}: {heading} 어떻게 되나요?"]
    topic = "은" if ends_in_consonant(heading) else "는"
    return [f"{name}: {heading} 알려 주세요", f"{name}: {heading}{topic} 어떻게 되나요?"]


def in_sentence(heading: str, document: Sequence[Passage]) -> str:
    """Writes the first letter of a heading or a subject small, unless the word is a name."""
    match = _FIRST.match(heading)
    if match is None or _is_name(heading):
        return heading
    # A name such as "Haneul" has its capital inside sentences, too.
    inside = re.compile(rf"[a-z,] {match[0]}\b")
    if any(inside.search(one.text) for one in document):
        return heading
    return heading[0].lower() + heading[1:]


def _is_name(heading: str) -> bool:
    """Whether a heading is capitalised like a product: "Haneul USB-C Charger", "Buds 3"."""
    first, *others = heading.split()
    if _CAPITALISED.match(first, 1):  # Wi-Fi, Self-Checkout
        return True
    if others and all(_NUMBER.match(word) for word in others):
        return True
    if not _IN_PHRASES.isdisjoint(others):
        return False
    words = [one for one in (first, *others) if _COUNTED.match(one) and not _NUMBER.match(one)]
    capitalised = sum(bool(_CAPITALISED.match(one)) for one in words)
    return capitalised > 1 and 2 * capitalised > len(words)


def _may_stand(text: str, language: Language) -> bool:
    """Whether a question is short enough, in one language, and unchanged by redaction."""
    return len(text) <= LONGEST and language_of(text) == language and harmless(text) == text
