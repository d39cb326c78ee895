"""The outside world, one folder or file a system: Slack, the web server, OpenAI."""
