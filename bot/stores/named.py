"""Finds the store that a message names, and the message without it: "강남점 환불 기한은?"."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bot.stores.store import Store, Stores
from knowledge.models.e5.rare_words import is_uncommon

_LED = re.compile(r"(?:in|at|for|from|of)\s", re.IGNORECASE)
_ENGLISH = (
    r"(?:\b(?:(?:in|at|for|from|of)\s+)?(?:\b(?:the|our|my)\s+)?)(?<!\w)(?P<name>{names})"
    r"(?P<branch>\s+(?:store|shop|branch|outlet|location|site)\b)?(?:['’]s)?(?!\w)"
)
_KOREAN = (
    r"(?<![가-힣])(?P<name>{names})"
    r"(?:에서[는도만]?|에[는도]?|에선|은요?|는요?|[이가의도만을를]|으?로|이?랑|[과와]|하고|부터|까지|보다"
    r"|이?요|이?에요|예요|입니다|인데요?)?(?![가-힣])"
)
_HANGUL = re.compile("[가-힣]")
_ENDS_IN_STORE = re.compile(r"\s?(?:지점|매장|점포|점)$")
_STORE = r"\s?(?:지점|매장|점포|점)"
"""The ways to write the 점 at the end of a name: 강남 매장, 강남지점."""
_LEADS_IN = re.compile(
    r"^\W*(?:(?:and|but|so|then|also|ok|okay|what about|how about|what if|i am|i'm|i work|we are"
    r"|we're|it's|it is|this is|that's)\s*)+"
    r"|^\W*(?:(?:그럼|그러면|그리고|그런데|근데|혹시|저는|저희는|여기는|우리는)\s*)+",
    re.IGNORECASE,
)
_ASKS_ABOUT_IT = re.compile(
    r"(?:\s*(?:어때|어떤가|어떻게\s?(?:되|돼)|경우)\S*)+\W*$|\b(?:one|then|please)\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Named:
    """A store that a message names."""

    store: Store
    name: str
    """The name as the message has it."""
    rest: str
    """The message without the name; "" if it says nothing else."""


def named_in(text: str, stores: Stores) -> Named | None:
    """Returns the only store that a message names; None for none or several.

    An English name that is also a word, such as "reading", counts with a capital letter, beside
    "store", or after "at".
    """
    if not stores:
        return None
    names = _names(stores)
    found = list(names.found_in(text))
    each = {names.by_key[key_of(match["name"])].store_id: match for match in found}
    if len(each) != 1:
        return None
    for match in reversed(found):
        text = f"{text[: match.start()]} {text[match.end() :]}"
    name = found[0]["name"]
    return Named(names.by_key[key_of(name)], name, _left(text))


@dataclass(frozen=True, slots=True)
class _Names:
    """All names in one pattern a script: a message is read once, however many stores there are."""

    by_key: Mapping[str, Store]
    patterns: tuple[re.Pattern[str], ...]

    def found_in(self, text: str) -> Iterator[re.Match[str]]:
        found = (match for pattern in self.patterns for match in pattern.finditer(text))
        yield from sorted(filter(_is_name, found), key=lambda match: match.start())


@lru_cache(maxsize=4)
def _names(stores: Stores) -> _Names:
    by_name = {name: one for one in stores.all for name in (*one.names.values(), *one.also)}
    korean = [name for name in by_name if _HANGUL.search(name)]
    english = [name for name in by_name if not _HANGUL.search(name)]
    patterns = [
        re.compile(form.format(names="|".join(_spelt(some))), re.IGNORECASE)
        for form, some in ((_KOREAN, korean), (_ENGLISH, english))
        if some
    ]
    return _Names({key_of(name): one for name, one in by_name.items()}, tuple(patterns))


def _spelt(names: Iterable[str]) -> Iterator[str]:
    """The names as patterns, the longest first: "Gangnam Station" before "Gangnam"."""
    for name in sorted(names, key=len, reverse=True):
        stem = _ENDS_IN_STORE.sub("", name) if _HANGUL.search(name) else name
        gap = r"\s?" if stem != name or _HANGUL.search(name) else r"\s+"
        yield gap.join(map(re.escape, stem.split())) + (_STORE if stem != name else "")


def key_of(name: str) -> str:
    """Returns a name without what may be written otherwise: 강남점 and 강남 매장 have one key."""
    stem = _ENDS_IN_STORE.sub("점", name) if _HANGUL.search(name) else name
    return "".join(stem.split()).casefold()


def _is_name(match: re.Match[str]) -> bool:
    groups = match.groupdict()
    name: str = groups["name"]
    if not name[0].islower() or _LED.match(match[0]) or groups.get("branch"):
        return True
    return any(map(is_uncommon, name.split()))


def _left(text: str) -> str:
    """What a message says besides the name of a store."""
    rest = " ".join(text.split()).strip(" ,:")
    bare = _ASKS_ABOUT_IT.sub("", _LEADS_IN.sub("", rest))
    return rest if re.search(r"\w", bare) else ""
