"""Who may come in, and what Teams sends, as our own types."""
