"""Answers that were given, in a SQLite file of their own."""

from adapters.records.sqlite import SqliteRecords

__all__ = ["SqliteRecords"]
