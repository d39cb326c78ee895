"""The forms and lists beside a reply: of a channel, of a question passed on, of recent ones."""

from collections.abc import Mapping, Sequence

from adapters.chat.channels import texts as channels
from adapters.chat.channels.channels import AnswerMode, ChannelSettings
from adapters.chat.cutting import cut
from adapters.chat.rules import texts as rules
from adapters.chat.rules.owning import LONGEST_QUESTIONS, PinSheet, WantedPin
from adapters.chat.texts import SEND
from adapters.teams import texts
from adapters.teams.receive.clicks import (
    ANY,
    AUDIENCE,
    CATEGORY,
    LANGUAGE,
    LONGEST_NOTE,
    MODE,
    NAMED,
    NOTE,
    ON,
    PERSON,
    PRIVATE,
    STORE,
    STORE_TYPE,
    Verb,
)
from adapters.teams.receive.rule_forms import ENDS_ON, QUESTIONS
from adapters.teams.render.elements import (
    Card,
    Element,
    beside,
    button,
    card,
    heading,
    note,
    paragraphs,
    words,
)
from bot.conversation import overview_texts as overview
from bot.conversation.overview import RecentQuestion
from bot.conversation.owners import WITH_NAME, WITHOUT_NAME, confirming
from bot.model import Reply
from bot.model.days import in_words
from bot.stores import Stores
from bot.texts import LANGUAGE_NAMES, LANGUAGES, STORE_TYPES, Text
from knowledge.model.documents import Audience, Language


def settings_card(language: Language) -> Card:
    """Opens the settings of the channel that it stands in."""
    return card(
        [heading(channels.TITLE[language])],
        language,
        [button(channels.CHANGE[language], Verb.CHANNEL)],
    )


def channel_form(now: ChannelSettings, language: Language, stores: Stores) -> Card:
    """The form, filled with the present settings."""
    known = {one.store_id: one.name(language) for one in stores.all}
    store = [_choice(STORE, _with(channels.NO_STORE, known, language), now.store, language)]
    kinds = {name: STORE_TYPES[name][language] for name in STORE_TYPES}
    if now.store_type:
        kinds.setdefault(now.store_type, now.store_type)
    body: list[Element] = [
        *(store if stores else ()),
        _choice(STORE_TYPE, _with(channels.ANY_STORE, kinds, language), now.store_type, language),
        _line(CATEGORY, now.category, language),
        _choice(LANGUAGE, _languages(language), now.language, language),
        _choice(MODE, _named(channels.MODES, AnswerMode, language), now.answer_mode, language),
        _toggle(PRIVATE, channels.ONLY_ASKER[language], language, on=now.private),
        _choice(AUDIENCE, _named(channels.AUDIENCES, Audience, language), now.audience, language),
        note(channels.HINTS[AUDIENCE][language]),
    ]
    save: Element = {
        "type": "Action.Submit",
        "title": channels.SAVE[language],
        "data": {"verb": Verb.CHANNEL.value},
    }
    return card(body, language, [save])


def _with(none: Text, known: Mapping[str, str], language: Language) -> dict[str, str]:
    return {ANY: none[language], **known}


def _languages(language: Language) -> dict[str, str]:
    known: dict[str, str] = {one: LANGUAGE_NAMES[one][language] for one in LANGUAGES}
    return _with(channels.ANY_LANGUAGE, known, language)


def _named(
    named: Mapping[str, Text], kinds: type[AnswerMode] | type[Audience], language: Language
) -> dict[str, str]:
    return {one.value: named[one][language] for one in kinds}


def _choice(name: str, named: Mapping[str, str], now: str | None, language: Language) -> Element:
    choices = [{"title": title, "value": value} for value, title in named.items()]
    return {
        "type": "Input.ChoiceSet",
        "id": name,
        "label": channels.FIELDS[name][language],
        # A filtered list shows the id of what is chosen, not its name.
        "style": "compact",
        "wrap": True,
        "value": now if now in named else ANY if ANY in named else next(iter(named)),
        "choices": choices,
    }


def _line(name: str, now: str | None, language: Language) -> Element:
    field: Element = {"type": "Input.Text", "id": name, "label": channels.FIELDS[name][language]}
    field |= {"maxLength": 60, "placeholder": channels.HINTS[name][language]}
    return field | {"value": now} if now else field


def _toggle(name: str, title: str, language: Language, *, on: bool) -> Element:
    return {
        "type": "Input.Toggle",
        "id": name,
        "label": channels.FIELDS[name][language],
        "title": title,
        "valueOn": ON,
        "valueOff": "",
        "value": ON if on else "",
    }


def wrong_card(wrong: Mapping[str, Text], language: Language) -> Card:
    """Says what is wrong in a form that was sent."""
    told = [
        words(f"{channels.FIELDS[name][language]}: {said[language]}")
        for name, said in wrong.items()
    ]
    return card(told, language)


# The forms that pass an answer on: to the owner of its documents, or to a colleague.


_QUESTION = 500


def tell_owner_form(reply: Reply, question: str) -> Card:
    """What the owners will read, and two buttons: with and without the person's name."""
    language = reply.language
    body = [words(confirming(reply)), words(f"“{cut(question, _QUESTION)}”")]
    named = ((WITHOUT_NAME, 0), (WITH_NAME, NAMED))
    send = [button(label[language], Verb.TELL, reply.trace_id, one) for label, one in named]
    return card(body, language, send)


def ask_person_form(answer_id: str, language: Language, note: str = "") -> Card:
    """The form to choose a colleague; `note` is the one to begin with."""
    person: Element = {
        "type": "Input.ChoiceSet",
        "id": PERSON,
        "label": texts.WHO[language],
        "placeholder": texts.SEARCH_NAME[language],
        "style": "filtered",
        "choices": [],
        "choices.data": {"type": "Data.Query", "dataset": "graph.microsoft.com/users"},
        "value": "",
        "isRequired": True,
        "errorMessage": texts.CHOOSE_SOMEBODY[language],
    }
    field: Element = {
        "type": "Input.Text",
        "id": NOTE,
        "label": texts.NOTE[language],
        "placeholder": "",
        "isMultiline": True,
        "maxLength": LONGEST_NOTE,
        "value": note,
    }
    send = button(SEND[language], Verb.HAND_OVER, answer_id)
    return card([person, field], language, [send])


# A person's recent questions as a card, each with a button that asks it again.


def recent_card(recent: Sequence[RecentQuestion], kept_days: int, language: Language) -> Card:
    """Returns the list, the latest first, and how long it is stored."""
    listed = [
        beside(
            words(overview.ASKED[language].format(question=one.question, day=_day(one, language))),
            button(overview.ASK[language], Verb.AGAIN, one.answer_id),
        )
        for one in recent
    ]
    none = [] if listed else [note(overview.NO_RECENT[language])]
    kept = note(overview.KEPT[language].format(days=kept_days))
    return card([heading(overview.RECENT[language]), *listed, *none, kept], language)


def _day(one: RecentQuestion, language: Language) -> str:
    return in_words(one.at.date(), language)


def pin_form(
    sheet: PinSheet, language: Language, typed: WantedPin | None = None, wrong: str = ""
) -> Card:
    """The form by which an answer is pinned, as it begins or as it was sent with what is wrong."""
    asked = "\n".join(typed.questions) if typed else sheet.question[:LONGEST_QUESTIONS]
    until = typed.ends_on.isoformat() if typed and typed.ends_on else ""
    questions: Element = {"type": "Input.Text", "id": QUESTIONS, "isMultiline": True}
    questions |= {"label": rules.FIELDS[QUESTIONS][language], "placeholder": ""}
    questions |= {"maxLength": LONGEST_QUESTIONS, "value": asked}
    day: Element = {"type": "Input.Date", "id": ENDS_ON, "value": until}
    day |= {"label": rules.FIELDS[ENDS_ON][language]}
    body = [
        words(rules.PIN_SHOWS[language], bold=True),
        *(one for line in sheet.shown for one in paragraphs(line)),
        questions,
        day,
        *([words(wrong, bold=True)] if wrong else []),
        note(rules.PIN_UNTIL[language]),
    ]
    pins = button(rules.PIN_SAVE[language], Verb.PIN_ANSWER, sheet.answer_id)
    return card(body, language, [pins])
