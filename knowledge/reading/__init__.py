"""From files to documents: one reader for each format, front matter, sidecars and defaults."""

from knowledge.reading.folder import Reading, read_folder

__all__ = ["Reading", "read_folder"]
