"""Patterns and memories of words, made when they are first needed."""
