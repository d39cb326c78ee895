"""RTF, which every word processor can save."""
