"""Step 2: finds statements that may answer a question, and estimates how likely they do."""
