"""Finds sentences that contradict an answer: another value, another word in one place, or a ban."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from bot.answering.check import fault
from bot.answering.check.shop_titles import shop_in_title
from bot.answering.criteria.answer_kind import Slot, slot_of
from bot.answering.criteria.answer_kind.given import are_of_one_sort
from bot.answering.criteria.answer_kind.who_or_where import are_people, asks_who, names_the_doer
from bot.model import Checked, Nearest, Question, Sentence, Verdict
from bot.model.written import sentence_of
from bot.ports import Likeness, Search
from bot.privacy import safe
from knowledge.compare.disputed import aligned, differ_in_one, difference
from knowledge.compare.subject import Subject, Subjects
from knowledge.compare.swapped import MOST, Part, Swap, swapped_in
from knowledge.language.meanings.kinds import name_two_of_a_kind
from knowledge.language.polarity.opposites import opposed, says_what_may_be
from knowledge.language.terms import korean_words, latin_words, query_terms, terms, terms_meant
from knowledge.language.values import UNCOMPARED, Value, differ, same, values, without_values
from knowledge.model.documents import Found, Passage, StorePlace
from knowledge.search.nearness import PlacedStatement
from knowledge.split.statements import statements

_LOOKED_AT = 4
"""Passages compared with a sentence."""
_MOST = 3
"""Sentences shown for a conflict."""
_SAME_SUBJECT = 0.6
"""Share of words, without values, that two sentences on one subject have in common at least."""
_INSTEAD = 0.1
"""Share of words by which both may differ. Gold here and Silver there is another subject and no
conflict. As in knowledge.compare.stated."""
_FORM = 2
"""Documents with one heading that make it a part of a form: few are found for a question."""
_OWN_SUBJECT = 3
"""Words, without values, of a sentence that names its subject itself."""
_AKIN = 0.65
"""Least cosine of two sentences on one subject. In the sample and five stores, 705 pairs of
statements are as near: the three that were found by their words disagree, and no others."""
_AKIN_ABROAD = 0.55
"""The same of two sentences in two languages."""
_SYNONYMS = 0.7
"""Least likeness of words that mean the same: held, hold (.86), not card, bank transfer (.37)."""
_NEARLY_THE_SAME = 0.74
"""The same of two sentences that only words tell apart."""
_ALIKE_ABROAD = 0.62
"""Least likeness of two sentences in two languages. In the sample and five stores, 2 of 3,400
statements have a nearest one with another value that is about something else."""
_PLACES = 2
"""Places in which such sentences may differ."""
_Pair = frozenset[str]
_Swaps = tuple[Swap, ...]
_NONE: Mapping[_Pair, _Swaps] = {}
_QUOTED = re.compile(r"[\"'“‘]([^\"'“”‘’]{1,40})[\"'”’]")


async def with_conflicts(
    question: Question, checked: Checked, search: Search, before: Found | None = None
) -> Checked:
    """Changes the verdict to CONFLICT if another document says otherwise on the same subject.

    The question may have found only one of the documents, `before`. So the first sentence with a
    value or a permission is searched for, too.
    """
    hits = [*(before.hits if before else ())]
    stated = next((one for one in checked.kept if _may_be_disputed(one.text)), None)
    stated = stated or next(iter(checked.kept), None)
    if stated is not None:
        # Without the store's own phone number: it finds nothing, and an embedder may run elsewhere.
        found = await search.find(safe(stated.text), question.filters, _LOOKED_AT)
        hits += found.hits
    kept = checked.kept
    known = {_passage(one).passage_id: _passage(one) for one in kept}
    known |= {hit.passage.passage_id: hit.passage for hit in hits}
    every = [sentence_of(one, each) for one in known.values() for each in statements(one)]
    rivals = _Rivals(question, (*kept, *every), await _by_meaning(kept, every, search))
    # A contradicting sentence is shown, so it must pass the check like the answer.
    others = [
        one
        for one in every
        if any(rivals.differ(mine, one) and _about_it(question, mine, one) for mine in kept)
        and fault(one, known) is None
    ]
    kept, others = _by_breadth(question, kept, others, rivals)
    disputed = rivals.pairs(kept, others)
    if disputed:
        return replace(checked, verdict=Verdict.CONFLICT, kept=disputed)
    return replace(checked, kept=kept)


async def with_others(
    question: Question, nearest: Nearest, search: Search, before: Found | None = None
) -> Nearest:
    """Adds contradicting sentences of other documents, unless the rule is not in force yet."""
    since = nearest.sentence.citations[0].passage.header.effective_from
    if since and since > question.filters.as_of:
        return nearest
    checked = Checked(Verdict.PASS, kept=(nearest.sentence,))
    disputed = (await with_conflicts(question, checked, search, before)).kept
    return replace(nearest, against=tuple(one for one in disputed if one != nearest.sentence))


def disagreeing(question: Question, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """The pairs of contradicting sentences from different documents, flattened; at most 3."""
    return _Rivals(question, sentences).pairs(sentences)


async def _by_meaning(
    kept: Sequence[Sentence], every: Sequence[Sentence], search: Likeness
) -> dict[_Pair, _Swaps]:
    """Finds sentences that say nearly the same as those kept, each the nearest of its document.

    Returns the words that tell each pair apart; none if it is the values, the days, or a denial.
    """
    found: dict[_Pair, _Swaps] = {}
    for mine in kept:
        others = [
            one for one in every if _passage(one).header.doc_id != _passage(mine).header.doc_id
        ]
        kin = await search.kinship(_placed(mine), [_placed(one) for one in others]) or []
        nearest: dict[str, tuple[float, Sentence]] = {}
        for one, near in zip(others, kin, strict=False):
            header = _passage(one).header
            is_abroad = header.language != _passage(mine).header.language
            # What says the same is nearer than what does not: one of a language is enough.
            group, least = (header.language, _AKIN_ABROAD) if is_abroad else (header.key, _AKIN)
            best, _ = nearest.get(group, (least, one))
            if near is not None and near >= best:
                nearest[group] = near, one
        for near, one in nearest.values():
            swaps = await _told_apart(mine, one, near, search)
            if swaps is not None:
                found[frozenset((mine.text, one.text))] = swaps
    return found


async def _told_apart(
    one: Sentence, other: Sentence, near: float, search: Likeness
) -> _Swaps | None:
    """The words that tell two sentences apart; None if they may be about two cases, or agree."""
    if _passage(one).header.language != _passage(other).header.language:
        return await _across_languages(one, other, search)
    for mine, theirs in aligned(one.text, other.text):
        if mine != one.text or theirs != other.text:
            [near] = await search.likeness(mine, [theirs])
        swaps = await _words_apart(mine, theirs, near, search)
        if swaps is not None:
            return swaps
    return None


async def _words_apart(one: str, other: str, near: float, search: Likeness) -> _Swaps | None:
    """The same of two texts in one language."""
    apart = difference(one, other) if one != other else None
    if apart is None or near < _AKIN:
        return None
    left, swaps = [*apart.theirs], []
    for mine in apart.mine:
        likeness = await search.likeness(mine.text, [each.text for each in left])
        same = [each for each, like in zip(left, likeness, strict=True) if like >= _SYNONYMS]
        twin = next(iter(same or filter(mine.is_in_place_of, left)), None)
        left = [each for each in left if each is not twin] if twin else [*left, mine]
        if twin and not same:
            part = min(mine.part, twin.part, key=[*Part].index)
            swaps.append(Swap(mine.text, twin.text, part))
    # More words in one of them are a case of their own, unless they only say what is done.
    if any(each.part is not Part.VERB for each in left):
        return None
    if apart.is_disputed:
        return () if all(swap.part is Part.VERB for swap in swaps) else None
    is_sure = near >= _NEARLY_THE_SAME and apart.same_values and len(swaps) <= _PLACES
    longest = max((len(text.split()) for swap in swaps for text in swap[:2]), default=MOST + 1)
    is_short = longest <= min(MOST, apart.shared // 2)
    return tuple(swaps) if is_sure and is_short and not left else None


async def _across_languages(one: Sentence, other: Sentence, search: Likeness) -> _Swaps | None:
    """No words if two sentences differ in one value or day, or one denies the other."""
    [like] = await search.likeness(one.text, [other.text])
    return () if like >= _ALIKE_ABROAD and differ_in_one(one.text, other.text) else None


def _placed(sentence: Sentence) -> PlacedStatement:
    return PlacedStatement(_passage(sentence), sentence.text)


class _Rivals:
    """Compares the sentences that a question has found."""

    def __init__(
        self, question: Question, every: Sequence[Sentence], alike: Mapping[_Pair, _Swaps] = _NONE
    ) -> None:
        """`alike` has pairs of sentences on one subject that a few words tell apart."""
        self._question = question
        self._alike = alike
        self._every = every
        self._subjects = Subjects({p.passage_id: p for p in map(_passage, every)}.values(), _FORM)

    def pairs(
        self, sentences: tuple[Sentence, ...], others: Sequence[Sentence] = ()
    ) -> tuple[Sentence, ...]:
        """The contradicting pairs, flattened; at most 3 sentences."""
        both = [*combinations(sentences, 2), *product(sentences, others)]
        found = [pair for pair in both if self.differ(*pair)]
        each = {one.text: one for pair in reversed(found) for one in reversed(pair)}
        return tuple(reversed(each.values()))[:_MOST]

    def differ(self, one: Sentence, other: Sentence) -> bool:
        """Whether two sentences contradict each other."""
        mine, theirs = _passage(one), _passage(other)
        headers = mine.header, theirs.header
        alike = self._alike.get(frozenset((one.text, other.text)))
        if headers[0].language != headers[1].language:
            return alike == () and not self._subjects.titles_name_two(*headers)
        if headers[0].doc_id == headers[1].doc_id:
            return headers[0].version == headers[1].version and _differ_within(one, other)
        swap = swapped_in(mine, one.text, theirs, other.text)
        if self._are_swapped((swap,) if swap else alike or (), one, other):
            return True
        if alike != () and not opposed(one.text, other.text) and not _have_other_values(one, other):
            return False
        # Two shops' rules are shown with a question back: reply/shops.py.
        subject = self._subjects.of(mine, one.text, theirs, other.text)
        return subject is not Subject.OTHER or shop_in_title(*headers) is not None

    def _are_swapped(self, swaps: _Swaps, one: Sentence, other: Sentence) -> bool:
        """Whether they differ in words that the question asks for or leaves open."""
        headers = _passage(one).header, _passage(other).header
        if (
            not swaps
            or not headers[0].shares_a_store(headers[1])
            or self._subjects.titles_name_two(*headers)
            or not all(self._may_be_asked_for(swap, one, other) for swap in swaps)
        ):
            return False
        # Of a list, each item has another word there: "Wash the knives …", "Wash the pans …".
        return not any(self._is_listed(each) for each in (one, other))

    def _may_be_asked_for(self, swap: Swap, one: Sentence, other: Sentence) -> bool:
        asked, asks = {*terms(self._question.to_look_up)}, slot_of(self._question.own_words)
        words, both = (swap.one, swap.other), (one, other)
        is_named = any({*terms(word)} <= asked for word in words)
        if swap.part in (Part.SUBJECT, Part.CONDITION):
            is_doer = asks_who(self._question.text) and all(
                names_the_doer(one.text) for one in both
            )
            # "If they are unopened" is one case, "if they are faulty" another.
            roles = [_with_next_word(word, one.text) for word, one in zip(words, both, strict=True)]
            needs_it = are_of_one_sort(*words) or are_people(*roles)
            is_open = is_doer or (swap.part is Part.CONDITION and needs_it)
            return is_open and not is_named and not (is_doer and _of_two_things(*both))
        # "How long is fish kept?" is not about meat; "is it the back door?" is about any door.
        return not is_named or asks in (None, Slot.YES_NO)

    def _is_listed(self, sentence: Sentence) -> bool:
        own = _passage(sentence)
        return any(
            swapped_in(own, sentence.text, _passage(one), one.text) is not None
            for one in self._every
            if _passage(one).header.key == own.header.key and one.text != sentence.text
        )


def _with_next_word(words: str, text: str) -> str:
    """Some words of a sentence with the one behind them: "store" and "manager"."""
    return " ".join([words, *text.partition(words)[2].split()[:1]])


def _by_breadth(
    question: Question,
    kept: tuple[Sentence, ...],
    others: Sequence[Sentence],
    rivals: _Rivals,
) -> tuple[tuple[Sentence, ...], list[Sentence]]:
    """Puts a store's own rule in the place of a general one that it contradicts.

    Returns the sentences that stand, and the others among which there may be a conflict.
    """
    filters, known = question.filters, (*kept, *others)
    if filters.place is None:
        return kept, [*others]

    def breadth(sentence: Sentence) -> int:
        header = _passage(sentence).header
        return header.breadth(filters.place or StorePlace(), filters.store_type)

    def is_below(wide: Sentence, own: Sentence) -> bool:
        return breadth(own) < breadth(wide) and rivals.differ(wide, own)

    standing = [one for one in known if not any(is_below(one, own) for own in known)]
    stay = [one for one in kept if one in standing]
    said = {one.text for one in stay}
    others = [one for one in others if one in standing and one.text not in said]
    own = [one for one in others if any(is_below(wide, one) for wide in kept)]
    return (*own, *stay), [one for one in others if one not in own]


def _may_be_disputed(text: str) -> bool:
    return bool(_values(text)) or says_what_may_be(text)


def _passage(sentence: Sentence) -> Passage:
    return sentence.citations[0].passage


def _differ_within(one: Sentence, other: Sentence) -> bool:
    """Whether two sections of one document say the same, word for word, with another value.

    A short sentence, "The deposit is ₩5,000", is about what its heading names.
    """
    if _passage(one).section == _passage(other).section or not _have_other_values(one, other):
        return False
    mine, theirs = (
        set(query_terms(without_values(each.text, _values(each.text)))) for each in (one, other)
    )
    own = mine == theirs and len(mine) >= _OWN_SUBJECT
    return own and not name_two_of_a_kind(*(_passage(each).above for each in (one, other)))


def _have_other_values(one: Sentence, other: Sentence) -> bool:
    mine, theirs = _values(one.text), _values(other.text)
    mine_only = [value for value in mine if not any(same(value, each) for each in theirs)]
    theirs_only = [value for value in theirs if not any(same(value, each) for each in mine)]
    other_value = any(differ(a, b) for a in mine_only for b in theirs_only)
    return other_value and _alike(one.text, other.text) and not _of_two_things(one, other)


def _of_two_things(one: Sentence, other: Sentence) -> bool:
    """Whether two similar sentences are about different things: gold and silver members, or two
    cases in quotation marks before a colon."""
    if name_two_of_a_kind(one.text, other.text):
        return True
    cases = [set(_QUOTED.findall(_head(sentence.text))) for sentence in (one, other)]
    return bool(cases[0] and cases[1]) and cases[0].isdisjoint(cases[1])


def _head(text: str) -> str:
    """The part before a colon, which names the person or the case. Empty without a colon."""
    head, colon, _ = text.partition(": ")
    return head if colon else ""


def _about_it(question: Question, kept: Sentence, other: Sentence) -> bool:
    """Whether the other document also mentions the subjects of the question.

    If the question names the harbour shop, another shop's rule is no contradiction. Korean words
    are compared one by one, as one noun is a small share of a long sentence's syllable pairs. The
    words in the one place where both differ are no subjects.
    """
    if _passage(kept).header.language != _passage(other).header.language:
        return True
    text = question.to_look_up
    named = [{word} for word in query_terms(" ".join(latin_words(text)))]
    asked = [set(terms(word)) for word in korean_words(text)]
    passage = kept.citations[0].passage
    title, said = set(terms(passage.header.title)), {*terms(passage.above), *terms(kept.text)}
    swap = swapped_in(passage, kept.text, _passage(other), other.text)
    known = {*terms_meant(_passage(other).searchable), *(terms(swap.one) if swap else ())}
    about = [word for word in asked if word <= said] + [word for word in named if word <= title]
    return all(word <= known for word in about)


def _values(text: str) -> list[Value]:
    return [value for value in values(text) if value.kind not in UNCOMPARED]


def _alike(one: str, other: str) -> bool:
    a, b = (set(terms(without_values(text, _values(text)))) for text in (one, other))
    every = len(a | b)
    return len(a & b) >= _SAME_SUBJECT * every and min(len(a - b), len(b - a)) <= _INSTEAD * every
