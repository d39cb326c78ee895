"""The sentence around a day: about the past, about the future, or about a change."""

import re
from typing import NamedTuple

from knowledge.language.calendar.named_days import Named
from knowledge.language.patterns.cues import cue

_SENTENCE_END = re.compile(r"[.?!。？！]+(?=\s|$)|\n")
_PAST = cue(
    r"""
    \b(?:was|were|did|had|used to|could)\b
    [었았였했됐렸갔왔났셨](?:나요|어요|어|죠|지|을까요|는지|습니까|니|냐|는가|던가|더라|다고)
    (?:이|하|되|있|없)던
    """
)
_HAS_CHANGED = cue(
    r"""
    \bwhat(?:'s|s| has| have)? (?:been )?changed\b
    (?:바뀐|바꼈|달라진|변경된|개정된)
    """
)
_FUTURE = cue(
    r"""
    \b(?:will|shall|going to|upcoming|coming|are we|open|closed|can|may i|should|what changes)\b
    \b(?:is|are|be) changing\b
    예정|앞으로|바뀌|바뀔|달라지|달라질|변경되|변경될|시행|[할될]까요|[을를할될갈올]\s?(?:거|것|건|예정|수)|휴무|쉬[나어는]|여[나는]
    """
)


class Around(NamedTuple):
    """The two parts of a sentence, before and behind the words that name a day."""

    before: str
    behind: str

    @classmethod
    def of(cls, one: Named, text: str) -> "Around":
        """Cuts the sentence around a day out of a text."""
        ends = [match.end() for match in _SENTENCE_END.finditer(text)]
        start = max((end for end in ends if end <= one.start), default=0)
        end = min((end for end in ends if end >= one.end), default=len(text))
        return cls(text[start : one.start], text[one.end : end])

    @property
    def is_past(self) -> bool:
        """Whether the sentence is about the past."""
        return bool(_PAST.search(self.before) or _PAST.search(self.behind))

    @property
    def is_future(self) -> bool:
        """Whether it is about the future."""
        return bool(_FUTURE.search(self.before) or _FUTURE.search(self.behind))

    @property
    def has_changed(self) -> bool:
        """Whether it asks what has changed."""
        return bool(_HAS_CHANGED.search(self.before) or _HAS_CHANGED.search(self.behind))
