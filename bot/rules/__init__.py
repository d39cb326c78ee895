"""Rules that people write in a chat, on the page or by the API, until they answer questions."""
