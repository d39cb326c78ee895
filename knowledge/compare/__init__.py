"""Documents beside one another: versions, contradictions, copies."""
