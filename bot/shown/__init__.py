"""What a person reads of an answer: the reply, its sources, as text and as JSON."""
