"""What is answered without the five steps."""
