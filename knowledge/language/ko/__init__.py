"""Korean words: their stems, their inflected forms and their sound."""
