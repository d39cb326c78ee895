"""Gives citations to programs that write their own answers."""
