"""Step 5: builds the reply: the answer or refusal, citations, notes, a question back."""
