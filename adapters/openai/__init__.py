"""OpenAI: a chat model and an embedder."""
