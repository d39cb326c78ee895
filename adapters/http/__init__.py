"""The public HTTP API, and the contracts of the systems that storewise takes the place of."""
