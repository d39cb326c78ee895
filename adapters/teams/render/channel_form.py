"""The card that opens a channel's settings, and the form in its dialog."""

from collections.abc import Mapping

from adapters.chat.channels import texts
from adapters.chat.channels.settings import AnswerMode, ChannelSettings
from adapters.teams.receive.clicks import (
    ANY,
    AUDIENCE,
    CATEGORY,
    LANGUAGE,
    MODE,
    ON,
    PRIVATE,
    STORE,
    STORE_TYPE,
    Verb,
)
from adapters.teams.render.elements import Card, Element, button, card, heading, note, words
from bot.stores import Stores
from bot.texts import LANGUAGE_NAMES, LANGUAGES, STORE_TYPES, Text
from knowledge.model.documents import Audience, Language


def settings_card(language: Language) -> Card:
    """Opens the settings of the channel that it stands in."""
    return card(
        [heading(texts.TITLE[language])],
        language,
        [button(texts.CHANGE[language], Verb.CHANNEL)],
    )


def channel_form(now: ChannelSettings, language: Language, stores: Stores) -> Card:
    """The form, filled with the present settings."""
    known = {one.store_id: one.name(language) for one in stores.all}
    store = [_choice(STORE, _with(texts.NO_STORE, known, language), now.store, language)]
    kinds = {name: STORE_TYPES[name][language] for name in STORE_TYPES}
    if now.store_type:
        kinds.setdefault(now.store_type, now.store_type)
    body: list[Element] = [
        *(store if stores else ()),
        _choice(STORE_TYPE, _with(texts.ANY_STORE, kinds, language), now.store_type, language),
        _line(CATEGORY, now.category, language),
        _choice(LANGUAGE, _languages(language), now.language, language),
        _choice(MODE, _named(texts.MODES, AnswerMode, language), now.answer_mode, language),
        _toggle(PRIVATE, texts.ONLY_ASKER[language], language, on=now.private),
        _choice(AUDIENCE, _named(texts.AUDIENCES, Audience, language), now.audience, language),
        note(texts.HINTS[AUDIENCE][language]),
    ]
    save: Element = {
        "type": "Action.Submit",
        "title": texts.SAVE[language],
        "data": {"verb": Verb.CHANNEL.value},
    }
    return card(body, language, [save])


def _with(none: Text, known: Mapping[str, str], language: Language) -> dict[str, str]:
    return {ANY: none[language], **known}


def _languages(language: Language) -> dict[str, str]:
    known: dict[str, str] = {one: LANGUAGE_NAMES[one][language] for one in LANGUAGES}
    return _with(texts.ANY_LANGUAGE, known, language)


def _named(
    named: Mapping[str, Text], kinds: type[AnswerMode] | type[Audience], language: Language
) -> dict[str, str]:
    return {one.value: named[one][language] for one in kinds}


def _choice(name: str, named: Mapping[str, str], now: str | None, language: Language) -> Element:
    choices = [{"title": title, "value": value} for value, title in named.items()]
    return {
        "type": "Input.ChoiceSet",
        "id": name,
        "label": texts.FIELDS[name][language],
        # A filtered list shows the id of what is chosen, not its name.
        "style": "compact",
        "wrap": True,
        "value": now if now in named else ANY if ANY in named else next(iter(named)),
        "choices": choices,
    }


def _line(name: str, now: str | None, language: Language) -> Element:
    field: Element = {"type": "Input.Text", "id": name, "label": texts.FIELDS[name][language]}
    field |= {"maxLength": 60, "placeholder": texts.HINTS[name][language]}
    return field | {"value": now} if now else field


def _toggle(name: str, title: str, language: Language, *, on: bool) -> Element:
    return {
        "type": "Input.Toggle",
        "id": name,
        "label": texts.FIELDS[name][language],
        "title": title,
        "valueOn": ON,
        "valueOff": "",
        "value": ON if on else "",
    }


def wrong_card(wrong: Mapping[str, Text], language: Language) -> Card:
    """Says what is wrong in a form that was sent."""
    told = [
        words(f"{texts.FIELDS[name][language]}: {said[language]}") for name, said in wrong.items()
    ]
    return card(told, language)
