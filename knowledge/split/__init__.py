"""Cuts a document into passages small enough to cite, and passages into statements."""
