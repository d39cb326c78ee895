"""Carries an index from the replica that made it to the others, as one file that never changes."""

from knowledge.index.artefacts.companions import Companion
from knowledge.index.artefacts.exporting import Exporter
from knowledge.index.artefacts.following import Follower
from knowledge.index.artefacts.importing import Importer
from knowledge.index.artefacts.protocols import (
    Artefact,
    Published,
    PublishedIndex,
    Shelf,
    Withheld,
)
from knowledge.index.artefacts.sharing import Sharing

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
