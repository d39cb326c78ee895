"""What Slack sends, as our own types. No I/O."""
