"""The terminal as a chat platform."""
