"""Stores for answers, API keys, model calls and the audit log."""

from adapters.records.answers import SqlRecords
from adapters.records.counts import SqlCalls

__all__ = ["SqlCalls", "SqlRecords"]
