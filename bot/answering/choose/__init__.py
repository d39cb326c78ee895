"""Step 3: a draft from what was found, by the documents' own sentences or a language model."""
