"""Words and guards of indexing runs: progress, reports, a lost index."""
