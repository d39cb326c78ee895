"""Tells the owners of documents what their documents contradict or lack."""
