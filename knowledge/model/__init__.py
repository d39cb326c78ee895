"""What the documents are, in words that every other step uses."""
