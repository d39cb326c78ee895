"""Criterion: questions that only name a subject, "refund period?", "what is our return policy?".

They mean the section with that heading, or the document with that title. Its first statements are
what most people want to know.
"""

from collections.abc import Collection, Sequence

from bot.answering.criteria.answer_kind import Slot, fills
from bot.answering.criteria.answer_kind.steps import asks_how, without_how
from bot.answering.criteria.criterion import Asked
from bot.answering.criteria.names_only import chapter_of, subject_of
from bot.answering.criteria.subject import ANYTHING, NO_THING
from bot.model import Question
from bot.model.found import Seen
from knowledge.language.calendar.weekdays import weekdays
from knowledge.language.patterns.cues import cue
from knowledge.language.terms import (
    held,
    query_terms,
    terms,
    terms_meant,
)
from knowledge.model.documents import Found, Passage, name_of
from knowledge.search.catalogue.catalogue import Product
from knowledge.split.units import UnitKind, units

_NAMED, _BEHIND, _MOST = 6.0, 0.3, 3
"""Log odds that put the first statement of a section above its best one, the step down to each
next statement, and how many there are: as many as an answer has."""
_FURTHER, _FAR_BEHIND = 4.5, 1.5
"""Log odds that the section's other statements gain, and their least distance to the first."""
_BESIDE = 1
"""Words of a heading that the question may leave out."""

_OFFERS = frozenset(query_terms("promotion promotions offer offers deal deals sale sales"))
_OFFERS |= frozenset(query_terms("프로모션 행사 이벤트"))
"""Words for offers: "what promotions are on?" means all documents about one."""
_PERIOD = frozenset(query_terms("period window deadline timeframe timescale 기간 기한"))
"""Words that ask how long."""
_POLICY = frozenset(query_terms("policy policies rule rules guide guideline procedure process"))
_POLICY |= frozenset(query_terms("정책 규정 규칙 안내 지침 절차 방침"))
"""Words for a document, not for its subject."""
_CONDITIONS = frozenset(query_terms("condition conditions terms 적용 조건"))
_PLAIN = frozenset(query_terms("standard basic general normal usual 기본 일반 표준"))
"""Words of a heading for the ordinary case."""
_IS = cue(
    r"""
    ^(?P<subject>[^.:;,|]{2,60}?)(?: is| are|:)(?: <ABOUT>)? (?!<NO_NOUN>\b).+
    """,
    ABOUT="(?:up to|about|at least|at most)",
    NO_NOUN="not|only|never|always|also|in|on|at|for|by|to|under|due|subject|available|[a-z]+(?:ed|en)",
)
_IS_KO = cue(
    r"""
    ^(?P<subject>[^.:;,|]{1,40}?)(?:은|는|이란|란|:) ?.+(?:[이입]니다|이다|예요|%|원)[.)\s]*$
    """
)
_ANY_ONE = frozenset(query_terms("every each any standard usual our"))
_ANY_TERM = frozenset(terms(" ".join(ANYTHING)))
_GENERAL = frozenset(terms(" ".join(NO_THING)))


def named_by_title(subject: frozenset[str], passage: Passage, found: Found) -> bool:
    """Whether the title of a passage's document names the subject."""
    title = name_of(passage.header.title)
    return _is_named(subject, title, found) or _is_kind(subject, title, found)


class Topic:
    """Moves up the first statements of the section that a question only names."""

    def __init__(self, asked: Asked) -> None:
        """Finds the statements of the section named."""
        self.places = places_named(asked.question, asked.seen, asked.found)

    def __call__(self, scores: Sequence[float]) -> list[float]:
        """The change of each score."""
        return turned(self.places, scores)


def turned(places: Sequence[int], scores: Sequence[float]) -> list[float]:
    """The change of each score: a section's first statements win, not those that fit best.

    People who ask for the opening hours want those of every shop, not only of the closest match.
    """
    turns = [0.0] * len(scores)
    best = max((scores[place] for place in places), default=0.0) + _NAMED
    for number, place in enumerate(places[:_MOST]):
        turns[place] = best - _BEHIND * number - scores[place]
    for place in places[_MOST:]:
        turns[place] = min(_FURTHER, best - _FAR_BEHIND - scores[place])
    return turns


def places_named(question: Question, seen: Sequence[Seen], found: Found) -> list[int]:
    """The places, among the statements found, of those in the section or document named.

    In the order of the document; empty if the question says more than a subject.
    """
    every = {one.hit.passage.passage_id: one.hit.passage for one in seen}.values()
    # "Gift cards" means no gift card holder; the catalogue answers for products.
    passages = [one for one in every if Product.of(one) is None]
    if chapter := chapter_of(question.to_look_up):
        return _in_order({one.passage_id for one in passages if chapter.is_above(one)}, seen)
    if steps := _steps_named(question, passages, seen):
        return steps
    subject = _subject(question)
    if not subject:
        return []
    own = [one for one in passages if one.header.language == question.language]
    titled = [one for one in _openings(own) if _mentions(one, subject, found)]
    named = _named(subject, own, found) or titled or _named(subject, passages, found)
    some = _in_order({one.passage_id for one in named}, seen)
    if subject & _PERIOD:
        return [n for n in some if fills(Slot.DURATION, [seen[n].statement.text])]
    return _defined_first(some, subject, seen)


def _steps_named(
    question: Question, passages: Sequence[Passage], seen: Sequence[Seen]
) -> list[int]:
    """The places of the steps that a how-to question names by their heading; empty if none are."""
    if not asks_how(question.own_words):
        return []
    asked = query_terms(without_how(question.to_look_up))
    words = frozenset(one for one in asked if len(one) > 1)  # "순서" leaves its particle
    for passage in sorted(passages, key=lambda one: one.header.language != question.language):
        steps = next((one for one in units(passage) if one.kind is UnitKind.PROCEDURE), None)
        above = frozenset(terms_meant(f"{name_of(passage.header.title)} {steps and steps.above}"))
        headed = frozenset(terms_meant(steps.above)) - _ANY_TERM if steps else frozenset[str]()
        if steps and words & headed and words <= above | _GENERAL:
            return [
                n
                for n in _in_order({passage.passage_id}, seen)
                if steps.has(passage, seen[n].statement.quotes[:1])
            ]
    return []


def _defined_first(places: list[int], subject: frozenset[str], seen: Sequence[Seen]) -> list[int]:
    """The places, led by the first statement of their documents that says what the subject is."""
    documents = {seen[n].hit.passage.header.key for n in places}
    every = [n for n, one in enumerate(seen) if one.hit.passage.header.key in documents]
    every.sort(key=lambda n: (seen[n].hit.passage.start, seen[n].place))
    first = next((n for n in every if defines(seen[n].statement.text, subject - _POLICY)), None)
    return places if first is None else [first, *(n for n in places if n != first)]


def _in_order(passages: Collection[str], seen: Sequence[Seen]) -> list[int]:
    """The places of the statements of these passages, in the order of their documents."""
    some = [n for n, one in enumerate(seen) if one.hit.passage.passage_id in passages]
    return sorted(some, key=lambda n: (seen[n].hit.passage.start, seen[n].place))


def _subject(question: Question) -> frozenset[str]:
    """The subject of a question; a follow-up only has one if it names another weekday."""
    if question.said and not weekdays(question.said):
        return frozenset()
    return subject_of(question.to_look_up)


def _named(subject: frozenset[str], passages: Sequence[Passage], found: Found) -> list[Passage]:
    """The sections headed with the subject, or the first passages of documents titled so."""
    titled = [one for one in _openings(passages) if named_by_title(subject, one, found)]
    headed = [one for one in passages if _is_named(subject, _heading_of(one), found)]
    if subject & _CONDITIONS:
        return [one for one in passages if _says_both(subject, one, found)] or titled
    if subject & _PERIOD:
        # A heading with such a word itself: "Refund period", not any rule on refunds.
        return [one for one in headed if _says_period(one)] or headed or titled
    is_of_titles = subject & _POLICY or subject <= _OFFERS
    return (titled or headed) if is_of_titles else (headed or titled)


def _mentions(passage: Passage, subject: frozenset[str], found: Found) -> bool:
    """Whether the title above a passage has every word of the subject, among others."""
    words = frozenset(terms_meant(passage.header.title))
    others = {term: found.alternatives.get(term, ()) for term in subject}
    return all(held(words, term, others[term], 1.0) for term in subject)


def _openings(passages: Sequence[Passage]) -> list[Passage]:
    """The first passage of each document."""
    firsts: dict[str, Passage] = {}
    for one in sorted(passages, key=lambda one: one.start):
        firsts.setdefault(one.header.key, one)
    return list(firsts.values())


def _heading_of(passage: Passage) -> str:
    return passage.section[-1] if passage.section else ""


def _says_period(passage: Passage) -> bool:
    return not _PERIOD.isdisjoint(terms_meant(_heading_of(passage)))


def _is_named(subject: frozenset[str], heading: str, found: Found) -> bool:
    """Whether a heading names the subject, and hardly anything else."""
    words = [frozenset(terms_meant(word)) for word in heading.split()]
    every = frozenset().union(*words)
    about = subject - _PERIOD - _POLICY - _CONDITIONS
    others = {term: _others(term, about, found) for term in about}
    if not about or not all(held(every, term, others[term], 1.0) for term in about):
        return False
    if subject & _PERIOD and not every & _PERIOD and len(words) > len(about):
        return False
    meant = frozenset(term for some in others.values() for other in some for term in other)
    said = about | meant | _PERIOD | _POLICY | _PLAIN
    return sum(not word & said for word in words) <= _BESIDE


def _is_kind(subject: frozenset[str], title: str, found: Found) -> bool:
    """Whether a title ends in the kind of offer asked about: "November Coffee Promotion"."""
    about = subject - _POLICY - _CONDITIONS
    words = [frozenset(terms_meant(word)) for word in title.split() if not word.isdigit()]
    words = [word for word in words if not word <= _POLICY]
    if not about or not about <= _OFFERS or not words:
        return False
    return all(held(words[-1], term, _others(term, about, found), 1.0) for term in about)


def _says_both(subject: frozenset[str], passage: Passage, found: Found) -> bool:
    """Whether the heading says "conditions", and it or the title names the subject."""
    heading = frozenset(terms_meant(_heading_of(passage)))
    about = subject - _CONDITIONS
    of_it = heading.union(terms_meant(passage.header.title))
    is_of_it = all(held(of_it, term, _others(term, about, found), 1.0) for term in about)
    return bool(about and heading & _CONDITIONS and heading <= _CONDITIONS | subject) and is_of_it


def _others(term: str, about: frozenset[str], found: Found) -> list[tuple[str, ...]]:
    """Alternatives for a term without other terms of the subject: "open" for "opening hours"."""
    others = found.alternatives.get(term, ())
    return [other for other in others if about.isdisjoint(other)]


def defines(text: str, subject: Collection[str]) -> bool:
    """Whether a statement says what a subject is, and nothing is said of another one."""
    for pattern in (_IS, _IS_KO):
        match = pattern.match(text)
        if match:
            named = set(terms_meant(match["subject"])) - _ANY_ONE
            about = set(query_terms(match["subject"])) - _ANY_ONE
            if set(subject) <= named and about <= set(subject):
                return True
    return False
