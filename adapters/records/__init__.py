"""Stores for answers, API keys, model calls and the audit log."""

from adapters.records.daily_calls import DailyCalls
from adapters.records.sqlite import SqliteRecords

__all__ = ["DailyCalls", "SqliteRecords"]
