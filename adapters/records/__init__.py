"""What is counted and kept, each in a SQLite file of its own: answers, calls of a model."""

from adapters.records.calls import DailyCalls
from adapters.records.sqlite import SqliteRecords

__all__ = ["DailyCalls", "SqliteRecords"]
