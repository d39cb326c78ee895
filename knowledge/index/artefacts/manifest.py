"""Describes the contents of an artefact; it is the first entry of the file."""

import json
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Self

from knowledge.model.documents import Generation
from knowledge.model.errors import ArtefactError

FORMAT = 1
"""Raise it when an earlier release could not read the file: its replicas keep their index."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The generation in an artefact, and the release that wrote it."""

    format: int
    storewise: str
    number: int
    contents: str
    """The hash of all inputs of the generation."""
    embedder: str | None
    source: str
    """The places of the documents, each on a line."""
    has_vectors: bool
    """Whether the vectors are in the file; else they are on a server that all replicas read."""
    size: int
    """The bytes of all entries, unpacked."""

    @classmethod
    def of(cls, generation: Generation, size: int, *, has_vectors: bool) -> Self:
        """Describes a generation that this release writes."""
        return cls(
            format=FORMAT,
            storewise=version("storewise"),
            number=generation.number,
            contents=generation.contents,
            embedder=generation.embedder,
            source=generation.source,
            has_vectors=has_vectors,
            size=size,
        )

    def to_json(self) -> bytes:
        """Returns it as it stands in the file."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2).encode()

    @classmethod
    def of_json(cls, text: bytes) -> Self:
        """Reads it. Raises ArtefactError for a later format."""
        values = json.loads(text)
        if values["format"] > FORMAT:
            made_by = values.get("storewise", "a later release")
            raise ArtefactError(
                f"it was made by a newer storewise ({made_by}); upgrade this replica"
            )
        return cls(**{name: values[name] for name in cls.__dataclass_fields__})
