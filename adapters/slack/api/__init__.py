"""Calls to Slack: clients, retries, and what each error means."""
