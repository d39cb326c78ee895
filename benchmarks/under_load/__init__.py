"""A real server under load and under fire, between stand-ins for Slack and Teams on loopback."""
