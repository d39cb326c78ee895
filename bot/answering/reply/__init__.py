"""Step 5: what a person reads: the answer or the refusal, with all that stands beside it."""
