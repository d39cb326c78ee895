"""Long lists of forms, as patterns."""

import re


def any_of(lines: str, **pieces: str) -> str:
    """A pattern for any of the lines; <NAME> in them stands for the piece of that name."""
    pattern = "|".join(line.strip() for line in lines.splitlines() if line.strip())
    for name, piece in pieces.items():
        pattern = pattern.replace(f"<{name}>", f"(?:{piece})")
    return f"(?:{pattern})"


def cue(lines: str, **pieces: str) -> re.Pattern[str]:
    """The same, compiled; capitals do not matter."""
    return re.compile(any_of(lines, **pieces), re.IGNORECASE)
