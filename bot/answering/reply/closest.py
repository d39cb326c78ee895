"""Picks the closest rules, for a question that no statement answers surely."""

from collections.abc import Sequence

from bot.answering.check.holding import holds, without_labels
from bot.answering.check.relevance import names_another_code, of_unsaid_danger
from bot.answering.find.gate.nearness import nearness
from bot.answering.find.translations import in_own_language
from bot.answering.reply.next_questions.headings import Section, section_of
from bot.answering.reply.tie import Tie, content_terms
from bot.model import Candidate, Evidence, Question, Sentence
from bot.model.written import sentence_of
from knowledge.language.addresses import without_addresses
from knowledge.language.sentences import plain
from knowledge.model.documents import Found, Language, Passage, as_place, parts_of_place
from knowledge.split.injections import is_planted
from knowledge.split.statements import Statement, statements
from knowledge.split.units import Part, UnitKind, unit_of

FLOOR = 0.0
"""Nearness, in log odds, below which nothing is near enough to be shown.

`python -m benchmarks.closest` prints what other floors would show.
"""
_MOST = 3
_BEHIND = 2.5
"""Log odds behind the best statement: what is further back seldom helps."""
_MOST_ITEMS = 3
_LONGEST = 280
"""Characters of a rule with what stands around it: three fit on a phone's screen."""


def closest_rules(question: Question, evidence: Evidence, likelihood: float) -> list[Sentence]:
    """Up to three statements of different sections that may help, best first; none if not near."""
    if not evidence.candidates or not is_near(evidence, likelihood):
        return []
    tie = Tie.of(question, evidence.found)
    near = (one for one in _near(question, evidence.candidates) if tie.holds(one))
    sentences = [sentence_of(one.hit.passage, one.statement) for one in near]
    best: dict[Section, Sentence] = {}
    for sentence in own_first(sentences, question.language):
        is_other = names_another_code(question, sentence) or of_unsaid_danger(sentence, question)
        if not is_other and holds(sentence):
            best.setdefault(section_of(passage_of(sentence)), sentence)
    return list(best.values())[:_MOST]


def sharing_words(question: Question, found: Found) -> list[Sentence]:
    """The statement of each found passage that shares most words with the question.

    For a question that a bug left without anything better.
    """
    asked = {*content_terms(question.text)}
    each = (
        [sentence_of(hit.passage, one) for one in statements(hit.passage)] for hit in found.hits
    )
    shown = ([one for one in sentences if holds(one)] for sentences in each)
    return [
        max(sentences, key=lambda one: len(asked & {*content_terms(one.text)}))
        for sentences in shown
        if sentences
    ]


def is_near(evidence: Evidence, likelihood: float) -> bool:
    """Whether the found passages are near enough to the question to be shown."""
    return nearness(evidence.found, likelihood) >= FLOOR


def _near(question: Question, best_first: Sequence[Candidate]) -> list[Candidate]:
    """The best statement, or its twin in the asker's language, then those near it."""
    first = in_own_language(best_first, question.language)
    near = [
        one
        for one in best_first
        if one is not first and not one.is_translation and one.score >= first.score - _BEHIND
    ]
    return [first, *near]


def own_first(rules: Sequence[Sentence], language: Language) -> list[Sentence]:
    """Rules with those in the asker's language first; a better foreign one stays in the three."""
    own = [one for one in rules if passage_of(one).header.language == language]
    foreign = [one for one in rules if one not in own]
    is_better = bool(foreign) and foreign[0] is rules[0]
    place = _MOST - 1 if is_better else len(own)
    return [*own[:place], *foreign[:1], *own[place:], *foreign[1:]]


def passage_of(rule: Sentence) -> Passage:
    """The passage that a rule is quoted from."""
    return rule.citations[0].passage


def in_context(sentence: Sentence) -> str:
    """The paragraph or the list that a rule stands in, as in the document; its words in bold."""
    passage, quotes = passage_of(sentence), [one.quote for one in sentence.citations]
    unit = unit_of(passage, quotes)
    if unit is None or unit.kind is UnitKind.TABLE:
        return f"**{without_labels(sentence).text}**"
    parts = [(_shown(one, passage), any(q in one.quote for q in quotes)) for one in unit.parts]
    said = [f"**{text}**" if fits else text for text, fits in parts]
    fitting = [n for n, (_, fits) in enumerate(parts) if fits]
    if unit.kind is UnitKind.PARAGRAPH:
        return " ".join(said[n] for n in _within(said, fitting, len(said)))
    # Items that nothing introduces are mostly other rules.
    most = len(said) if unit.lead or unit.kind is UnitKind.PROCEDURE else _MOST_ITEMS
    items = [f"{unit.parts[n].mark} {said[n]}" for n in _within(said, fitting, most)]
    return "\n".join([without_addresses(plain(unit.lead)), *items])


def _within(said: Sequence[str], fitting: Sequence[int], most: int) -> list[int]:
    """The places of the fitting parts, of those behind them, then of those before, in order."""
    first = fitting[0] if fitting else 0
    kept, room = [first], _LONGEST - len(said[first])
    for n in (*range(first + 1, len(said)), *range(first - 1, -1, -1)):
        room -= len(said[n])
        # Without gaps: what is left out stands before or behind all that is shown.
        fits = (room >= 0 and len(kept) < most) or n in fitting
        if fits and said[n] and {n - 1, n + 1} & set(kept):
            kept.append(n)
    return sorted(kept)


def _shown(part: Part, passage: Passage) -> str:
    """A part as plain text; nothing if it addresses a model."""
    text = without_addresses(plain(part.quote))
    return "" if is_planted(Statement(text, (part.quote,)), passage) else text


def heading_of(passage: Passage) -> str:
    """The title and the last heading above a passage."""
    parts = [passage.header.title, *parts_of_place(passage.heading)[-1:]]
    return as_place(*dict.fromkeys(parts))


def lines(rules: Sequence[Sentence]) -> list[tuple[Sentence, str]]:
    """Each rule with the words to show: where it stands, and what it says."""
    each = [(one, passage_of(one)) for one in rules]
    return [(one, _below(heading_of(passage), in_context(one))) for one, passage in each]


def _below(heading: str, words: str) -> str:
    """The words behind their heading; a list that nothing introduces begins on the next line."""
    return f"{heading}:{words}" if words.startswith("\n") else f"{heading}: {words}"
