"""Picks the closest rules, for a question that no statement answers surely."""

from collections.abc import Iterator, Sequence

from bot.answering.check.holding import holds
from bot.answering.check.relevance.other_code import names_another_code
from bot.answering.find.gate.nearness import nearness
from bot.answering.find.translations import in_own_language
from bot.answering.reply.headings import Section, section_of
from bot.model import Candidate, Evidence, Question, Sentence
from bot.model.written import sentence_of
from knowledge.model.documents import Passage, as_place, parts_of_place
from knowledge.split.statements import statements

FLOOR = 0.0
"""Nearness, in log odds, below which nothing is near enough to be shown.

`python -m benchmarks.closest` prints what other floors would show.
"""
_MOST = 3
_BEHIND = 3.5
"""Log odds behind the best statement: what is further back seldom helps."""
_LONGEST = 280
"""Characters of a rule with the sentences that follow it: three fit on a phone's screen."""


def closest_rules(question: Question, evidence: Evidence, likelihood: float) -> list[Sentence]:
    """Up to three statements of different sections that may help, best first; none if not near."""
    if not evidence.candidates or not is_near(evidence, likelihood):
        return []
    chosen: dict[Section, Sentence] = {}
    for one in _near(question, evidence.candidates):
        section = section_of(one.hit.passage)
        sentence = sentence_of(one.hit.passage, one.statement)
        is_other = names_another_code(question, sentence)
        if section not in chosen and not is_other and holds(sentence, question):
            chosen[section] = sentence
        if len(chosen) == _MOST:
            break
    return list(chosen.values())


def is_near(evidence: Evidence, likelihood: float) -> bool:
    """Whether the found passages are near enough to the question to be shown."""
    return nearness(evidence.found, likelihood) >= FLOOR


def _near(question: Question, best_first: Sequence[Candidate]) -> list[Candidate]:
    """The best statement, then those near it: the asker's language before the other one."""
    first = in_own_language(best_first, question.language)
    near = [
        one
        for one in best_first
        if one is not first and not one.is_translation and one.score >= first.score - _BEHIND
    ]
    own = [one for one in near if one.hit.passage.header.language == question.language]
    return [first, *own, *(one for one in near if one not in own)]


def in_context(sentence: Sentence) -> str:
    """A rule in bold, with the sentences that follow it in its passage."""
    passage = sentence.citations[0].passage
    text = f"**{sentence.text}**"
    for following in _following(sentence, passage):
        if len(text) + len(following) > _LONGEST:
            break
        text = f"{text} {following}"
    return text


def heading_of(passage: Passage) -> str:
    """The title and the last heading above a passage."""
    parts = [passage.header.title, *parts_of_place(passage.heading)[-1:]]
    return as_place(*dict.fromkeys(parts))


def _following(sentence: Sentence, passage: Passage) -> Iterator[str]:
    """The statements behind it; none behind a table's row, as other rows are other cases."""
    if sentence.citations[0].quote.lstrip().startswith("|"):
        return
    known = [one.text for one in statements(passage)]
    place = known.index(sentence.text) if sentence.text in known else len(known)
    yield from known[place + 1 :]


def lines(rules: Sequence[Sentence]) -> list[tuple[Sentence, str]]:
    """Each rule with the words to show: where it stands, and what it says."""
    each = [(one, one.citations[0].passage) for one in rules]
    return [(one, f"{heading_of(passage)}: {in_context(one)}") for one, passage in each]
