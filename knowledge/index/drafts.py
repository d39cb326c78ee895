"""Documents that are being written: their passages, and where others say the same."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.compare.copies import duplicates
from knowledge.compare.stated import planted
from knowledge.index.contents import Clean, cleaned
from knowledge.model.documents import Document, Passage
from knowledge.model.errors import UnreadableDocumentError
from knowledge.split.passages import split

if TYPE_CHECKING:
    from knowledge.read import File


class Drafts:
    """Reads the text of a document as an indexing run would, without an index."""

    def __init__(self, clean: Clean, count: Callable[[str], int]) -> None:
        """`count` counts the tokens of a text."""
        self._clean = clean
        self._count = count

    def passages(self, markdown: str) -> tuple[Passage, ...]:
        """Returns the passages of a text with front matter, without personal data."""
        return tuple(split(self.read(markdown), self._count))

    def read(self, markdown: str, name: str = "draft.md") -> Document:
        """Returns the document of a text with front matter, without personal data.

        `name` is that of its file. Raises UnreadableDocumentError.
        """
        # Imported here: 0.2 s that questions do not wait.
        from knowledge.read import File, read_folder  # noqa: PLC0415

        raw = markdown.encode()
        reading = read_folder(_One(File(name, len(raw), lambda: raw)))
        if not reading.documents:
            reasons = [one.reason for one in reading.skipped]
            raise UnreadableDocumentError(reasons[0] if reasons else "it holds no text")
        return cleaned(reading.documents[0], self._clean)

    def copies(self, mine: Sequence[Passage], others: Sequence[Passage]) -> list[Passage]:
        """Returns the passages among `others` that say nearly the same as one of `mine`."""
        own = {one.passage_id for one in mine}
        return [
            one
            for group in duplicates([*mine, *others]).groups
            if own & {each.passage_id for each in group.passages}
            for one in group.passages
            if one.passage_id not in own
        ]

    def orders(self, passages: Sequence[Passage]) -> list[str]:
        """Returns the sentences that are addressed to a language model."""
        headers = [one.header for one in passages[:1]]
        return [one.sentence for one in planted(passages, headers)]


@dataclass(frozen=True, slots=True)
class _One:
    """A source of one file."""

    file: "File"

    def files(self) -> Iterator["File"]:
        """Yields the file."""
        yield self.file
