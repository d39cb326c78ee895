"""The web server, and what everything that comes in over it meets first."""
