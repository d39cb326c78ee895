"""Documents of one kind for different shops: "Leeds store guide" beside "York store guide"."""

from collections.abc import Iterable, Sequence
from itertools import permutations

from bot.model import Question, Sentence
from knowledge.language.patterns.late import Late
from knowledge.language.terms import terms
from knowledge.model.documents import Header

_OF_A_SHOP = Late(
    r"\b(?:stores?|shops?|branch(?:es)?|caf[eé]s?|restaurants?|outlets?|sites?|kiosks?|depots?"
    r"|warehouses?)\b|\w점(?![가-힣])|매장|카페|창고"
)
"""Two guides, of the till and of cash, that contradict each other do disagree."""


def names_of(headers: Sequence[Header]) -> list[str]:
    """What each title alone has, in order; none unless all are alike but for one word."""
    names = [_name(one, other) for one, other in permutations(headers, 2)]
    return list(dict.fromkeys(filter(None, names))) if all(names) else []


def with_title(sentence: Sentence, question: Question, found: Iterable[Header]) -> str | None:
    """The title to say before a sentence, where another document found is for another shop.

    None where the question says for which it is asked.
    """
    header = sentence.citations[0].passage.header
    name = next(filter(None, (_name(header, other) for other in found)), None)
    if name is None or set(terms(name)) <= set(terms(question.text)):
        return None
    return header.title


def _name(header: Header, other: Header) -> str | None:
    """The one word of a shop's title that another shop's of the same pattern does not have.

    None for versions and years of one document, which have numbers.
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
