"""Words a section's heading as a question, with the document's name before it."""

import re
from collections.abc import Sequence
from functools import partial

from bot.privacy.harmless import harmless
from knowledge.language.grammars import grammar_for, grammar_of
from knowledge.language.terms import language_of
from knowledge.model.documents import Language, Passage, name_of, parts_of_place

LONGEST = 120
"""Characters; a button shows no more, and nobody asks at such length."""
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
    ways = [heading, f"{name}: {heading}"]
    if not heading.endswith("?"):
        small = partial(in_sentence, document=document)
        ways = grammar_for(language).of_heading(name, heading, small)
    # An English catalogue may have products with Korean names.
    in_one_language = language_of(heading) in (language, "en")
    return tuple(one for one in ways if in_one_language and _may_stand(one, language))


def heading_in(question: str) -> str:
    """The heading inside such a question. Any other question comes back unchanged."""
    match = grammar_of(question).heading_asked.match(question)
    return (match["of"] or "") + match["heading"] if match else question


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
