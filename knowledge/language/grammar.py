"""What is known of a language; without a folder of its own, a language has what stands here."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from knowledge.language.clause import Clause

_NEVER = re.compile(r"(?!)")


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
    head_last: bool = False
    """Whether what goes with a word stands before it: 현금으로 결제, 3일 전."""
    has_modals: bool = True
    """Whether words such as "can" tell what is allowed from what is so; Korean has endings."""
    own_script: bool = False
    """Whether it has a script of its own: Latin words in it are names."""
