"""Decides whether two statements are about the same thing, by the names above and in them.

"The annual fee is $95" takes its subject from its document: the fees of the Blue Card and of the
Gold Card do not contradict each other. A memo without a name of its own may speak of either.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from enum import Enum

from knowledge.compare.subject_names import (
    Names,
    capitals,
    folded,
    has_word_inside,
    is_korean,
    kinds_in,
    mentions,
    named,
    says,
    says_without_spaces,
    words,
)
from knowledge.model.documents import Header, Passage

_PARALLEL = 0.5
"""Share of the shorter title's words that two titles of one pattern have in common."""
_BRANCH = "점"
"""The end of a Korean branch's name."""
_SERIES = 3
"""Different words before one word that make it a kind of thing: Gold, Blue and Green Card."""
_SAME_HEADINGS = 2
"""Headings that two documents of one form share at least."""
_FORM = 4
"""Documents with one heading that make it a part of a form."""
_LABEL = 6
"""Words that a statement needs to be clear without its heading: "Fee: $25 a transfer" is not."""


class Subject(Enum):
    """Whether two statements of one wording are about the same thing."""

    SAME = "same"
    """The name of one is above or in the other, too."""
    UNCLEAR = "unclear"
    """Neither is named, or the names may be those of topics and not of things."""
    OTHER = "other"


class Subjects:
    """Compares the things that statements are about, given all documents they may come from."""

    def __init__(self, passages: Iterable[Passage], form: int = _FORM) -> None:
        """`form` documents with one heading make it a part of a form."""
        self._least = form
        self._passages: dict[str, list[Passage]] = defaultdict(list)
        for passage in passages:
            self._passages[passage.header.key].append(passage)
        every = self._passages.values()
        self._kinds = _kinds(some[0].header.title for some in every)
        self._kinds_of_product = _kinds_of_product(
            name for some in every for one in some for name in capitals(one.text)
        )
        self._headings = {key: _headings(some) for key, some in self._passages.items()}
        self._with_heading = Counter(one for some in self._headings.values() for one in some)
        self._texts: dict[str, str] = {}
        self._products: dict[str, Names] = {}

    def of(self, one: Passage, text: str, other: Passage, other_text: str) -> Subject:
        """Compares the names in the titles, headings and sentences of two statements."""
        if _name_two_things(text, other_text) or _name_a_longer_one(text, other_text):
            return Subject.OTHER
        if self._name_one_product(text, other_text):
            return Subject.SAME
        if _headings_name_two_things(one, text, other, other_text) or self._are_of_two_products(
            one, text, other, other_text
        ):
            return Subject.OTHER
        return self._by_titles(one, text, other, other_text)

    def titles_name_two(self, one: Header, other: Header) -> bool:
        """Whether two titles name two things of one series: Blue Card and Gold Card."""
        mine, theirs = named(one.title), named(other.title)
        if has_word_inside(mine, theirs) or has_word_inside(theirs, mine):
            return True
        apart = bool({*mine} - {*theirs}) and bool({*theirs} - {*mine})
        return apart and (
            one.source == other.source
            or _are_parallel(mine, theirs)
            or all(self._kinds_in(each.title) for each in (one, other))
        )

    def _by_titles(self, one: Passage, text: str, other: Passage, other_text: str) -> Subject:
        mine, theirs = named(one.header.title), named(other.header.title)
        if has_word_inside(mine, theirs) or has_word_inside(theirs, mine):
            return Subject.OTHER
        found = _is_named(mine, other, other_text), _is_named(theirs, one, text)
        if True in found:
            said = _are_said(mine, other_text) or _are_said(theirs, text)
            return (
                Subject.SAME
                if said or self._are_of_one_kind(one.header, other.header)
                else Subject.OTHER
            )
        if None not in found and (
            self._are_of_one_series(one, other)
            or (
                self._is_foreign(one.header, other.header)
                and self._is_foreign(other.header, one.header)
            )
        ):
            return Subject.OTHER
        return Subject.UNCLEAR

    def _name_one_product(self, one: str, other: str) -> bool:
        """Whether both sentences name the same product themselves."""
        mine, theirs = (
            {name for name in capitals(text) if name[-1] in self._kinds_of_product}
            for text in (one, other)
        )
        return bool(mine) and mine == theirs

    def _are_of_two_products(
        self, one: Passage, text: str, other: Passage, other_text: str
    ) -> bool:
        """Whether the documents speak of two named products, even if their titles do not."""
        mine, theirs = self._product(one.header), self._product(other.header)
        return _is_named(mine, other, other_text) is _is_named(theirs, one, text) is False

    def _product(self, header: Header) -> Names:
        """The product that a document mentions most, such as "Blue Account"."""
        if header.key not in self._products:
            found = Counter(
                name
                for passage in self._passages[header.key]
                for name in capitals(passage.text)
                if len(name) > 1 and name[-1] in self._kinds_of_product
            )
            self._products[header.key] = next((name for name, _ in found.most_common(1)), ())
        return self._products[header.key]

    def _are_of_one_series(self, one: Passage, other: Passage) -> bool:
        """Whether the documents describe two things of one kind, such as cards."""
        mine, theirs = named(one.header.title), named(other.header.title)
        return (
            one.header.source == other.header.source
            or _are_parallel(mine, theirs)
            or all(self._kinds_in(each.header.title) for each in (one, other))
            or self._share_a_form(one, other)
        )

    def _kinds_in(self, title: str) -> list[str]:
        return [kind for kind, _ in kinds_in(title) if kind in self._kinds]

    def _are_of_one_kind(self, one: Header, other: Header) -> bool:
        """Whether neither title ends in another kind of thing, as Home Cover, Home Cover Bundle."""
        mine, theirs = self._kinds_in(one.title), self._kinds_in(other.title)
        return not mine or not theirs or mine[-1] == theirs[-1]

    def _share_a_form(self, one: Passage, other: Passage) -> bool:
        shared = self._headings[one.header.key] & self._headings[other.header.key]
        mine, theirs = _headings([one]), _headings([other])
        return len(shared) >= _SAME_HEADINGS or any(
            self._with_heading[heading] >= self._least for heading in mine & theirs
        )

    def _is_foreign(self, one: Header, other: Header) -> bool:
        """Whether one document is about its title, and the other never mentions that."""
        own = {*named(one.title)} - {*named(other.title)}
        told = [name for name in own if mentions(self._text_of(one), name)]
        return bool(told) and not any(mentions(self._text_of(other), name) for name in told)

    def _text_of(self, header: Header) -> str:
        if header.key not in self._texts:
            text = "\n".join(passage.text for passage in self._passages[header.key])
            self._texts[header.key] = f" {' '.join(words(text))} "
        return self._texts[header.key]


def _is_named(names: Names, passage: Passage, text: str) -> bool | None:
    """Whether a statement, its heading or its title has all words of a name. None without a name.

    A word of the title counts alone; in the text it needs another word of the name beside it.
    """
    if not names:
        return None
    title, said = folded(passage.header.title), folded(f"{passage.heading} {text}")
    return all(
        mentions(title, name) or says(said, names, place) for place, name in enumerate(names)
    ) or says_without_spaces(f"{passage.above} {text}".casefold(), names)


def _are_said(names: Names, text: str) -> bool:
    said = folded(text)
    return bool(names) and all(says(said, names, place) for place in range(len(names)))


def _headings_name_two_things(one: Passage, text: str, other: Passage, other_text: str) -> bool:
    """Whether two short statements, such as "Fee: $25 a transfer", stand below two subjects."""
    if min(len(words(text)), len(words(other_text))) >= _LABEL:
        return False
    mine, theirs = named(" ".join(one.section)), named(" ".join(other.section))
    known, others = folded(f"{one.above} {text}"), folded(f"{other.above} {other_text}")
    return not (
        all(mentions(others, name) for name in mine) or all(mentions(known, n) for n in theirs)
    )


def _name_two_things(one: str, other: str) -> bool:
    """Whether each sentence has a name, written with a capital letter, in place of the other's."""
    mine, theirs = ({word for name in capitals(text) for word in name} for text in (one, other))
    return not (
        all(mentions(folded(other), word) for word in mine)
        or all(mentions(folded(one), word) for word in theirs)
    )


def _name_a_longer_one(one: str, other: str) -> bool:
    """Whether one sentence has a longer name: "on Home Cover", "on Home Cover Bundle"."""
    pairs = [(name, longer) for name in capitals(one) for longer in capitals(other)]
    return any(
        len(name) > 1
        and len(longer) > 1
        and name != longer
        and (longer[: len(name)] == name or name[: len(longer)] == longer)
        for name, longer in pairs
    ) and {*capitals(one)}.isdisjoint(capitals(other))


def _are_parallel(one: Names, other: Names) -> bool:
    shared = {*one} & {*other}
    if shared:
        return len(shared) >= _PARALLEL * min(len({*one}), len({*other}))
    # 강남점 and 홍대점, 월세지원 and 의료비지원.
    return is_korean(one[-1]) and any(
        one[-1].endswith(kind) and other[-1].endswith(kind) for kind in (_BRANCH, one[-1][-2:])
    )


def _kinds(titles: Iterable[str]) -> frozenset[str]:
    """The words that titles have behind different words, such as card, 지원."""
    before: dict[str, set[str]] = defaultdict(set)
    for title in titles:
        for kind, name in kinds_in(title):
            before[kind].add(name)
    return frozenset(kind for kind, some in before.items() if len(some) >= _SERIES)


def _kinds_of_product(found: Iterable[Names]) -> frozenset[str]:
    """The last words of different names of several words: Blue Account, Gold Account."""
    before: dict[str, set[Names]] = defaultdict(set)
    for name in found:
        if len(name) > 1:
            before[name[-1]].add(name)
    return frozenset(kind for kind, some in before.items() if len(some) >= _SERIES)


def _headings(passages: Iterable[Passage]) -> frozenset[str]:
    """The innermost headings of a document, without its title."""
    return frozenset(
        one.section[-1].casefold()
        for one in passages
        if one.section and one.section[-1] != one.header.title
    )
