"""Shows changes of a document as a table: what changed, before and after, in a few words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import shorten

from bot import texts
from bot.answering.reply.citations import marked
from bot.model import Citation, Sentence, Table
from bot.model.days import in_words
from knowledge.compare.differences import Change
from knowledge.model.documents import Header, Language

_LONGEST_SUBJECT = 32
_LONGEST_CELL = 60  # a third of a phone's width, four lines
_SAME = 3
"""Words before the first difference that a shortened sentence keeps."""
_ENDS = " ,:;·(“\"'"


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A change to show: the sentence before and the sentence after."""

    change: Change
    old: Sentence | None
    new: Sentence | None

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences that there are."""
        return tuple(one for one in (self.old, self.new) if one is not None)

    @property
    def values(self) -> list[tuple[str, str]]:
        """The values that changed, each before and after."""
        return [(old.text, new.text) for old, new in self.change.values if old and new]


def table_of(
    shown: Sequence[ShownChange],
    new: Header,
    language: Language,
    citations: Sequence[Citation],
    lines: str,
) -> Table:
    """Makes the table of changes whose sentences are in `lines`; `new` is the later version."""
    headings = Counter(_heading(one) for one in shown)
    rows = []
    for one in shown:
        heading = _heading(one)
        before, after = _before_and_after(one)
        what = heading if headings[heading] == 1 or not one.values else ""
        row = (what or _subject(one, language), _cited(before, one.old, citations))
        rows.append((*row, _cited(after, one.new, citations)))
    columns = (texts.WHAT_CHANGED[language], texts.BEFORE_CHANGE[language], _since(new, language))
    return Table(columns, tuple(rows), lines, shortened=True)


def _since(new: Header, language: Language) -> str:
    if new.effective_from is None:
        return texts.NOW[language]
    return texts.FROM_DAY[language].format(day=in_words(new.effective_from, language))


def _heading(one: ShownChange) -> str:
    section = one.change.section
    return shorten(section[-1], _LONGEST_SUBJECT, placeholder="…") if section else ""


def _subject(one: ShownChange, language: Language) -> str:
    """The beginning of the sentence up to the value that changed: "Parcels are kept for…"."""
    if one.old is None or one.new is None:
        label = texts.NO_LONGER if one.old else texts.NEWLY
        return label[language].rstrip(":")
    text = one.new.text
    value = one.values[0][1] if one.values else ""
    start = text.partition(value)[0] if value else ""
    said = shorten(start.rstrip(_ENDS) or text, _LONGEST_SUBJECT - 1, placeholder="")
    return f"{said.rstrip(_ENDS)}…"


def _before_and_after(one: ShownChange) -> tuple[str, str]:
    """The values that changed; else the sentences, shortened."""
    if one.values:
        before, after = zip(*one.values, strict=True)
        return ", ".join(before), ", ".join(after)
    old, new = (each.text if each else "" for each in (one.old, one.new))
    return _shortened(old, new), _shortened(new, old)


def _shortened(text: str, other: str) -> str:
    """A sentence from shortly before the first word that the other one does not share."""
    if len(text) <= _LONGEST_CELL:
        return text
    words, others = text.split(), other.split()
    pairs = zip(words, others, strict=False)
    same = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(words), len(others)))
    start = max(0, same - _SAME) if other else 0
    rest = " ".join(words[start:])
    return shorten(f"… {rest}" if start else rest, _LONGEST_CELL, placeholder=" …")


def _cited(text: str, sentence: Sentence | None, citations: Sequence[Citation]) -> str:
    """A cell with the numbers of its sentence's sources; empty without a sentence."""
    return marked(replace(sentence, text=text, mark=""), citations) if sentence else ""
