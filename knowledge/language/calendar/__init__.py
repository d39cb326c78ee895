"""Days and periods that a text names, and days that come again."""
