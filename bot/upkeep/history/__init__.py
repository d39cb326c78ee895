"""How an answer came about: written to the audit log, and read again."""
