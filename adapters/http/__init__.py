"""The public HTTP API, and the contracts of the systems that storewise replaces."""
