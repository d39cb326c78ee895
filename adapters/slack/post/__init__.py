"""Sending: the answer, its changes, and the sign that it is being worked on."""
