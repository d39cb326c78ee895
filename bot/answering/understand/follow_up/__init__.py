"""A message that leans on the one before it in the thread."""
