"""What was found for a question, and how far it may answer it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from knowledge.model.documents import Found, Hit
from knowledge.split.statements import Statement


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement of a passage that was found, and how well it fits the question."""

    hit: Hit
    statement: Statement
    place: int
    """Which statement of its passage it is, from 0."""
    cover: float
    """Share of the question's words that it holds, weighted by how rare they are."""
    context: float
    """The same, with its neighbours and the headings above it."""
    likeness: float
    """Nearness in meaning to the question, as a cosine."""
    score: float
    """How likely it is the answer, against that there is none: the logarithm of the odds."""
    relevance: float | None = None
    """What reading it together with the question told; None where nothing was read."""
    is_twin: bool = False
    """Whether it says in the other language what the best one says, or a part of it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was found for a question, weighed statement by statement, best first."""

    found: Found = field(default_factory=Found)
    candidates: tuple[Candidate, ...] = ()
    unmentioned: int = 0
    """Uncommon words of the question that the best statement's passage does not have."""
    by_name: bool = False
    """Whether the question names a section, a record or a document and no more, and the best
    statement is of that one."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the gate made of the evidence."""

    likelihood: float = 0.0
    """How likely it is, 0 to 1, that the evidence answers the question."""
    signs: Mapping[str, float] = field(default_factory=dict)
    """What it was made from; none without evidence."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A statement of a passage that was found, as it is compared with the question."""

    hit: Hit
    statement: Statement
    place: int
    """Which statement of its passage it is, from 0."""
    cover: float
    """Share of the question's words that it holds, weighted by how rare they are."""
    context: float
    """The same, with its neighbours and the headings above it."""
    near: float
    """Its nearness in meaning to the question, as a cosine."""
    near_above: float
    """That of the title and the headings above it."""
    lacking: float
    """Weight of the weightiest thing asked about that its passage does not mention, as a share."""
