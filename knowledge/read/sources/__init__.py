"""Where files come from, and when they change."""
