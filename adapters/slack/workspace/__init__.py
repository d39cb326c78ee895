"""What the bot knows of a workspace: channels, people and installations."""
