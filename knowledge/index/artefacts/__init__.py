"""Carries an index from the replica that made it to the others, as one file that never changes."""

from knowledge.index.artefacts.following import Follower
from knowledge.index.artefacts.packing import Companion
from knowledge.index.artefacts.protocols import (
    Artefact,
    Published,
    PublishedIndex,
    Shelf,
    Withheld,
)
from knowledge.index.artefacts.sharing import Sharing
from knowledge.index.artefacts.transfer import Exporter, Importer

__all__ = [
    "Artefact",
    "Companion",
    "Exporter",
    "Follower",
    "Importer",
    "Published",
    "PublishedIndex",
    "Sharing",
    "Shelf",
    "Withheld",
]
