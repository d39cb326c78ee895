"""Slack's payloads as our own types. No I/O."""
