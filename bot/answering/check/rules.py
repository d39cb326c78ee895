"""The rules of the check in order, and their application to a draft."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from bot.answering.check import names, plainness, polarity, quotes
from bot.answering.check import subject_quoted as subject
from bot.answering.check.claim import Claim, claimed
from bot.answering.check.figures import belonging, stated
from bot.answering.check.words import novelty, unquoted
from bot.answering.wording import marks
from bot.model import Checked, Draft, Evidence, Issue, Question, Sentence, Verdict
from bot.model.reason import Reason
from knowledge.model.documents import Passage
from knowledge.split.context import says_nothing, too_short

MOST_SENTENCES = 5
VERSION = 8
"""Raise it when a rule changes: cached answers have passed the old rules."""


class _Rule(NamedTuple):
    code: Reason
    breaks: Callable[[Claim], bool]
    of_any: bool = False
    """Whether the rule also applies to an unchanged statement of the passage."""
    of_a_part: bool = False
    """Whether the rule also applies to a verbatim part of a statement."""


RULES = (
    _Rule(Reason.QUOTE_TOO_SHORT, lambda claim: too_short(claim.quotes), of_a_part=True),
    _Rule(
        Reason.QUOTE_TOO_SHORT, lambda claim: says_nothing(claim.text, claim.quotes), of_any=True
    ),
    _Rule(Reason.NOT_PLAIN, plainness.not_plain, of_any=True),
    _Rule(Reason.TELLS_A_MODEL, plainness.tells_a_model, of_any=True),
    _Rule(Reason.TOO_LONG, plainness.too_long),
    _Rule(Reason.WRONG_LANGUAGE, plainness.wrong_language),
    _Rule(Reason.VALUE_NOT_QUOTED, stated.value_not_quoted),
    _Rule(Reason.WORDS_NOT_QUOTED, novelty.too_new, of_any=True),
    _Rule(Reason.WORDS_ONLY_ASKED, novelty.only_asked),
    _Rule(Reason.NAME_NOT_QUOTED, names.name_not_quoted),
    _Rule(Reason.SUBJECT_NOT_QUOTED, subject.subject_not_quoted),
    _Rule(Reason.POLARITY_DIFFERS, polarity.polarity_differs),
    _Rule(Reason.QUALIFIER_DIFFERS, marks.qualifier_differs),
    _Rule(Reason.WORD_NOT_QUOTED, unquoted.word_not_quoted),
    _Rule(Reason.VALUE_OF_ANOTHER, belonging.value_of_another),
)


def check(draft: Draft, question: Question, evidence: Evidence) -> Checked:
    """Returns the sentences that pass, and an issue for each that does not."""
    known = {hit.passage.passage_id: hit.passage for hit in evidence.found.hits}
    found = [_judged(sentence, question, known) for sentence in draft.sentences]
    issues = [Issue(one.code, n) for n, one in enumerate(found) if one.code]
    issues += [Issue(Reason.TOO_MANY, n) for n in range(MOST_SENTENCES, len(found))]
    dropped = {issue.sentence for issue in issues}
    kept = tuple(one for n, one in enumerate(draft.sentences) if n not in dropped)
    return Checked(Verdict.PASS if kept else Verdict.INSUFFICIENT, kept, tuple(issues))


def fault(sentence: Sentence, question: Question, known: Mapping[str, Passage]) -> Reason | None:
    """The code of the first rule that the sentence breaks. None if it passes."""
    return _judged(sentence, question, known).code


class _Judged(NamedTuple):
    code: Reason | None
    claim: Claim | None = None


def _judged(sentence: Sentence, question: Question, known: Mapping[str, Passage]) -> _Judged:
    if not sentence.text.strip() or not sentence.citations:
        return _Judged(Reason.NO_CITATION)
    if not all(quotes.is_quoted(citation, known) for citation in sentence.citations):
        return _Judged(Reason.QUOTE_NOT_FOUND)
    claim = claimed(sentence, question, known)
    quoted, whole = claim.text in claim.quotes, False
    for rule in RULES:
        if (quoted and not rule.of_any and not rule.of_a_part) or not rule.breaks(claim):
            continue
        # Looked up last: it reads the whole passage, and most sentences break no rule.
        whole = whole or quotes.is_own_statement(sentence, known)
        if rule.of_any or not whole:
            return _Judged(rule.code, claim)
    return _Judged(None, claim)
