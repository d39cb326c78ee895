"""The web server, and what every request meets first: callers, limits, errors."""
