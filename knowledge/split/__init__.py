"""From a document to passages small enough to cite, and from these to statements."""
