"""Shows the documents that a role may read: their versions, changes and contradictions."""
