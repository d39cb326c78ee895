"""Reads files into documents: a reader for each format, front matter, sidecars and defaults."""

from knowledge.read.folder import Reading, read_folder
from knowledge.read.isolation import Remembered
from knowledge.read.source import File, Source

__all__ = ["File", "Reading", "Remembered", "Source", "read_folder"]
