"""The database file, its tables, and its lock."""
