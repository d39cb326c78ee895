"""From files to documents: one reader for each format, front matter, sidecars and defaults."""

from knowledge.reading.folder import Reading, read_folder
from knowledge.reading.source import File, Skipped, Source

__all__ = ["File", "Reading", "Skipped", "Source", "read_folder"]
