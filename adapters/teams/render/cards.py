"""Adaptive Cards: answer buttons, dialogs, reports, search results, greetings."""

from collections.abc import Callable, Sequence
from itertools import chain

from adapters.chat.about import doubt, edition, in_bold, scope_line
from adapters.chat.cutting import cut, first_lines
from adapters.chat.quoted import quote_line, runs_of
from adapters.chat.texts import DOCUMENT, MORE_SOURCES, READ, READ_BY
from adapters.chat.texts import QUESTION as ASK
from adapters.teams import texts
from adapters.teams.receive.clicks import LONGEST_NOTE, QUESTION, Verb
from adapters.teams.render.budget import MAX_BYTES, size
from adapters.teams.render.elements import (
    Card,
    Element,
    action_set,
    beside,
    button,
    card,
    heading,
    lines,
    link,
    note,
    paragraphs,
    part,
    rich,
    table,
    words,
)
from adapters.teams.render.entities import MOST_CITATIONS
from adapters.teams.render.markdown import to_label
from bot.conversation.examples import Example
from bot.conversation.overview_texts import ASK as ASK_NOW
from bot.model import Reply, Source, Table
from bot.model.kept import ShiftMessage
from bot.model.said import USUAL_NAME, Corpus
from bot.privacy.harmless import harmless
from bot.shown.tables import parts_of
from bot.upkeep.indexing.index_report import bar_line
from knowledge.model.documents import Language
from knowledge.model.report import Progress

_MOST_EXAMPLES = 3
"""Examples in a greeting."""
_PASSAGES = (6000, 3000, 1500, 700, 300, 100)
"""Characters of each passage; the next is used if the card is too large."""
_LINES = 60
"""Lines of all passages together."""
_REPORTS = (5000, 2500, 1000)
_EXCERPT = 300
_QUESTION = 500
_QUOTE = 300


def sources_card(reply: Reply) -> Card:
    """A reply's sources, each with its passage and the quotes in bold."""
    shown, language = reply.sources[:MOST_CITATIONS], reply.language
    missing = len(reply.sources) - len(shown)
    more = [note(MORE_SOURCES[language].format(count=missing))] if missing else []

    def made(most: int) -> Card:
        room = _LINES // max(1, len(shown))
        listed = (_source(source, language, most, room) for source in shown)
        return card([note(in_bold(reply)), *listed, *more], language)

    return fitted(made, _PASSAGES)


def passage_card(source: Source, language: Language, most: int) -> Card:
    """A source's passage with the quotes in bold: what a tap on its number opens."""
    return card([_source(source, language, most, _LINES)], language)


def progress_card(progress: Progress, language: Language) -> Card:
    """The progress of an indexing run."""
    return card(
        [heading(texts.INDEXING_TITLE[language]), *paragraphs(bar_line(progress, language))],
        language,
    )


def report_card(reply: Reply) -> Card:
    """The report of a command, line by line."""
    text, language = reply.text.strip(), reply.language

    def made(most: int) -> Card:
        shown = paragraphs(first_lines(text, most, language))
        return card([heading(texts.REPORT_TITLE[language]), *shown], language)

    return fitted(made, _REPORTS)


def shift_card(message: ShiftMessage) -> Card:
    """A store's message of the day, with a button for who has read it."""
    language = message.language
    body = paragraphs(message.text)
    if message.readers:
        body.append(note(READ_BY[language].format(count=len(message.readers))))
    if not message.choices:
        return card(body, language, [button(READ[language], Verb.READ, message.message_id)])
    chosen = enumerate(message.choices)
    below = [button(one, Verb.READ, f"{message.message_id}#{n}") for n, one in chosen]
    return card(body, language, below)


def said_card(text: str, language: Language) -> Card:
    """A dialog with just a sentence."""
    return card(paragraphs(text), language)


def note_card(text: str, language: Language, buttons: Sequence[Element]) -> Card:
    """A message of our own with buttons."""
    return fitted(
        lambda most: card(paragraphs(first_lines(text, most, language)), language, buttons),
        _REPORTS,
    )


def result_card(source: Source, language: Language) -> Card:
    """A found passage, to insert in a message."""
    body = [_title(source), *_where(source, language)]
    body += paragraphs(f"“{_quoted(source)}”")
    return card(body, language, link(texts.OPEN[language], source.url))


def question_card(language: Language, message: str) -> Card:
    """The form for a question about a message."""
    field: Element = {
        "type": "Input.Text",
        "id": QUESTION,
        "label": ASK[language],
        "placeholder": texts.EXAMPLE_QUESTION[language],
        "isMultiline": True,
        "maxLength": LONGEST_NOTE,
        "isRequired": True,
        "errorMessage": texts.WRITE_A_QUESTION[language],
    }
    excerpt = rich([(f"{texts.THE_MESSAGE[language]}: ", True), (cut(message, _EXCERPT), False)])
    send: Element = {"type": "Action.Submit", "title": texts.SEND[language]}
    return card([excerpt, field], language, [send])


def answer_card(reply: Reply, question: str, buttons: Sequence[Element] = ()) -> Card:
    """The answer to a question about a message."""
    language = reply.language
    above = [words(cut(harmless(question), _QUESTION), bold=True)]
    above += [words(reply.notice, subtle=True)] if reply.notice else []
    above += [words(doubt(reply))] if doubt(reply) else []
    scope = scope_line(reply, to_label)
    below = [words(scope, subtle=True)] if scope else []
    below += [words(line) for line in (reply.follow_up or "").split("\n") if line]
    below += [_cited(source) for source in reply.sources[:MOST_CITATIONS]]

    def made(most: int) -> Card:
        said = said_in(reply, lambda text: first_lines(text, most, language))
        return card([*above, *said, *below], language, buttons)

    return fitted(made, _REPORTS)


def welcome_card(
    language: Language, examples: Sequence[Example] = (), corpus: Corpus = USUAL_NAME
) -> Card:
    """The greeting, with example questions."""
    name = corpus[language]
    body = [
        heading(texts.WELCOME[language].format(corpus=name)),
        *paragraphs(texts.WELCOME_TEXT[language].format(corpus=name)),
    ]
    body.append(note(texts.PRIVACY[language]))
    body += _examples(examples, language)
    return card(body, language, [button(texts.HELP[language], Verb.HELP)])


def help_card(
    language: Language,
    examples: Sequence[Example] = (),
    *,
    admin: bool = False,
    writes: bool = False,
) -> Card:
    """How to ask, with example questions; for administrators and writers also their commands."""
    body = [heading(texts.HELP[language])]
    for way, where in texts.WAYS.items():
        if way != "rules" or writes:
            how = texts.HOW_TO[way][language]
            body += [words(where[language], bold=True), words(how) | {"spacing": "None"}]
    body += _examples(examples, language)
    if admin:
        commands = [
            words(one[language]) | {"spacing": "None"} for one in texts.ADMIN_WORDS.values()
        ]
        body.append(part([words(texts.FOR_ADMINS[language], bold=True), *commands]))
    return card([*body, part([note(texts.PRIVACY[language])])], language)


def _examples(examples: Sequence[Example], language: Language) -> list[Element]:
    """Example questions, each with a button: the question itself would be cut off on one."""
    listed = [
        beside(words(one.question), button(ASK_NOW[language], Verb.EXAMPLE, one.key))
        for one in examples[:_MOST_EXAMPLES]
    ]
    return [part([note(texts.TRY[language])]), *listed] if listed else []


def fitted(made: Callable[[int], Card], limits: Sequence[int]) -> Card:
    """The card with the longest texts that fit; the shortest always fit."""
    cards = (made(limit) for limit in limits[:-1])
    return next((one for one in cards if size(one) <= MAX_BYTES), None) or made(limits[-1])


def said_in(reply: Reply, shortened: Callable[[str], str]) -> list[Element]:
    """An answer's paragraphs and tables; only cards have tables."""
    return list(chain.from_iterable(_drawn(one, shortened) for one in parts_of(reply)))


def _drawn(one: str | Table, shortened: Callable[[str], str]) -> list[Element]:
    if isinstance(one, Table):
        return [table(one.columns, one.rows)]
    return paragraphs(shortened(one))


def _source(source: Source, language: Language, most: int, most_lines: int) -> Element:
    passage = lines(runs_of(source, most), most_lines)
    opened = link(texts.OPEN[language], source.url)
    actions: list[Element] = [action_set(opened)] if opened else []
    return part([_title(source), *_where(source, language), *passage, *actions])


def _title(source: Source) -> Element:
    title = cut(to_label(source.title), _EXCERPT) or DOCUMENT["en"]
    return words(f"[{source.number}] {title}" if source.number else title, bold=True)


def _where(source: Source, language: Language) -> list[Element]:
    section = cut(to_label(source.section), _EXCERPT)
    told = " · ".join(filter(None, [section, *edition(source, language, to_label)]))
    return [words(told, subtle=True) | {"spacing": "None"}] if told else []


def _cited(source: Source) -> Element:
    told = [(f"[{source.number}] ", True), (f"“{_quoted(source)}”", False)]
    return rich(told, subtle=True)


def _quoted(source: Source) -> str:
    return cut(to_label(quote_line(source)), _QUOTE)
