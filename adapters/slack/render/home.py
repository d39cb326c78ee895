"""The front page as Slack's Home tab, within Slack's limits."""

import re
from collections.abc import Sequence

from adapters.chat.cutting import cut
from adapters.chat.rules.texts import ANSWER
from adapters.slack import texts as slack_texts
from adapters.slack.render.buttons import BUTTONS
from adapters.slack.render.citations import to_name
from adapters.slack.render.elements import (
    MAX_TEXT,
    Block,
    actions,
    button,
    context,
    header,
    plain,
    section,
)
from adapters.slack.render.markdown import to_mrkdwn
from bot.conversation import overview_texts as texts
from bot.conversation.overview import DAYS, Known, Overview, Upkeep
from bot.model.days import in_words, to_the_minute
from bot.model.said import WaitingQuestion
from bot.stores import Store
from bot.texts import LANGUAGE_NAMES, NOT_INDEXED, Text
from bot.upkeep.indexing.index_report import progress_line
from knowledge.model.documents import Language

_MAX_CONFIRM = 100  # of a title; its text may be longer
_STORES, _CHANNELS = 15, 5
"""Stores that are listed, and channels of each: so many fit into one block."""
_NAME = 60
_CHANNEL = re.compile(r"[CG][A-Z0-9]{1,20}")
_QUESTION = 250
"""Characters of a question: ten escaped questions fit into one block."""


StoreChannels = Sequence[tuple[Store, Sequence[str]]]
"""Each store with its channels."""


def home_view(
    overview: Overview,
    language: Language,
    admin: bool,
    stores: StoreChannels = (),
    waiting: Sequence[WaitingQuestion] | None = (),
) -> Block:
    """Returns the view for `views.publish`, with a part for administrators only.

    `waiting` are the questions that the person may answer by a rule; None if they are unreadable.
    """
    blocks = [
        header(texts.TITLE[language].format(corpus=overview.corpus[language])),
        _section(_known(overview, language)),
        context(texts.HOW_TO_ASK[language]),
        *_examples(overview, language),
        *_recent(overview, language),
        *_waiting(waiting, min(DAYS, overview.kept_days), language),
    ]
    if admin and overview.upkeep:
        blocks += _upkeep(overview.upkeep, overview.kept_days, language)
        blocks += _stores(stores, language)
    return {"type": "home", "blocks": blocks}


def _known(overview: Overview, language: Language) -> str:
    if overview.nothing_indexed:
        return NOT_INDEXED[language]
    if overview.known is None:
        return texts.UNREADABLE[language]
    return _indexed(overview.known, language)


def _indexed(known: Known, language: Language) -> str:
    languages = ", ".join(
        texts.IN_LANGUAGE[language].format(count=count, language=LANGUAGE_NAMES[name][language])
        for name, count in known.languages.items()
    )
    lines = [texts.KNOWN[language].format(documents=known.documents, languages=languages)]
    if at := known.indexed_at:
        lines.append(texts.INDEXED_AT[language].format(moment=to_the_minute(at, language)))
    return "\n".join(lines)


def _examples(overview: Overview, language: Language) -> list[Block]:
    if overview.examples == ():
        return []
    head = [_divider(), header(texts.EXAMPLES[language])]
    if overview.examples is None:
        return [*head, context(texts.UNREADABLE[language])]
    return head + [
        _section(_shown(one.question), button(texts.ASK[language], f"example:{n}", one.key))
        for n, one in enumerate(overview.examples)
    ]


def _recent(overview: Overview, language: Language) -> list[Block]:
    if not overview.kept_days:
        return []
    lines = None
    if overview.recent is not None:
        lines = [
            texts.ASKED[language].format(
                question=_shown(one.question), day=in_words(one.at.date(), language)
            )
            for one in overview.recent
        ]
    return [
        _divider(),
        header(texts.RECENT[language]),
        _list(lines, texts.NO_RECENT, language),
        context(texts.KEPT[language].format(days=overview.kept_days)),
    ]


def _waiting(
    waiting: Sequence[WaitingQuestion] | None, days: int, language: Language
) -> list[Block]:
    if waiting == ():
        return []
    head = [_divider(), header(texts.WAITING[language].format(days=days))]
    if waiting is None:
        return [*head, context(texts.UNREADABLE[language])]
    for n, one in enumerate(waiting):
        answer = button(ANSWER[language], f"answer:{n}", one.answer_id)
        facts = "\n".join(map(_shown, one.facts))
        head += [_section(_shown(one.question), answer), context(facts, MAX_TEXT)]
    return head


def _upkeep(upkeep: Upkeep, kept_days: int, language: Language) -> list[Block]:
    return [
        _divider(),
        header(texts.FOR_ADMINS[language]),
        *_index(upkeep, language),
        _rated(upkeep, kept_days, language),
    ]


def _stores(stores: StoreChannels, language: Language) -> list[Block]:
    if not stores:
        return []
    lines = [_store(store, channels, language) for store, channels in stores[:_STORES]]
    more = slack_texts.MORE_STORES[language].format(count=len(stores) - _STORES)
    last = [context(more)] if len(stores) > _STORES else []
    return [header(slack_texts.STORES[language]), _section("\n".join(lines)), *last]


def _store(store: Store, channels: Sequence[str], language: Language) -> str:
    # A link shows the name of a private channel only to its members.
    links = [f"<#{one}>" for one in channels if _CHANNEL.fullmatch(one)][:_CHANNELS]
    where = ", ".join(links) or slack_texts.NO_CHANNEL[language]
    return f"• {cut(to_name(store.name(language)), _NAME)}: {where}"


def _index(upkeep: Upkeep, language: Language) -> list[Block]:
    lines = []
    if upkeep.number is not None:
        told = {"number": upkeep.number, "passages": upkeep.passages}
        lines.append(texts.INDEX[language].format(**told))
    counts = ((texts.FILES_SKIPPED, upkeep.skipped), (texts.CLASHES, upkeep.clashes))
    lines += [text[language].format(count=count) for text, count in counts if count]
    if upkeep.progress:
        lines.append(progress_line(upkeep.progress, language))
    elif upkeep.running:
        lines.append(texts.RUNNING[language])
    blocks = [_section("\n".join(lines))] if lines else []
    return blocks if upkeep.running else [*blocks, _reindex(language)]


def _rated(upkeep: Upkeep, kept_days: int, language: Language) -> Block:
    if not kept_days:
        return context(texts.NOTHING_KEPT[language])
    if upkeep.ratings is None:
        return context(texts.UNREADABLE[language])
    counts = {"good": upkeep.ratings.good, "bad": upkeep.ratings.bad}
    return context(texts.FEEDBACK[language].format(days=min(DAYS, kept_days), **counts))


def _reindex(language: Language) -> Block:
    confirm = {
        "title": _plain(texts.REINDEX_QUESTION[language]),
        "text": _plain(texts.REINDEX_MEANS[language]),
        "confirm": _plain(texts.REINDEX[language]),
        "deny": _plain(texts.NOT_NOW[language]),
    }
    reindex = BUTTONS["reindex"].drawn(language, "reindex")
    return actions([reindex | {"confirm": confirm}])


def _list(lines: Sequence[str] | None, none: Text, language: Language) -> Block:
    if lines is None:
        return context(texts.UNREADABLE[language])
    return _section("\n".join(f"• {line}" for line in lines)) if lines else context(none[language])


def _shown(question: str) -> str:
    """A person's or document's words in one line, without Slack markup."""
    return cut(to_mrkdwn(" ".join(question.split())), _QUESTION) or "…"


def _divider() -> Block:
    return {"type": "divider"}


def _section(text: str, accessory: Block | None = None) -> Block:
    block = section(cut(text, MAX_TEXT))
    return block | {"accessory": accessory} if accessory else block


def _plain(text: str) -> Block:
    return plain(text, _MAX_CONFIRM)
