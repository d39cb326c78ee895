"""The database file, and who may use it."""
