"""Asks for a rule as a person would: "Can gift cards be refunded?", "며칠 보관하나요?"."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from bot.answering.reply.next_questions.headings import Section, asked_for, in_sentence, section_of
from bot.answering.reply.tie import Tie
from knowledge.language.grammars import grammar_of
from knowledge.language.sentences import width_of
from knowledge.model.documents import Generation, Header, Passage
from knowledge.split.statements import statements

LONGEST = 75
"""Columns of a question; a button in Slack shows 75 characters."""
_FEWEST_WORDS = 3


def spoken(rule: str, small: Callable[[str], str] = str) -> str | None:
    """The question that a rule answers, if one can be made; `small` writes a subject inside."""
    asked = next(grammar_of(rule).of_rule(rule, small), None)
    if asked is None or width_of(asked) > LONGEST or len(asked.split()) < _FEWEST_WORDS:
        return None
    return asked


# The sections of a document, each with the questions that may be suggested for it.


_BY_NAME = 2
"""Questions tried that name the section."""
_MOST_KNOWN = 500
"""Documents whose sections are remembered."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A section, as people would ask for it."""

    passage: Passage
    """Its first passage."""
    as_people_ask: tuple[str, ...]
    by_name: tuple[str, ...]

    def ways(self, tie: Tie) -> Iterator[str]:
        """Those that share a word with the subject: as people ask, then by name."""
        yield from islice(filter(tie.shares_a_word, self.as_people_ask), 1)
        if tie.shares_a_word(self.passage.section[-1]):
            yield from self.by_name


class Sections:
    """Words the sections of documents as questions, once for each index."""

    def __init__(self) -> None:
        self._known: dict[tuple[Generation, str], tuple[Asked, ...]] = {}

    def of_document(
        self, generation: Generation, header: Header, document: Sequence[Passage]
    ) -> tuple[Asked, ...]:
        """The sections with headings of a document, in order."""
        key = generation, header.key
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known = {}
            firsts = first_of_each(document)
            self._known[key] = tuple(of_section(one, document) for one in firsts)
        return self._known[key]


def of_section(passage: Passage, document: Sequence[Passage]) -> Asked:
    """A section by its first passage; the document's passages show what is a name."""
    inside = partial(in_sentence, document=document)
    asked = filter(None, (spoken(one.text, inside) for one in statements(passage)))
    return Asked(passage, tuple(asked), asked_for(passage, document)[:_BY_NAME])


def first_of_each(passages: Iterable[Passage]) -> list[Passage]:
    """The first passage of each section that has a heading."""
    first: dict[Section, Passage] = {}
    for passage in passages:
        first.setdefault(section_of(passage), passage)
    return [one for one in first.values() if one.section]
