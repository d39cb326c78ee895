"""What is asked back, where the answer turns on what the question does not say."""
