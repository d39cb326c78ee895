"""Stores for answers, API keys, model calls and the audit log."""

from adapters.records.answers import SqlRecords
from adapters.records.daily_calls import DailyCalls

__all__ = ["DailyCalls", "SqlRecords"]
