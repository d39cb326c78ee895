"""The types of the evidence found for a question, and of its rating."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from knowledge.model.documents import Found, Hit
from knowledge.split.statements import Statement


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement of a passage, with how well it fits the question."""

    hit: Hit
    statement: Statement
    place: int
    """Its number among the statements of its passage, from 0."""
    cover: float
    """Share of the question's words that it contains, weighted by their rarity."""
    context: float
    """The same share, including its neighbours and the headings above it."""
    likeness: float
    """Nearness in meaning to the question, as a cosine."""
    score: float
    """Log-odds that it is the answer, against no answer at all."""
    relevance: float | None = None
    """Log-odds of the cross-encoder that it answers; None if it was not asked."""
    lifted: float = 0.0
    """Log odds that it gains as a part of a list or table that fits better as a whole."""
    is_translation: bool = False
    """Whether it says the same as the best one, or part of it, in the other language."""

    @property
    def as_whole(self) -> bool:
        """Whether the list or table that it is a part of fits better than its parts."""
        return self.lifted > 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """The passages found for a question, and their scored statements, best first."""

    found: Found = field(default_factory=Found)
    candidates: tuple[Candidate, ...] = ()
    unmentioned: int = 0
    """Number of uncommon words of the question missing from the best statement's passage."""
    by_name: bool = False
    """Whether the question only names a section, record or document, and the best statement is
    from there."""
    moved: Mapping[str, float] = field(default_factory=dict)
    """Log-odds that each criterion added to the best statement, by the criterion's name."""

    def __post_init__(self) -> None:
        """Raises ValueError if something is said of a best statement, and there is none."""
        if not self.candidates and (self.unmentioned or self.by_name or self.moved):
            raise ValueError("no statement is the best one")


@dataclass(frozen=True, slots=True)
class Judged:
    """The gate's rating of the evidence."""

    likelihood: float = 0.0
    """Likelihood, 0 to 1, that the evidence answers the question."""
    signs: Mapping[str, float] = field(default_factory=dict)
    """The inputs of the rating by name; empty without evidence."""
    moved: Mapping[str, float] = field(default_factory=dict)
    """Log-odds that each criterion added to the best statement, by the criterion's name."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A statement of a passage, with its comparison with the question."""

    hit: Hit
    statement: Statement
    place: int
    """Its number among the statements of its passage, from 0."""
    cover: float
    """Share of the question's words that it contains, weighted by their rarity."""
    context: float
    """The same share, including its neighbours and the headings above it."""
    near: float
    """Nearness in meaning to the question, as a cosine."""
    near_above: float
    """Nearness of the title and the headings above it, as a cosine."""
    lacking: float
    """Weight of the rarest noun of the question missing from its passage, as a share."""
