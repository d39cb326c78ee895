"""The rules of the check in order, and their application to a draft."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.answering.check import plainness
from bot.model import Checked, Citation, Draft, Evidence, Issue, Sentence, Verdict
from bot.model.reason import Reason
from knowledge.language.sentences import normalised
from knowledge.model.documents import Passage
from knowledge.split.context import says_nothing, too_short
from knowledge.split.statements import statements

MOST_SENTENCES = 5
VERSION = 9
"""Raise it when a rule changes: cached answers have passed the old rules."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence with its text and quotes, normalised."""

    sentence: Sentence
    text: str
    quotes: tuple[str, ...]
    known: Mapping[str, Passage]


class _Rule(NamedTuple):
    code: Reason
    breaks: Callable[[_Said], bool]


def _is_misquoted(said: _Said) -> bool:
    return not all(_is_quoted(one, said.known) for one in said.sentence.citations)


def _says_too_little(said: _Said) -> bool:
    if says_nothing(said.text, said.quotes):
        return True
    return too_short(said.quotes) and not _is_own_statement(said.sentence, said.known)


def _is_not_verbatim(said: _Said) -> bool:
    """Whether a sentence is neither one of its quotes nor a statement of its passage."""
    return said.text not in said.quotes and not _is_own_statement(said.sentence, said.known)


RULES = (
    _Rule(Reason.NO_CITATION, lambda said: not said.text or not said.quotes),
    _Rule(Reason.QUOTE_NOT_FOUND, _is_misquoted),
    _Rule(Reason.QUOTE_TOO_SHORT, _says_too_little),
    _Rule(Reason.NOT_PLAIN, lambda said: plainness.not_plain(said.sentence.text, said.quotes)),
    _Rule(Reason.TELLS_A_MODEL, lambda said: plainness.tells_a_model(said.sentence.text)),
    # Last: it reads the whole passage.
    _Rule(Reason.WORDS_NOT_QUOTED, _is_not_verbatim),
)


def check(draft: Draft, evidence: Evidence) -> Checked:
    """Returns the sentences that pass, and an issue for each that does not."""
    known = {hit.passage.passage_id: hit.passage for hit in evidence.found.hits}
    found = [fault(sentence, known) for sentence in draft.sentences]
    issues = [Issue(code, n) for n, code in enumerate(found) if code]
    issues += [Issue(Reason.TOO_MANY, n) for n in range(MOST_SENTENCES, len(found))]
    dropped = {issue.sentence for issue in issues}
    kept = tuple(one for n, one in enumerate(draft.sentences) if n not in dropped)
    return Checked(Verdict.PASS if kept else Verdict.INSUFFICIENT, kept, tuple(issues))


def fault(sentence: Sentence, known: Mapping[str, Passage]) -> Reason | None:
    """The code of the first rule that the sentence breaks. None if it passes.

    `known` has the passages that were found.
    """
    quoted = tuple(normalised(citation.quote) for citation in sentence.citations)
    said = _Said(sentence, normalised(sentence.text), quoted, known)
    return next((rule.code for rule in RULES if rule.breaks(said)), None)


def _is_quoted(citation: Citation, known: Mapping[str, Passage]) -> bool:
    """Whether a quote stands word for word in its passage, and the passage was found."""
    passage = known.get(citation.passage.passage_id)
    quote = normalised(citation.quote)
    return passage is not None and bool(quote) and quote in normalised(passage.text)


def _is_own_statement(sentence: Sentence, known: Mapping[str, Passage]) -> bool:
    """Whether a sentence is a statement of its passage, unchanged and quoted in full.

    A table row comes with its column names and a list item with the sentence above the list, so a
    statement may need several quotes.
    """
    quotes = {citation.quote for citation in sentence.citations}
    passages = {one.passage.passage_id: known[one.passage.passage_id] for one in sentence.citations}
    return any(
        statement.text == sentence.text and quotes.issuperset(statement.quotes)
        for passage in passages.values()
        for statement in statements(passage)
    )
