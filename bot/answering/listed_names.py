"""Lists the names that a question offers to choose from, and finds them in it again."""

import re
from collections.abc import Sequence

from knowledge.model.documents import Language

_SEVERAL = re.compile(r",|;| or | 또는 ")
"""What stands between names. A name that has it itself is set off by semicolons."""


def one_of(names: Sequence[str], language: Language) -> str:
    """Lists names: "bikes, prams or toys"; "lost or stolen; expired" if one has an "or" itself."""
    if any(map(_SEVERAL.search, names)):
        return "; ".join(names)
    if language in ("ko", "ja") or not names[1:]:
        return ", ".join(names)
    return f"{', '.join(names[:-1])} or {names[-1]}"


def names_in(listed: str) -> list[str]:
    """Finds the names in such a list."""
    between = r"; " if "; " in listed else r", | or | 또는 "
    return [name for name in re.split(between, listed) if name]
