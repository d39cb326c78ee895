"""What replicas tell each other, and what only one of them does at a time."""
