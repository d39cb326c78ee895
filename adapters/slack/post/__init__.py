"""Sends answers, edits and the working sign."""
