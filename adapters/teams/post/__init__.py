"""Sending: in order, as slowly as Teams asks for, plainer where it refuses."""
