"""One store, and all stores as their file lists them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from difflib import get_close_matches
from zoneinfo import ZoneInfo

from bot.model import Platform
from bot.texts import spoken
from knowledge.model.documents import Language, Spoken, StorePlace


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
