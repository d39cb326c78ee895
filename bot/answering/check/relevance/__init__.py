"""What holds and still does not answer: it lacks the case, or the thing, that was asked about."""
