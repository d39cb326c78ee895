"""Modals: the sources of an answer, and the forms."""

from collections.abc import Iterable, Iterator, Mapping

from adapters.chat.about import in_bold
from adapters.chat.channels import texts as channels
from adapters.chat.channels.channels import ChannelSettings
from adapters.chat.cutting import cut, last_end
from adapters.chat.quoted import Run, runs_of
from adapters.chat.texts import CLOSE, SEND
from adapters.chat.words import bold_runs, seen
from adapters.slack import texts
from adapters.slack.receive.forms import (
    ANY,
    AUDIENCE,
    CATEGORY,
    GROUPS,
    LANGUAGE,
    LONGEST_NOTE,
    MODE,
    NAME,
    NAMED,
    NOTE,
    PERSON,
    PRIVATE,
    QUESTION,
    REASON,
    STORE,
    STORE_TYPE,
    Reason,
)
from adapters.slack.render.buttons import BUTTONS
from adapters.slack.render.citations import MAX_SOURCES, to_line, to_name
from adapters.slack.render.elements import (
    MAX_TEXT,
    MAX_TITLE,
    Block,
    actions,
    context,
    plain,
    section,
)
from adapters.slack.render.markdown import to_mrkdwn
from adapters.slack.render.reply import to_blocks
from bot.conversation.owners import WITH_NAME, WITHOUT_NAME, confirming
from bot.model import Reply, Source
from bot.privacy.harmless import harmless
from bot.stores import Stores
from bot.texts import LANGUAGE_NAMES, LANGUAGES, STORE_TYPES, Text
from knowledge.model.documents import Language


def passage_blocks(source: Source) -> list[Block]:
    """Returns a source's passage as rich text, where no character is markup."""
    # mrkdwn shows the stars of *bold* next to Korean letters; rich text needs none.
    return list(_in_blocks(runs_of(source)))


def sentence_blocks(text: str) -> list[Block]:
    """Returns an answer's lines as rich text."""
    runs = (run for line in text.split("\n") for run in (*bold_runs(seen(line)), ("\n", False)))
    return list(_in_blocks(runs))


def _in_blocks(runs: Iterable[Run]) -> Iterator[Block]:
    """Groups runs into blocks that end at sentence ends."""
    current: list[Run] = []
    room = MAX_TEXT
    for run, bold in runs:
        text = run
        while text:
            end = len(text) if len(text) <= room else last_end(text, room)
            if not end and not current:
                end = room
            if end:
                current.append((text[:end], bold))
                text, room = text[end:], room - end
            if text:
                yield _rich(current)
                current, room = [], MAX_TEXT
    if current:
        yield _rich(current)


def _rich(runs: Iterable[Run]) -> Block:
    elements = [
        {"type": "text", "text": text} | ({"style": {"bold": True}} if bold else {})
        for text, bold in runs
    ]
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": elements}]}


View = Block

_MOST_BLOCKS = 100
NAMELESS = "nameless"
_MOST_OPTIONS = 100


def sources_skeleton(language: Language) -> View:
    """The modal that opens at once, while the sources are fetched."""
    return _modal("sources", language, [section(texts.LOADING[language])])


def sources_view(reply: Reply, channel: str = "") -> View:
    """A reply's sources, each with its passage and the quotes in bold; a person can be asked.

    The sentences of a shortened table come first.
    """
    blocks = [
        block for table in reply.tables if table.shortened for block in sentence_blocks(table.lines)
    ]
    blocks += [{"type": "divider"}] if blocks else []
    blocks += [context(in_bold(reply))]
    for source in reply.sources[:MAX_SOURCES]:
        blocks += [{"type": "divider"}, section(to_line(source, reply.language))]
        blocks += passage_blocks(source)
    asked = [actions([BUTTONS["ask_person"].drawn(reply.language, reply.trace_id)])]
    end = [{"type": "divider"}, *asked] if reply.kept else []
    shown = [*blocks[: _MOST_BLOCKS - len(end)], *end]
    return _modal("sources", reply.language, shown, _about(reply.trace_id, channel))


def feedback_form(answer_id: str, language: Language) -> View:
    """The form for what was wrong with an answer."""
    reasons = _options({one: texts.REASONS[one] for one in Reason}, language)
    blocks = [
        _input(REASON, language, {"type": "radio_buttons", "options": reasons}),
        _note(language),
    ]
    return _modal("feedback", language, blocks, about=answer_id)


def ask_person_form(answer_id: str, language: Language, note: str = "", channel: str = "") -> View:
    """The form for asking a person; `note` is the one to begin with."""
    blocks = [_input(PERSON, language, {"type": "users_select"}), _note(language, note)]
    return _modal("ask_person", language, blocks, _about(answer_id, channel))


def tell_owner_form(reply: Reply, question: str, channel: str = "") -> View:
    """The form for telling the owners: what they will read, and whether with the person's name."""
    language = reply.language
    options = _options({NAMELESS: WITHOUT_NAME, NAMED: WITH_NAME}, language)
    name = {"type": "radio_buttons", "options": options, "initial_option": options[0]}
    asked = f"{to_mrkdwn(confirming(reply))}\n“{to_mrkdwn(cut(question, 500))}”"
    blocks = [section(asked), _input(NAME, language, name)]
    return _modal("tell_owner", language, blocks, _about(reply.trace_id, channel))


def sending(language: Language, name: str) -> View:
    """The modal while a form is on its way."""
    return saying(texts.SENDING[language], language, name)


def channel_form(
    channel: str, now: ChannelSettings, language: Language, stores: Stores | None = None
) -> View:
    """The form for a channel's settings, filled with the present ones."""
    store = [_input(STORE, language, _store_select(stores, now.store, language))] if stores else []
    blocks = [
        *store,
        _input(STORE_TYPE, language, _select(_stores(now), now.store_type, language)),
        _input(CATEGORY, language, _line(now.category), optional=True),
        _input(LANGUAGE, language, _select(_languages(), now.language, language)),
        _input(MODE, language, _radio(channels.MODES, now.answer_mode, language)),
        _input(PRIVATE, language, _tick(language, on=now.private), optional=True),
        _input(GROUPS, language, _line(", ".join(sorted(now.allowed_groups))), optional=True),
        _input(AUDIENCE, language, _radio(channels.AUDIENCES, now.audience, language)),
    ]
    return _modal("channel", language, blocks, about=channel)


def question_form(language: Language, document: str = "") -> View:
    """The form for a question about a message, or about the document of this title."""
    element = {"type": "plain_text_input", "multiline": True, "max_length": LONGEST_NOTE}
    above = [section(f"*{to_name(document)}*")] if document else []
    blocks = [*above, _input(QUESTION, language, element)]
    return _modal("question", language, blocks, about="document" if document else "message")


def answer_view(reply: Reply, question: str, trouble: str = "") -> View:
    """The answer to a question about a message, with a button to share it in the thread."""
    language = reply.language
    blocks = [section(trouble)] if trouble else []
    blocks += [
        section(f"*{to_mrkdwn(cut(harmless(question), 500))}*"),
        *to_blocks(reply, simple=True),
    ]
    if reply.verdict is not None:
        share = BUTTONS["share_selected"].drawn(language, "message")
        blocks.append(actions([share]))
    return _modal("question", language, blocks)


def saying(text: str, language: Language, name: str = "question") -> View:
    """A modal with just a sentence."""
    return _modal(name, language, [section(text)])


def _modal(name: str, language: Language, blocks: list[Block], about: str = "") -> View:
    """A modal; with `about`, it is a form that can be submitted."""
    view: View = {
        "type": "modal",
        "callback_id": name,
        "title": plain(texts.TITLES[name][language], MAX_TITLE),
        "close": plain(texts.CANCEL[language] if about else CLOSE[language], MAX_TITLE),
        "blocks": blocks,
    }
    if about:
        said = (channels.SAVE if name == "channel" else SEND)[language]
        sent = {"submit": plain(said, MAX_TITLE), "private_metadata": about}
        view |= sent
    return view


def _about(answer_id: str, channel: str) -> str:
    """An answer with its channel: a modal's clicks do not name it."""
    return f"{answer_id} {channel}".strip()


def _input(name: str, language: Language, element: Block, *, optional: bool = False) -> Block:
    """A field; its block and its action have the same name."""
    block: Block = {
        "type": "input",
        "block_id": name,
        "label": plain((texts.FIELDS.get(name) or channels.FIELDS[name])[language]),
        "element": element | {"action_id": name},
        "optional": optional,
    }
    if hint := channels.HINTS.get(name):
        block["hint"] = plain(hint[language], 2000)
    return block


def _note(language: Language, now: str = "") -> Block:
    element = {"type": "plain_text_input", "multiline": True, "max_length": LONGEST_NOTE}
    element |= {"initial_value": now} if now else {}
    return _input(NOTE, language, element, optional=True)


def _line(now: str | None) -> Block:
    element = {"type": "plain_text_input", "max_length": 500}
    return element | {"initial_value": now} if now else element


def _languages() -> Mapping[str, Text]:
    return {ANY: channels.ANY_LANGUAGE, **{one: LANGUAGE_NAMES[one] for one in LANGUAGES}}


def _stores(now: ChannelSettings) -> Mapping[str, Text]:
    """All known store types, and the present one even if unknown."""
    names = dict.fromkeys([*STORE_TYPES, *([now.store_type] if now.store_type else [])])
    kinds = {name: STORE_TYPES.get(name, dict.fromkeys(LANGUAGES, name)) for name in names}
    return {ANY: channels.ANY_STORE, **kinds}


def _store_select(stores: Stores, now: str | None, language: Language) -> Block:
    """All stores: in one list, or by region where there are too many for one."""
    none = _options({ANY: channels.NO_STORE}, language)
    options = none + [_option(one.name(language), one.store_id) for one in stores.all]
    chosen = next((one for one in options if one["value"] == (now or ANY)), options[0])
    select: Block = {"type": "static_select", "initial_option": chosen}
    if len(options) <= _MOST_OPTIONS:
        return select | {"options": options}
    return select | {"option_groups": _by_region(stores, none, language)[:_MOST_OPTIONS]}


def _by_region(stores: Stores, none: list[Block], language: Language) -> list[Block]:
    other = channels.REGIONLESS[language]
    regions: dict[str, list[Block]] = {channels.NO_STORE[language]: none}
    for one in stores.all:
        regions.setdefault(one.region or other, []).append(
            _option(one.name(language), one.store_id)
        )
    return [
        {"label": plain(name), "options": some[first : first + _MOST_OPTIONS]}
        for name, some in regions.items()
        for first in range(0, len(some), _MOST_OPTIONS)
    ]


def _select(named: Mapping[str, Text], now: str | None, language: Language) -> Block:
    options = _options(named, language)[:_MOST_OPTIONS]
    chosen = next((one for one in options if one["value"] == (now or ANY)), options[0])
    return {"type": "static_select", "options": options, "initial_option": chosen}


def _radio(named: Mapping[str, Text], now: str, language: Language) -> Block:
    return _select(named, now, language) | {"type": "radio_buttons"}


def _tick(language: Language, *, on: bool) -> Block:
    options = _options({"on": channels.ONLY_ASKER}, language)
    element: Block = {"type": "checkboxes", "options": options}
    return element | {"initial_options": options} if on else element


def _options(named: Mapping[str, Text], language: Language) -> list[Block]:
    return [_option(text[language], str(name)) for name, text in named.items()]


def _option(text: str, value: str) -> Block:
    return {"text": plain(text), "value": value}
