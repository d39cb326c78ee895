"""Shared by all chat platforms: cutting, quoting, texts, queues, deduplication."""
