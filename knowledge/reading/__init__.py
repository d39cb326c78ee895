"""From files to documents: one reader for each format, front matter, sidecars and defaults."""

from knowledge.reading.folder import Reading, read_folder
from knowledge.reading.remembered import Remembered
from knowledge.reading.source import File, Source

__all__ = ["File", "Reading", "Remembered", "Source", "read_folder"]
