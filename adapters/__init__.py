"""Adapters to the outside world, one folder for each system: Slack, the web server, OpenAI."""
