"""Regular expressions compiled on first use, and a cache for words."""
