"""Finds the passages to answer from: near the question, and rules for the asker's case."""

from collections.abc import Collection
from dataclasses import replace

from bot.answering.criteria.condition.agreement import agrees, besides
from bot.answering.criteria.names_only import Chapter, chapter_of, subject_of
from bot.answering.criteria.subject import share_held
from bot.answering.criteria.topic import named_by_title
from bot.model import Candidate, Evidence, Question
from bot.ports import Search
from knowledge.language.terms import query_terms, terms_meant
from knowledge.model.documents import Found, Hit, Passage
from knowledge.split.statements import statements

_HELD = 0.4
"""Share of a follow-up's own terms that a statement must have to answer it."""


_AROUND = 4
"""Passages of the section just cited and beside it that a follow-up is answered from, at most."""
_WHOLE = 12
"""Passages of the document just cited, where a message is read in that document alone."""
_LOOKED_AT, _FURTHER = 6, 2
"""Passages searched for a case, and added at most; `_FURTHER` also limits those of a chapter."""


async def passages(question: Question, search: Search, limit: int) -> Found:
    """Up to `limit` passages near the question, best first, then those added for its case.

    A named chapter or document adds its beginning, too.
    """
    asked = question.to_look_up
    found = await search.find(asked, question.filters, limit)
    for other in besides(asked):
        rules = await search.find(other, question.filters, _LOOKED_AT)
        found = replace(found, hits=(*found.hits, *_further(asked, rules, found)))
    if chapter := chapter_of(asked):
        return replace(found, hits=(*found.hits, *await _within(chapter, search, found)))
    if subject := subject_of(asked):
        found = replace(found, hits=(*found.hits, *await _openings(subject, search, found)))
    if question.just_cited:
        found = replace(found, hits=(*found.hits, *await _just_cited(question, search, found)))
    return found


async def _just_cited(question: Question, search: Search, found: Found) -> list[Hit]:
    """The passages of the section that the reply before cited, and of its neighbours."""
    [place, *_] = question.just_cited
    if place.header not in await search.history.in_force(question.filters):
        return []
    known = {hit.passage.passage_id for hit in found.hits}
    whole = await search.history.passages(place.header)
    own = [n for n, one in enumerate(whole) if one.section == place.section]
    nearest = sorted(range(len(whole)), key=lambda n: min((abs(n - m) for m in own), default=n))
    most = _WHOLE if question.only_there else _AROUND
    near = [whole[n] for n in nearest[:most]]
    return [Hit(one, 0.0) for one in near if one.passage_id not in known]


async def _openings(subject: frozenset[str], search: Search, found: Found) -> list[Hit]:
    """The first passage of each document that the question names."""
    headers = {
        hit.passage.header.key: hit.passage.header
        for hit in found.hits
        if named_by_title(subject, hit.passage, found)
    }
    known = {hit.passage.passage_id for hit in found.hits}
    documents = [await search.history.passages(one) for one in headers.values()]
    firsts = [passages[0] for passages in documents if passages]
    return [Hit(one, 0.0) for one in firsts if one.passage_id not in known]


async def _within(chapter: Chapter, search: Search, found: Found) -> list[Hit]:
    """The first passages of the chapter in each document that has it, unless already found."""
    inside = [hit.passage.header for hit in found.hits if chapter.is_above(hit.passage)]
    known = {hit.passage.passage_id for hit in found.hits}
    first: list[Hit] = []
    for header in dict.fromkeys(inside):
        own = [one for one in await search.history.passages(header) if chapter.is_above(one)]
        first += [Hit(one, 0.0) for one in own[:_FURTHER] if one.passage_id not in known]
    return first


def _further(asked: str, rules: Found, found: Found) -> list[Hit]:
    known = {hit.passage.passage_id for hit in found.hits}
    # Their scores belong to another query, so they are set to 0.
    further = [
        replace(hit, score=0.0, meaning=0.0, lexical=0.0)
        for hit in rules.hits
        if hit.passage.passage_id not in known and _has_rule(asked, hit.passage)
    ]
    return further[:_FURTHER]


def _has_rule(asked: str, passage: Passage) -> bool:
    return any(agrees(asked, one.text) for one in statements(passage))


def about(question: Question, evidence: Evidence) -> Evidence:
    """Keeps the statements with the follow-up's own words, not only with the earlier question's.

    Also keeps a rule for the case that it names: "영수증이 없으면요?".
    """
    said, rarity = question.must_hold or "", evidence.found.rarity
    cited = [one.section for one in question.just_cited]
    own = {term: rarity[term] for term in query_terms(said) if term in rarity}
    kept = tuple(
        one
        for one in evidence.candidates
        if share_held(_words_of(one, cited), own, evidence.found) >= _HELD
        or agrees(said, one.statement.text)
    )
    return replace(evidence, candidates=kept) if kept else Evidence(evidence.found)


def _words_of(candidate: Candidate, cited: Collection[tuple[str, ...]]) -> frozenset[str]:
    """The words of a statement, and of the headings that the answer before did not stand below."""
    passage = candidate.hit.passage
    above = "" if passage.section in cited else passage.above
    return frozenset(terms_meant(f"{above} {candidate.statement.text}"))
