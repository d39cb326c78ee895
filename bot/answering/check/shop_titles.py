"""Recognises documents for two shops by their titles: "Leeds store guide", "York store guide"."""

from knowledge.language.patterns.lazy import LazyPattern
from knowledge.model.documents import Header

_OF_A_SHOP = LazyPattern(
    r"\b(?:stores?|shops?|branch(?:es)?|caf[eé]s?|restaurants?|outlets?|sites?|kiosks?|depots?"
    r"|warehouses?)\b|\w점(?![가-힣])|매장|카페|창고"
)
"""Words for a shop. Without one in both titles, two guides (till, cash) contradict each other."""


def shop_in_title(header: Header, other: Header) -> str | None:
    """The one word in which a shop's title differs from another shop's.

    None for versions or years of a document: they differ in numbers.
    """
    mine, theirs = header.title.split(), other.title.split()
    if header.doc_id == other.doc_id or len(mine) != len(theirs) or len(mine) == 1:
        return None
    if not (_OF_A_SHOP.search(header.title) and _OF_A_SHOP.search(other.title)):
        return None
    apart = [(one, two) for one, two in zip(mine, theirs, strict=True) if one != two]
    if len(apart) != 1 or any(char.isdigit() for word in apart[0] for char in word):
        return None
    return apart[0][0].strip(",:()")
