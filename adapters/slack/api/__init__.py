"""Calls of Slack: with which client, how often, and what to make of a refusal."""
