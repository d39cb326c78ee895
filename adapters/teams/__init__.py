"""Microsoft Teams: signed activities in, messages with citations out."""
