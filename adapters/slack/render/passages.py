"""A cited passage as rich text, with the quoted words in bold."""

from collections.abc import Iterable, Iterator

from adapters.chat.cutting import last_end
from adapters.chat.quoted import Run, runs_of
from adapters.chat.words import bold_runs, seen
from adapters.slack.render.elements import MAX_TEXT, Block
from bot.model import Source


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
