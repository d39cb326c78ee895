"""Modals: the sources of an answer, and the forms."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adapters.chat.about import in_bold
from adapters.chat.channels import texts as channels
from adapters.chat.channels.channels import ChannelSettings
from adapters.chat.cutting import cut, last_end
from adapters.chat.quoted import Run, runs_of
from adapters.chat.rules.texts import CHANGE
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
    ON,
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
    Block,
    actions,
    button,
    context,
    plain,
    section,
)
from adapters.slack.render.fields import View, line, modal, options, radio, select, store_select
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


_MOST_BLOCKS = 100
NAMELESS = "nameless"


def sources_skeleton(language: Language) -> View:
    """The modal that opens at once, while the sources are fetched."""
    return modal("sources", language, [section(texts.LOADING[language])])


def sources_view(reply: Reply, channel: str = "", *, pins: bool = False) -> View:
    """A reply's sources, each with its passage and the quotes in bold; a person can be asked.

    The sentences of a shortened table come first. `pins` says whether its reader may pin it.
    """
    blocks = [
        block for table in reply.tables if table.shortened for block in sentence_blocks(table.lines)
    ]
    blocks += [{"type": "divider"}] if blocks else []
    blocks += [context(in_bold(reply))]
    for source in reply.sources[:MAX_SOURCES]:
        blocks += [{"type": "divider"}, section(to_line(source, reply.language))]
        blocks += passage_blocks(source)
    names = ("ask_person", *(["pin"] if pins else []))
    buttons = [BUTTONS[name].drawn(reply.language, reply.trace_id) for name in names]
    end = [{"type": "divider"}, actions(buttons)] if reply.kept else []
    shown = [*blocks[: _MOST_BLOCKS - len(end)], *end]
    about = {"private_metadata": _about(reply.trace_id, channel)}
    return modal("sources", reply.language, shown) | about


def feedback_form(
    answer_id: str,
    language: Language,
    channel: str = "",
    changes: Sequence[tuple[str, str]] = (),
) -> View:
    """The form for what was wrong with an answer, and the rules that one may change for it."""
    reasons = options({one: texts.REASONS[one] for one in Reason}, language)
    blocks = [
        _input(REASON, language, {"type": "radio_buttons", "options": reasons}),
        _note(language),
    ]
    if changes:
        blocks += [section(f"*{CHANGE[language]}*"), actions(_changed(changes))]
    return modal("feedback", language, blocks, _about(answer_id, channel))


def _changed(changes: Sequence[tuple[str, str]]) -> list[Block]:
    return [button(place, f"change:{n}", about) for n, (about, place) in enumerate(changes)]


def ask_person_form(answer_id: str, language: Language, note: str = "", channel: str = "") -> View:
    """The form for asking a person; `note` is the one to begin with."""
    blocks = [_input(PERSON, language, {"type": "users_select"}), _note(language, note)]
    return modal("ask_person", language, blocks, _about(answer_id, channel))


def tell_owner_form(reply: Reply, question: str, channel: str = "") -> View:
    """The form for telling the owners: what they will read, and whether with the person's name."""
    language = reply.language
    choices = options({NAMELESS: WITHOUT_NAME, NAMED: WITH_NAME}, language)
    name = {"type": "radio_buttons", "options": choices, "initial_option": choices[0]}
    asked = f"{to_mrkdwn(confirming(reply))}\n“{to_mrkdwn(cut(question, 500))}”"
    blocks = [section(asked), _input(NAME, language, name)]
    return modal("tell_owner", language, blocks, _about(reply.trace_id, channel))


def sending(language: Language, name: str) -> View:
    """The modal while a form is on its way."""
    return saying(texts.SENDING[language], language, name)


def channel_form(
    channel: str, now: ChannelSettings, language: Language, stores: Stores | None = None
) -> View:
    """The form for a channel's settings, filled with the present ones."""
    store = [_input(STORE, language, store_select(stores, now.store, language))] if stores else []
    blocks = [
        *store,
        _input(STORE_TYPE, language, select(_stores(now), now.store_type, language)),
        _input(CATEGORY, language, line(now.category), optional=True),
        _input(LANGUAGE, language, select(_languages(), now.language, language)),
        _input(MODE, language, radio(channels.MODES, now.answer_mode, language)),
        _input(PRIVATE, language, _tick(language, on=now.private), optional=True),
        _input(GROUPS, language, line(", ".join(sorted(now.allowed_groups))), optional=True),
        _input(AUDIENCE, language, radio(channels.AUDIENCES, now.audience, language)),
    ]
    return modal("channel", language, blocks, about=channel)


def question_form(language: Language, document: str = "") -> View:
    """The form for a question about a message, or about the document of this title."""
    element = {"type": "plain_text_input", "multiline": True, "max_length": LONGEST_NOTE}
    above = [section(f"*{to_name(document)}*")] if document else []
    blocks = [*above, _input(QUESTION, language, element)]
    return modal("question", language, blocks, about="document" if document else "message")


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
    return modal("question", language, blocks)


def saying(text: str, language: Language, name: str = "question") -> View:
    """A modal with just a sentence, after which nothing below it is shown again."""
    return modal(name, language, [section(text)]) | {"clear_on_close": True}


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


def _languages() -> Mapping[str, Text]:
    return {ANY: channels.ANY_LANGUAGE, **{one: LANGUAGE_NAMES[one] for one in LANGUAGES}}


def _stores(now: ChannelSettings) -> Mapping[str, Text]:
    """All known store types, and the present one even if unknown."""
    names = dict.fromkeys([*STORE_TYPES, *([now.store_type] if now.store_type else [])])
    kinds = {name: STORE_TYPES.get(name, dict.fromkeys(LANGUAGES, name)) for name in names}
    return {ANY: channels.ANY_STORE, **kinds}


def _tick(language: Language, *, on: bool) -> Block:
    choices = options({ON: channels.ONLY_ASKER}, language)
    element: Block = {"type": "checkboxes", "options": choices}
    return element | {"initial_options": choices} if on else element
