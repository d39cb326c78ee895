"""Errors of the store's documents and their index.

* KnowledgeError
  - IndexMissingError         nothing has been indexed yet
  - DataInUseError            another process works on the same data directory
  - AlreadyIndexingError      an indexing run is under way
  - NothingToRollBackError    there is no index before the published one
  - UnknownDocumentError      no document of this name is indexed
  - UnknownVersionError       a document has no such version
  - OneVersionError           a document has no second version to compare with
  - EmbedderUnavailableError  no vectors now; the search goes on with words alone
    - EmbedderMissingError      the embedder is not on this machine
  - SegmentError              a segment for a query cannot be read
  - UnreadableDocumentError   one source file cannot be used; the others can
  - SourceError               a source on another machine cannot be copied now
  - ArtefactError             an index made by another replica cannot be used
  - OutrunError               another replica has published an index meanwhile
"""

from collections.abc import Sequence

from knowledge.model.printable import visible


class KnowledgeError(Exception):
    """The documents or their index cannot be used."""


class IndexMissingError(KnowledgeError):
    """Nothing has been indexed yet; `storewise reindex` makes the index."""


class SegmentError(KnowledgeError):
    """A segment for a query cannot be read; the message says what it needs."""


class DataInUseError(KnowledgeError):
    """Another process works on the same data directory."""


class AlreadyIndexingError(KnowledgeError):
    """An indexing run is under way. A second one does not wait for it."""


class NothingToRollBackError(KnowledgeError):
    """There is no index before the published one."""


class UnknownDocumentError(KnowledgeError):
    """No document of this name is indexed."""

    def __init__(self, name: str, near: Sequence[str]) -> None:
        super().__init__(name)
        self.name = name
        self.near = near


class UnknownVersionError(KnowledgeError):
    """No such version of a document is indexed."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(name)
        self.name = name
        self.known = known


class OneVersionError(KnowledgeError):
    """A document has no other version to be compared with."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class EmbedderUnavailableError(KnowledgeError):
    """The embedder cannot be used; the search goes on with words alone."""


class EmbedderMissingError(EmbedderUnavailableError):
    """The embedder is not on this machine; waiting will not help."""


class UnreadableDocumentError(KnowledgeError):
    """A source file cannot be used. Says how to fix it and, if known, in which line."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        reason = visible(reason)  # it may quote the file
        super().__init__(reason)
        self.reason = reason
        self.line = line

    def located(self, name: str) -> str:
        """The reason with the file's name and line before it."""
        return f"{name}:{self.line}: {self.reason}" if self.line else f"{name}: {self.reason}"


class SourceError(KnowledgeError):
    """A source on another machine cannot be copied now; its text has no secret."""

    def __init__(self, word: str, cure: str) -> None:
        super().__init__(f"{word.replace('_', ' ')}. {cure}")
        self.word = word
        """The reason in one word: "denied", "unknown", "unreachable" …"""
        self.cure = cure


class ArtefactError(KnowledgeError):
    """An index made by another replica cannot be used here; the message says what to do."""


class OutrunError(KnowledgeError):
    """Another replica has published an index meanwhile."""
