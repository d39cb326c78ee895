"""A modal, and the fields of its form."""

from collections.abc import Iterable, Mapping, Sequence

from adapters.chat.channels import texts as channels
from adapters.chat.rules import texts as rules
from adapters.chat.texts import CLOSE, SEND
from adapters.slack import texts
from adapters.slack.receive.forms import ANY
from adapters.slack.render.elements import MAX_TITLE, Block, plain
from bot.stores import Store, Stores
from bot.texts import Text
from knowledge.model.documents import Language

View = Block

_MOST_OPTIONS = 100
_SUBMITS = {
    "channel": channels.SAVE,
    "rule": rules.NEXT,
    "rule_preview": rules.SAVE,
    "pin": rules.PIN_SAVE,
}
"""What sends a form, by its name."""


def modal(name: str, language: Language, blocks: list[Block], about: str = "") -> View:
    """A modal; with `about`, it is a form that can be submitted."""
    view: View = {
        "type": "modal",
        "callback_id": name,
        "title": plain(texts.TITLES[name][language], MAX_TITLE),
        "close": plain(_closing(name, is_form=bool(about))[language], MAX_TITLE),
        "blocks": blocks,
    }
    if about:
        said = _SUBMITS.get(name, SEND)[language]
        view |= {"submit": plain(said, MAX_TITLE), "private_metadata": about}
    return view


def _closing(name: str, *, is_form: bool) -> Text:
    if name == "rule_preview":
        return rules.BACK  # the form lies below, as it was sent
    return texts.CANCEL if is_form else CLOSE


def line(now: str | None) -> Block:
    """A field of one line."""
    element = {"type": "plain_text_input", "max_length": 500}
    return element | {"initial_value": now} if now else element


def store_select(stores: Stores, now: str | None, language: Language) -> Block:
    """All stores: in one list, or by region where there are too many for one."""
    none = options({ANY: channels.NO_STORE}, language)
    listed = none + _named(stores.all, language)
    chosen = next((one for one in listed if one["value"] == (now or ANY)), listed[0])
    return {"type": "static_select", "initial_option": chosen} | _listed(stores, none, language)


def store_choices(stores: Stores, now: Sequence[str], language: Language) -> Block:
    """The same, to choose several."""
    chosen = [one for one in _named(stores.all, language) if one["value"] in now]
    made: Block = {"type": "multi_static_select"} | _listed(stores, [], language)
    return made | {"initial_options": chosen} if chosen else made


def _listed(stores: Stores, none: list[Block], language: Language) -> Block:
    listed = none + _named(stores.all, language)
    if len(listed) <= _MOST_OPTIONS:
        return {"options": listed}
    return {"option_groups": _by_region(stores, none, language)[:_MOST_OPTIONS]}


def _named(stores: Iterable[Store], language: Language) -> list[Block]:
    return [option(one.name(language), one.store_id) for one in stores]


def _by_region(stores: Stores, none: list[Block], language: Language) -> list[Block]:
    other = channels.REGIONLESS[language]
    regions: dict[str, list[Block]] = {channels.NO_STORE[language]: none} if none else {}
    for one in stores.all:
        regions.setdefault(one.region or other, []).extend(_named([one], language))
    return [
        {"label": plain(name), "options": some[first : first + _MOST_OPTIONS]}
        for name, some in regions.items()
        for first in range(0, len(some), _MOST_OPTIONS)
    ]


def select(named: Mapping[str, Text], now: str | None, language: Language) -> Block:
    """A list, with the present choice."""
    listed = options(named, language)[:_MOST_OPTIONS]
    chosen = next((one for one in listed if one["value"] == (now or ANY)), listed[0])
    return {"type": "static_select", "options": listed, "initial_option": chosen}


def radio(named: Mapping[str, Text], now: str, language: Language) -> Block:
    """Buttons, of which one is chosen."""
    return select(named, now, language) | {"type": "radio_buttons"}


def options(named: Mapping[str, Text], language: Language) -> list[Block]:
    """The choices of a list."""
    return [option(text[language], str(name)) for name, text in named.items()]


def option(text: str, value: str) -> Block:
    """A choice of a list."""
    return {"text": plain(text), "value": value}
