"""The form for a rule, and its preview."""

from collections.abc import Iterator, Mapping, Sequence

from adapters.chat.channels.texts import ANY_STORE
from adapters.chat.cutting import cut
from adapters.chat.rules import texts
from adapters.chat.rules.writing import Previewed, Sheet, Writer, Written, Wrong
from adapters.teams.receive.clicks import ON, Verb
from adapters.teams.receive.rule_forms import (
    AUDIENCE,
    FROM,
    PLACE,
    RECEIPT,
    REVIEW,
    STORE_TYPES,
    STORES,
    TEXT,
    TITLE,
)
from adapters.teams.render.budget import size
from adapters.teams.render.cards import fitted
from adapters.teams.render.elements import (
    Card,
    Element,
    action_set,
    button,
    card,
    heading,
    note,
    said_lines,
    words,
)
from adapters.teams.render.markdown import to_label
from adapters.teams.texts import PREVIEW
from bot.model.rules import LONGEST_TITLE
from bot.rules.forms import NEW
from bot.stores import Stores
from bot.texts import STORE_TYPES as KINDS
from knowledge.model.documents import Audience, Language

_LONGEST_TEXT = 4000
"""A card has 28 kB, and what somebody typed stands in it below the preview."""
_CHOICES = 6000
"""Bytes of a list of stores; where there are more, people write the stores' ids."""
_PREVIEWS = (60, 20, 10, 5)
"""Lines of a preview; the next is used if the card is too large."""
_QUESTION = 500
_PREVIEW, _FORM = "preview", "form"


def rule_form(
    sheet: Sheet,
    writer: Writer,
    stores: Stores,
    written: Written | None = None,
    wrong: Wrong | None = None,
) -> Card:
    """The form, as it begins or as somebody filled it in, with what is wrong with it."""
    fields = _fields(sheet, writer.language, stores, written, wrong)
    return card(fields, writer.language, [_checks(sheet, writer.language)])


def preview_card(
    shown: Previewed, sheet: Sheet, writer: Writer, stores: Stores, written: Written
) -> Card:
    """What a rule would change, before it is saved; its form is hidden below, as it was sent."""
    language = writer.language
    fields = _fields(sheet, language, stores, written)
    save = button(texts.SAVE[language], Verb.SAVE_RULE, shown.rule_id)
    # What was typed is in the draft already.
    save |= {"associatedInputs": "none"}
    form = _group(_FORM, [*fields, action_set([_checks(sheet, language)])], shown=False)

    def made(most: int) -> Card:
        lines = [*shown.lines[:most], *(["…"] if len(shown.lines) > most else [])]
        above = [*said_lines(lines), action_set([save, _back(language)])]
        return card([_group(_PREVIEW, above, shown=True), form], language)

    return fitted(made, _PREVIEWS)


def write_card(language: Language) -> Card:
    """Opens the empty form."""
    return card(
        [heading(texts.TITLE[language])],
        language,
        [button(texts.TITLE[language], Verb.WRITE_RULE, NEW)],
    )


def _fields(
    sheet: Sheet,
    language: Language,
    stores: Stores,
    written: Written | None = None,
    wrong: Wrong | None = None,
) -> list[Element]:
    typed = written or _as_begun(sheet)
    fields = _words_of(sheet, typed, language)
    if not sheet.replaces:
        fields += [*_place(sheet, typed, language), *_readers(sheet, typed, language, stores)]
    fields += [*_days(typed, language), *_receipt(typed, language)]
    return [*_about(sheet, language), *_with(wrong, fields)]


def _as_begun(sheet: Sheet) -> Written:
    form = sheet.form
    return Written(
        title=form.title,
        text=form.text,
        effective_from=form.effective_from,
        review_by=form.review_by,
        stores=form.stores,
        store_types=form.store_types,
        audience=form.audience,
    )


def _with(wrong: Wrong | None, fields: Sequence[Element]) -> list[Element]:
    """The fields, with a line below the one at fault; above all if it is none of them."""
    if wrong is None:
        return [*fields]
    line = words(wrong.line, bold=True)
    at = next((n for n, one in enumerate(fields) if one.get("id") == wrong.field), -1)
    return [*fields[: at + 1], line, *fields[at + 1 :]]


def _about(sheet: Sheet, language: Language) -> list[Element]:
    """The question, or what is changed."""
    form = sheet.form
    if sheet.replaces:
        return [words(to_label(form.places[0].name), bold=True)]
    if not form.question:
        return []
    return [words(texts.ASKED[language].format(question=cut(form.question, _QUESTION)))]


def _words_of(sheet: Sheet, typed: Written, language: Language) -> list[Element]:
    title: Element = {"type": "Input.Text", "id": TITLE, "label": texts.FIELDS[TITLE][language]}
    title |= {"placeholder": "", "maxLength": LONGEST_TITLE, "value": typed.title}
    text: Element = {"type": "Input.Text", "id": TEXT, "label": texts.FIELDS[TEXT][language]}
    text |= {"placeholder": "", "isMultiline": True, "value": typed.text}
    text |= {"maxLength": max(_LONGEST_TEXT, len(sheet.form.text))}
    # A changed passage keeps its document's title.
    return [text] if sheet.replaces else [title, text]


def _days(typed: Written, language: Language) -> list[Element]:
    days = ((FROM, typed.effective_from), (REVIEW, typed.review_by))
    return [
        {
            "type": "Input.Date",
            "id": name,
            "label": texts.FIELDS[name][language],
            "value": day.isoformat() if day else "",
        }
        for name, day in days
    ]


def _place(sheet: Sheet, typed: Written, language: Language) -> list[Element]:
    places = [to_label(one.name) for one in sheet.form.places]
    named = {NEW: texts.OWN_DOCUMENT[language]}
    named |= {str(n): texts.BELOW[language].format(place=one) for n, one in enumerate(places)}
    return [_choice(PLACE, named, [typed.place], language)] if places else []


def _readers(sheet: Sheet, typed: Written, language: Language, stores: Stores) -> Iterator[Element]:
    """For which stores it is, and who may read it."""
    if stores:
        known = {one.store_id: one.name(language) for one in stores.all}
        yield _several(STORES, known, typed.stores, language)
    kinds = {name: KINDS[name][language] for name in KINDS}
    kinds |= {name: name for name in typed.store_types if name not in kinds}
    yield _several(STORE_TYPES, kinds, typed.store_types, language)
    yield note(texts.EVERYWHERE[language])
    if len(sheet.audiences) > 1:
        readers = {one.value: texts.READERS[one][language] for one in Audience}
        named = {name: said for name, said in readers.items() if name in sheet.audiences}
        yield _choice(AUDIENCE, named, [typed.audience.value], language)


def _receipt(typed: Written, language: Language) -> list[Element]:
    tick: Element = {
        "type": "Input.Toggle",
        "id": RECEIPT,
        "title": texts.FIELDS[RECEIPT][language],
        "valueOn": ON,
        "valueOff": "",
        "value": ON if typed.receipt else "",
        "wrap": True,
    }
    return [tick, note(texts.RECEIPT_MEANS[language])]


def _several(
    name: str, named: Mapping[str, str], chosen: Sequence[str], language: Language
) -> Element:
    """A list to choose any number of; a line for ids where the list is too long for a card."""
    everywhere = {"isMultiSelect": True, "placeholder": ANY_STORE[language]}
    choice = _choice(name, named, chosen, language) | everywhere
    if size(choice) <= _CHOICES:
        return choice
    line: Element = {"type": "Input.Text", "id": name, "label": texts.FIELDS[name][language]}
    return line | {"placeholder": ANY_STORE[language], "value": ", ".join(chosen)}


def _choice(
    name: str, named: Mapping[str, str], chosen: Sequence[str], language: Language
) -> Element:
    return {
        "type": "Input.ChoiceSet",
        "id": name,
        "label": texts.FIELDS[name][language],
        "style": "compact",
        "wrap": True,
        "value": ",".join(chosen),
        "choices": [{"title": said, "value": value} for value, said in named.items()],
    }


def _checks(sheet: Sheet, language: Language) -> Element:
    return button(PREVIEW[language], Verb.PREVIEW_RULE, sheet.about)


def _back(language: Language) -> Element:
    """Shows the form in place of the preview: it is in the card, as it was sent."""
    return {
        "type": "Action.ToggleVisibility",
        "title": texts.BACK[language],
        "targetElements": [_PREVIEW, _FORM],
    }


def _group(name: str, items: Sequence[Element], *, shown: bool) -> Element:
    return {"type": "Container", "id": name, "isVisible": shown, "items": list(items)}
