"""Step 2: what of the documents may answer a question, and how likely it does."""
