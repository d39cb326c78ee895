"""Questions to ask next: sections near an answer, asked for as a person would."""
