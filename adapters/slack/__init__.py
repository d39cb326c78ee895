"""Slack: signed events and commands in, threaded blocks out."""
