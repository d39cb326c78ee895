"""The modals in which people write rules, see what these change, and list them."""

from collections.abc import Sequence

from adapters.chat.cutting import cut
from adapters.chat.rules.deciding import Listed
from adapters.chat.rules.owning import LONGEST_QUESTIONS, Held, PinSheet, Shelf
from adapters.chat.rules.texts import (
    ASKED,
    BELOW,
    DUE,
    EVERYWHERE,
    FIELDS,
    LIST,
    LOOKING,
    OWN_DOCUMENT,
    PIN_SHOWS,
    PIN_UNTIL,
    PINNED,
    READERS,
    RECEIPT,
    RECEIPT_MEANS,
    SURE,
    WITHDRAW,
)
from adapters.chat.rules.writing import Sheet, spaced
from adapters.chat.words import without_bold
from adapters.slack.receive.forms import ON
from adapters.slack.render.buttons import BUTTONS, Button
from adapters.slack.render.elements import Block, actions, header, plain, section
from adapters.slack.render.fields import View, modal, option, options, store_choices
from adapters.slack.render.markdown import to_mrkdwn
from adapters.slack.render.windows import sentence_blocks
from adapters.slack.texts import CANCEL
from bot.model.rules import LONGEST_TITLE
from bot.privacy.harmless import harmless
from bot.rules.forms import NEW
from bot.stores import Stores
from bot.texts import LANGUAGES, STORE_TYPES, Text
from knowledge.model.documents import Audience, Language

LONGEST_TEXT = 3000
"""Characters that a field takes."""
_QUESTION = 500
_MAX_HINT = 2000


def rule_form(sheet: Sheet, stores: Stores, language: Language, channel: str = "") -> View:
    """The form for a rule; one that changes a passage has only its text and its days."""
    form = sheet.form
    asked = ASKED[language].format(question=cut(harmless(form.question), _QUESTION))
    blocks = [section(to_mrkdwn(asked))] if form.question else []
    text = _written(form.text, LONGEST_TEXT) | {"multiline": True}
    if sheet.replaces:
        blocks += [section(f"*{to_mrkdwn(harmless(form.places[0].name))}*")]
        blocks += [_field("text", language, text)]
    else:
        title = _written(form.title[:LONGEST_TITLE], LONGEST_TITLE)
        blocks += [_field("title", language, title), _field("text", language, text)]
        blocks += [*_place(sheet, language), *_where(sheet, stores, language)]
        blocks += _readers(sheet, language)
    blocks += [
        _field("effective_from", language, _day(form.effective_from.isoformat())),
        _field("review_by", language, _day(form.review_by.isoformat()), optional=True),
        _receipt(language),
    ]
    return modal("rule", language, blocks, f"{sheet.about} {channel}".strip())


def looking(language: Language, external_id: str = "") -> View:
    """The modal while a rule is compared with the documents; found again by its external id."""
    view = modal("rule_preview", language, [section(LOOKING[language])])
    return view | {"external_id": external_id} if external_id else view


def preview_view(rule_id: str, lines: Sequence[str], language: Language, channel: str = "") -> View:
    """What a rule changes, to be saved; behind it the form stays as it is."""
    blocks = sentence_blocks(spaced(lines))
    return modal("rule_preview", language, blocks, f"{rule_id} {channel}".strip())


def wrong_view(said: str, language: Language) -> View:
    """Why a rule was not taken; behind it the form stays as it is."""
    return modal("rule_preview", language, [section(to_mrkdwn(said))])


def rules_view(shelf: Shelf, language: Language, said: str = "", channel: str = "") -> View:
    """What somebody looks after, below what became of the last decision there."""
    blocks = [section(to_mrkdwn(said)), {"type": "divider"}] if said else []
    blocks += _held(shelf.due, DUE, BUTTONS["still_true"], language)
    blocks += [header(LIST[language])] if shelf.due or shelf.pinned else []
    blocks += [section(to_mrkdwn(shelf.line))] if shelf.line else []
    for one in shelf.rules:
        blocks += _listed(one, language)
    blocks += _held(shelf.pinned, PINNED, BUTTONS["unpin"], language)
    return modal("rules", language, blocks) | {"private_metadata": f"list {channel}".strip()}


def pin_form(sheet: PinSheet, language: Language, channel: str = "") -> View:
    """The form by which an answer is pinned: what is shown, to which questions, until when."""
    asked = _written(sheet.question[:LONGEST_QUESTIONS], LONGEST_QUESTIONS) | {"multiline": True}
    ends_on = _field("ends_on", language, {"type": "datepicker"}, optional=True)
    blocks = [
        section(f"*{PIN_SHOWS[language]}*"),
        *sentence_blocks("\n".join(sheet.shown)),
        _field("questions", language, asked, optional=True),
        ends_on | {"hint": plain(PIN_UNTIL[language], _MAX_HINT)},
    ]
    return modal("pin", language, blocks, f"{sheet.answer_id} {channel}".strip())


def _listed(one: Listed, language: Language) -> list[Block]:
    block = _line(one.line)
    if one.withdraws:
        ends = BUTTONS["withdraw"].drawn(language, one.written.rule.doc_id)
        block |= {"accessory": ends | {"style": "danger", "confirm": _sure(language)}}
    if not one.decides:
        return [block]
    names = ("approve", "refuse")
    return [block, actions([BUTTONS[name].drawn(language, one.written.rule_id) for name in names])]


def _held(shown: Sequence[Held], title: Text, does: Button, language: Language) -> list[Block]:
    """Lines below a heading, each with one button."""
    lines = [_line(one.line) | {"accessory": does.drawn(language, one.about)} for one in shown]
    return [header(title[language]), *lines] if lines else []


def _line(said: str) -> Block:
    title, _, facts = said.partition("\n")
    return section(f"*{to_mrkdwn(without_bold(title))}*\n{to_mrkdwn(facts)}".rstrip())


def _sure(language: Language) -> Block:
    return {
        "title": plain(WITHDRAW[language]),
        "text": plain(SURE[language], 300),
        "confirm": plain(WITHDRAW[language], 30),
        "deny": plain(CANCEL[language], 30),
    }


def _place(sheet: Sheet, language: Language) -> list[Block]:
    if not sheet.form.places:
        return []
    listed = [option(OWN_DOCUMENT[language], NEW)]
    for number, one in enumerate(sheet.form.places):
        listed.append(option(BELOW[language].format(place=harmless(one.name)), str(number)))
    select = {"type": "static_select", "options": listed, "initial_option": listed[0]}
    return [_field("place", language, select)]


def _where(sheet: Sheet, stores: Stores, language: Language) -> list[Block]:
    form, blocks = sheet.form, []
    if stores:
        select = store_choices(stores, form.stores, language)
        blocks.append(_field("stores", language, select, optional=True))
    names = dict.fromkeys([*STORE_TYPES, *form.store_types])
    known = {name: STORE_TYPES.get(name, dict.fromkeys(LANGUAGES, name)) for name in names}
    kinds = options(known, language)
    chosen = [one for one in kinds if one["value"] in form.store_types]
    several: Block = {"type": "multi_static_select", "options": kinds}
    several |= {"initial_options": chosen} if chosen else {}
    types = _field("store_types", language, several, optional=True)
    return [*blocks, types | {"hint": plain(EVERYWHERE[language], _MAX_HINT)}]


def _readers(sheet: Sheet, language: Language) -> list[Block]:
    if sheet.audiences == (Audience.STAFF,):
        return []  # nothing to choose
    listed = options({str(one): READERS[one] for one in sheet.audiences}, language)
    chosen = next((one for one in listed if one["value"] == sheet.form.audience), listed[0])
    radio = {"type": "radio_buttons", "options": listed, "initial_option": chosen}
    return [_field("audience", language, radio)]


def _receipt(language: Language) -> Block:
    tick = {"type": "checkboxes", "options": options({ON: FIELDS["receipt"]}, language)}
    field = _field("receipt", language, tick, optional=True) | {"label": plain(RECEIPT[language])}
    return field | {"hint": plain(RECEIPT_MEANS[language], _MAX_HINT)}


def _field(name: str, language: Language, element: Block, *, optional: bool = False) -> Block:
    return {
        "type": "input",
        "block_id": name,
        "label": plain(FIELDS[name][language]),
        "element": element | {"action_id": name},
        "optional": optional,
    }


def _written(now: str, longest: int) -> Block:
    element: Block = {"type": "plain_text_input", "max_length": longest}
    return element | {"initial_value": now} if now else element


def _day(now: str) -> Block:
    return {"type": "datepicker", "initial_date": now}
