"""Listeners: one module for each kind of request from Slack."""
