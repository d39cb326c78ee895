"""Follow-ups: messages that need the previous question to be understood."""
