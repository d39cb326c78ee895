"""Numbers the cited passages and marks each sentence with its numbers."""

import re
from collections.abc import Sequence
from itertools import pairwise

from bot import texts
from bot.model import Citation, SafeText, Sentence
from bot.privacy import still_safe
from knowledge.model.documents import Header, Language

_ITEM = re.compile(r"\s*(?:-|\d{1,3}[.)]) ")


def citations_of(sentences: Sequence[Sentence], most: int) -> tuple[Citation, ...]:
    """One citation a passage: first those that back a sentence, then those that repeat it."""
    first = [sentence.citations[0] for sentence in sentences]
    rest = [citation for sentence in sentences for citation in sentence.citations[1:]]
    passages = {one.passage.passage_id: one.passage for one in (*first, *rest)}
    quotes: dict[str, dict[str, None]] = {passage_id: {} for passage_id in passages}
    for sentence in sentences:
        for citation in sentence.citations:
            quotes[citation.passage.passage_id][citation.quote] = None
    cited = [Citation(passages[one], *_split(list(quotes[one]))) for one in passages]
    return tuple(cited[:most])


def is_cited(sentence: Sentence, citations: Sequence[Citation]) -> bool:
    """Whether the passage behind a sentence is among the citations."""
    return sentence.citations[0].passage.passage_id in _numbers(citations)


def marked(sentence: Sentence, citations: Sequence[Citation]) -> str:
    """Appends `[n]` to a sentence for each of its citations; an item begins with its mark."""
    numbers = _numbers(citations)
    ids = dict.fromkeys(citation.passage.passage_id for citation in sentence.citations)
    marks = "".join(f"[{numbers[passage_id]}]" for passage_id in ids if passage_id in numbers)
    return " ".join(filter(None, (sentence.mark, sentence.text, marks)))


def said(lines: Sequence[str]) -> SafeText:
    """Joins lines to one text. `cleared` redacts it before it is shown.

    Markdown needs a blank line between a list and the lines around it.
    """
    every = "\n".join(lines).split("\n")
    starts = ["\n" if _is_item(a) != _is_item(b) else "" for a, b in pairwise(every)]
    parted = (start + line for start, line in zip(starts, every[1:], strict=True))
    return still_safe("\n".join([every[0], *parted]))


def _numbers(citations: Sequence[Citation]) -> dict[str, int]:
    return {one.passage.passage_id: n for n, one in enumerate(citations, start=1)}


def _is_item(line: str) -> bool:
    return bool(_ITEM.match(line))


def _split(quotes: list[str]) -> tuple[str, tuple[str, ...]]:
    return quotes[0], tuple(quotes[1:])


# Says who looks after the documents behind an answer.


def owner_line(header: Header, language: Language) -> str | None:
    """Whom to ask about a document; None if it names nobody."""
    if not header.owner:
        return None
    return texts.ASK_OWNER[language].format(owner=header.owner, title=header.title)


def whom_to_ask(headers: Sequence[Header], language: Language) -> str:
    """Whom to ask about the documents cited just before, the first of them that names somebody.

    Without documents, it asks what the question is about.
    """
    if not headers:
        return texts.ASK_ABOUT_WHAT[language]
    lines = filter(None, (owner_line(one, language) for one in headers))
    return next(lines, texts.NO_OWNER[language].format(title=headers[0].title))


def who_settles(headers: Sequence[Header], language: Language) -> str:
    """Whom to ask which of the documents counts: their owners, or the store manager."""
    titles: dict[str, str] = {}
    for header in headers:
        if header.owner:
            titles.setdefault(header.owner, header.title)
    owners = [f"{owner} (“{title}”)" for owner, title in titles.items()]
    named = texts.OR[language].join(owners) or texts.STORE_MANAGER[language]
    return texts.ASK_WHICH_COUNTS[language].format(owners=named)
