"""Rejects true sentences that miss the case or the subject of the question."""
