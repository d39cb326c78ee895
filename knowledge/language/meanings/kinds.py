"""Things of one kind: a statement about one of them does not answer for another."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from knowledge.language.meanings.glossary import read_yaml
from knowledge.language.patterns.lazy import LazyPattern

Named = Mapping[int, frozenset[int]]
"""The things that a text names, by kind; both as numbers."""

_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*|[가-힣]+")
_HANGUL = re.compile("[가-힣]")
_PARTICLE = re.compile("[은는이가을를의도만과와에로]|$")
"""Particles after a Korean word of one syllable; otherwise it is the start of another word."""
_OF_OTHERS = LazyPattern(
    r"\b(?:only|except|others?|all|every|any|each|daily|contains?|ingredients?|allerg\w+|traces)\b"
    r"|(?<!까지)(?<![\d십백천])만(?=[ ,.되이]|$)|부터|나머지|기타|그 외|외에|모든|전부|매일"
    r"|재료|성분|함유|들어|알레르기|알러지"
)
"""Words of statements that also cover things that they do not name: "only cats and dogs"
excludes rabbits, and a list of ingredients says what is not in a cookie."""
_MOST_WORDS = 3
"""Words of the longest phrase."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """Words for things, each with its kind and its thing of that kind."""

    known: Mapping[str, tuple[int, int]]
    longest: int
    """Syllables of the longest Korean word."""

    def named(self, text: str) -> Named:
        """The things that a text names."""
        found: dict[int, frozenset[int]] = {}
        for kind, thing in self._read(_WORD.findall(text.lower())):
            found[kind] = found.get(kind, frozenset()) | {thing}
        return found

    def are_others(self, wanted: Named, said: str, above: str = "") -> bool:
        """Whether a statement names things of a kind, but none of the wanted ones.

        `above` is its title and headings, which may also name the wanted thing.
        """
        if not wanted or _OF_OTHERS.search(said):
            return False
        named = self.named(said)
        kinds = [one for one in wanted.keys() & named.keys() if wanted[one].isdisjoint(named[one])]
        over = self.named(above) if kinds else {}
        return any(wanted[one].isdisjoint(over.get(one, frozenset())) for one in kinds)

    def _read(self, words: Sequence[str]) -> Iterator[tuple[int, int]]:
        place = 0
        while place < len(words):
            some = words[place : place + _MOST_WORDS]
            found, taken = self._korean(some) if _HANGUL.match(some[0]) else self._english(some)
            if found is not None:
                yield found
            place += taken

    def _english(self, words: Sequence[str]) -> tuple[tuple[int, int] | None, int]:
        """The thing of the longest phrase at the start, and how many words it takes."""
        for size in range(len(words), 0, -1):
            found = self.known.get(" ".join(words[:size]))
            if found is not None:
                return found, size
        return None, 1

    def _korean(self, words: Sequence[str]) -> tuple[tuple[int, int] | None, int]:
        """The same for Korean: words may have particles, and phrases may lack spaces."""
        joined = "".join(words)
        for size in range(min(len(joined), self.longest), 0, -1):
            found = self.known.get(joined[:size])
            if found is not None and (size > 1 or _PARTICLE.match(words[0], 1)):
                return found, 1
        return None, 1


@cache
def shipped() -> Kinds:
    """Loads the kinds that ship with the product."""
    text = (resources.files("knowledge.language.meanings") / "kinds.yaml").read_text(
        encoding="utf-8"
    )
    return kinds(read_yaml(text))


def name_two_of_a_kind(one: str, other: str) -> bool:
    """Whether two texts name different things of one kind: gold and silver, café and shop."""
    mine, theirs = (shipped().named(text) for text in (one, other))
    return any(mine[kind].isdisjoint(theirs[kind]) for kind in mine.keys() & theirs.keys())


def kinds(every: Sequence[Sequence[Sequence[str]]]) -> Kinds:
    """Makes kinds of words as people write them: for each kind its things, for each its words.

    Raises ValueError if a word stands for two things.
    """
    known: dict[str, tuple[int, int]] = {}
    for word, thing in _placed(every):
        if known.setdefault(word, thing) != thing:
            raise ValueError(f"{word} stands for two things")
    return Kinds(known, max((len(one) for one in known if _HANGUL.match(one)), default=0))


def _placed(every: Sequence[Sequence[Sequence[str]]]) -> Iterator[tuple[str, tuple[int, int]]]:
    for kind, things in enumerate(every):
        for thing, words in enumerate(things):
            yield from ((_spelt(word), (kind, thing)) for word in words)


def _spelt(word: str) -> str:
    """A word in the form to compare: lower case, and Korean without spaces."""
    small = word.lower()
    return small.replace(" ", "") if _HANGUL.match(small) else small
