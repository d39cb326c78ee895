"""Reads words, values, days and negations in Korean and English text."""
