"""Messages that nobody asked for: the week, and the shift of a store."""
