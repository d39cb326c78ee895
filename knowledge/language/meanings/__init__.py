"""Which words mean the same, and which are things of one kind."""
