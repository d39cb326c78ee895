"""Records how each answer was made in the audit log, and reads it back."""
