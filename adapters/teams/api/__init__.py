"""Calls of the Bot Connector: to which hosts, with which token, and what to make of a refusal."""
