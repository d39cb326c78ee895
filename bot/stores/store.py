"""One store, and all stores as their file lists them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from difflib import get_close_matches
from functools import lru_cache
from zoneinfo import ZoneInfo

from bot.model import Platform
from bot.texts import spoken
from knowledge.model.documents import Language, Spoken, StorePlace
from knowledge.models.e5.rare_words import is_uncommon


@dataclass(frozen=True, slots=True)
class Store:
    """A store, as `stores.yaml` describes it."""

    store_id: str
    """As documents name it in `store`."""
    names: Mapping[Spoken, str]
    """Its name in each language; at least one."""
    also: tuple[str, ...] = ()
    """Other names that people use."""
    region: str | None = None
    brand: str | None = None
    store_type: str | None = None
    language: Language | None = None
    """The language of messages that no question asked for, such as the shift digest."""
    timezone: ZoneInfo | None = None
    """None for that of all stores."""
    opens: time | None = None
    closes: time | None = None
    owner: str | None = None
    """Whom its staff ask."""
    channels: Mapping[Platform, tuple[str, ...]] = field(default_factory=dict)
    """The ids of its channels on each platform."""

    @property
    def place(self) -> StorePlace:
        """Returns what decides which documents count in it."""
        return StorePlace(self.store_id, self.region, self.brand)

    def name(self, language: Language) -> str:
        """Returns its name, in the language if it has one."""
        return self.names.get(spoken(language)) or next(iter(self.names.values()))

    def today(self, zone: ZoneInfo) -> date:
        """Returns the day in the store; `zone` is that of stores without one of their own."""
        return datetime.now(self.timezone or zone).date()


@dataclass(frozen=True, slots=True)
class Owner:
    """Somebody who looks after documents, as their `owner` names them."""

    name: str
    people: Mapping[Platform, tuple[str, ...]]
    """Who reads messages to them, by their ids on each platform."""


class Stores:
    """All stores, and the owners of documents; none without a file."""

    def __init__(self, stores: Iterable[Store] = (), owners: Iterable[Owner] = ()) -> None:
        """Every id, name and channel has to belong to one store only."""
        self.owners = tuple(owners)
        self._owners = {one.name.casefold(): one for one in self.owners}
        self._by_id = {one.store_id: one for one in stores}
        self._by_channel = {
            (platform, channel): one
            for one in self._by_id.values()
            for platform, channels in one.channels.items()
            for channel in channels
        }

    def __bool__(self) -> bool:
        return bool(self._by_id)

    @property
    def all(self) -> tuple[Store, ...]:
        """Returns every store, in the order of the file."""
        return tuple(self._by_id.values())

    def get(self, store_id: str | None) -> Store | None:
        """Returns the store with an id; None if there is none."""
        return self._by_id.get(store_id.casefold()) if store_id else None

    def owner(self, name: str | None) -> Owner | None:
        """Returns the owner of this name, in any case; None if the file has none."""
        return self._owners.get(name.casefold()) if name else None

    def unknown(self, store_id: str) -> str:
        """Returns what to say of an id that no store has, in English."""
        if not self:
            return f"there is no store {store_id}: STOREWISE_STORES names no stores"
        near = get_close_matches(store_id.casefold(), self._by_id, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(self._by_id)}"
        return f"there is no store {store_id}; {hint}"

    def of_channel(self, platform: Platform, channel: str) -> Store | None:
        """Returns the store that a channel belongs to; None if it belongs to none."""
        return self._by_channel.get((platform, channel))


# Finds the store that a message names, and the message without it: "강남점 환불 기한은?".


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
