"""Reads numbers in digits."""

from decimal import Decimal

DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,5}(?!\d)|\d{1,15}(?!\d))(?:\.\d{1,6}(?!\d))?"


def digits(text: str) -> Decimal:
    """1,000.50 as a number."""
    return Decimal(text.replace(",", ""))
