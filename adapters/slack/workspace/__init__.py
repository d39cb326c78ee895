"""What is known of a workspace: its channels, people and installations."""
