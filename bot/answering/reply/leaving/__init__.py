"""What an answer carries, and must not carry, when it leaves."""
