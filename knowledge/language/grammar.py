"""What is known of a language; without a folder of its own, a language has what stands here."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from knowledge.language.patterns.lazy import LazyPattern
from knowledge.model.documents import Language

ABLE = "able"
"""The key for possible or allowed: can, may, refundable, 가능, 할 수 있다."""
NEED = "need"
"""The key for needed: must, required, 해야 한다, 필요."""
_NEVER = re.compile(r"(?!)")
_NO_MARKS = LazyPattern(_NEVER.pattern)


class Mark(StrEnum):
    """A kind of word that changes the meaning of a sentence."""

    DENIAL = "denial"
    """Not, without, unless, except, refuse, unopened."""
    ONLY = "only"
    EVEN = "even"
    ALL = "all"
    BEFORE = "before"
    AFTER = "after"
    MUST = "must"
    SHOULD = "should"
    MAY = "may"
    CONDITION = "condition"
    OR = "or"


class Compared(StrEnum):
    """What a head or a cell of a table that compares old and new rules says."""

    OLD = "old"
    NEW = "new"
    SAME = "same"
    """A cell in place of words that have not changed."""
    NONE = "none"
    """A cell in place of words that there are none of, before or after."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sentence."""

    language: Language
    words: frozenset[str]
    """Its content words, without words that only affirm or deny."""
    signs: Mapping[str, bool]
    """Whether it affirms (true) or denies (false) each word; without words that it does both to."""
    hedges: frozenset[str] = frozenset()
    """Words anywhere in the sentence that restrict or reverse it, such as only and unless."""
    denials: int = 0
    """How many negations it has, such as "not"."""
    opposites: frozenset[str] = frozenset()
    """Words that it has only in negated form: "opened" if it says "unopened"."""

    def denies(self, other: "Clause") -> bool:
        """Whether one clause affirms what the other denies; False if that is unclear."""
        if self.hedges != other.hedges:
            return False
        differing = {
            key
            for key in self.signs
            if other.signs.get(key, self.signs[key]) is not self.signs[key]
        }
        # If both have a "not", it may just be at another word.
        return bool(
            differing & {ABLE}
            or differing & (self.opposites | other.opposites)
            or (differing and 0 in (self.denials, other.denials))
        )


def _named(name: str, heading: str, _: Callable[[str], str]) -> list[str]:
    return [f"{name}: {heading}?"]


@dataclass(frozen=True, slots=True)
class Grammar:
    """Reads the sentences of a language. Of one without a folder, nothing but its words is read."""

    condition: re.Pattern[str] = _NEVER
    """Finds conditions; never, unless a folder says how."""
    talk: Mapping[str, str] = field(default_factory=dict)
    """Usual messages that the encoder was not trained on, by their kind: thanks, shorter."""
    clauses: Callable[[str], Iterator[Clause]] = lambda _: iter(())
    """What each clause of a sentence allows, needs, affirms and denies."""
    says_only: Callable[[str], bool] = lambda _: False
    """Whether a word only affirms, denies, allows or requires."""
    bare: Callable[[str], str] = str
    """A word without its particle or ending."""
    only_names: Callable[[str, str], bool] | None = None
    """Whether each noun of a text is in another, too; None if terms are enough to tell."""
    on_day: Callable[[str], str] = str
    """The words for a day as a question names it: on Sundays, as of next year."""
    asks_for_day: Callable[..., bool] = lambda *_: False
    """Whether a question asks for the rules of a day, by the sentence around it: `en.days`."""
    subject_in: Callable[[str], str] = lambda _: ""
    """The subject of a question that only names one: "refund period?"; else nothing."""
    of_rule: Callable[[str, Callable[[str], str]], Iterator[str]] = lambda *_: iter(())
    """The question that a rule answers, if one can be made; the function writes names inside."""
    of_heading: Callable[[str, str, Callable[[str], str]], list[str]] = _named
    """Questions for a section of a document, by their names."""
    heading_asked: re.Pattern[str] = _NEVER
    """Finds the heading in such a question."""
    marks: Mapping[Mark, LazyPattern] = field(default_factory=dict)
    """Words that turn the meaning of a sentence."""
    no_marks: LazyPattern = _NO_MARKS
    """Phrases that look like one and are none."""
    compared: Mapping[Compared, LazyPattern] = field(default_factory=dict)
    """What stands in tables of old and new rules; `plain` where a head may say something else."""
    sample: LazyPattern = _NO_MARKS
    """The name of an example or a sample answer, as a label or a heading has it."""
    steps: LazyPattern = _NO_MARKS
    """A `mark` that orders two steps, and the `side` that it governs."""
    saying: frozenset[str] = frozenset()
    """Stems that any sentence may use freely."""
    capitals_name: bool = True
    """Whether a capital inside a sentence begins a name."""
    head_last: bool = False
    """Whether what goes with a word stands before it: 현금으로 결제, 3일 전."""
    has_modals: bool = True
    """Whether words such as "can" tell what is allowed from what is so; Korean has endings."""
    own_script: bool = False
    """Whether it has a script of its own: Latin words in it are names."""
