"""Lists the names that a question offers to choose from, and finds them in it again."""

import re
from collections.abc import Sequence

from bot.texts import OR, OR_LAST
from knowledge.model.documents import Language


def one_of(names: Sequence[str], language: Language) -> str:
    """Lists names: "bikes, prams or toys"; "lost or stolen; expired" if one has an "or" itself."""
    if any(one in name for name in names for one in (",", ";", *OR.values())):
        return "; ".join(names)
    return OR_LAST[language].join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def names_in(listed: str) -> list[str]:
    """Finds the names in such a list."""
    between = "; " if "; " in listed else "|".join((", ", *OR.values()))
    return [name for name in re.split(between, listed) if name]
