"""The types of what is stored: questions, answers, the audit log, keys, messages of the day."""
