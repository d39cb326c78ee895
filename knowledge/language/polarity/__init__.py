"""Whether sentences say the opposite of each other."""
