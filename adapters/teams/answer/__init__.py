"""Listeners for each kind of request from Teams."""
