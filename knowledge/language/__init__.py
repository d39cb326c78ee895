"""What is true of a text alone, in Korean and in English."""
