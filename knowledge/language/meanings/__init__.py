"""Words of the same meaning, and things of the same kind."""
