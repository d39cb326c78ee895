"""Calls to the Bot Connector: hosts, tokens, retries and errors."""
