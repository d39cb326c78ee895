"""OpenAI: a model for answers and one for vectors."""
