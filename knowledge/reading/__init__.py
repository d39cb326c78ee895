"""From files to documents: one reader for each format, front matter, sidecars and defaults."""

from knowledge.reading.folder import Reading, Skipped, read_folder

__all__ = ["Reading", "Skipped", "read_folder"]
