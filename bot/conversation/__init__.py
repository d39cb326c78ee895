"""Handles messages of every platform: questions, commands, limits, memory, outgoing checks."""
