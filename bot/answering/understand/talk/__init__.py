"""Recognises messages that ask nothing about the store."""
