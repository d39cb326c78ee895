"""Rules that people write in Slack: their forms, and what becomes of them."""
