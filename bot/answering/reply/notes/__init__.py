"""What is added below an answer for the days that it is about."""
