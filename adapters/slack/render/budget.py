"""Keeps replies within Slack's message limits."""

from collections.abc import Callable, Sequence

from adapters.chat.cutting import cut_at_sentence, first_lines, in_parts
from adapters.slack.render.elements import MAX_TEXT, Block, section, size
from knowledge.model.documents import Language

MAX_BLOCKS = 12_000  # msg_blocks_too_long comes at about 13,200 characters of JSON
_REPORT = 10_000
"""Characters of a report's text; its section blocks need some more."""

Frame = Callable[[str], Block]
"""Puts a text into a block."""


def fitted(above: Sequence[Block], text: str, frame: Frame, below: Sequence[Block]) -> list[Block]:
    """Returns all blocks, with the text cut to the room left by the blocks around it.

    The text gets at least 2,000 characters of JSON; there are at most 21 blocks.
    """
    text = cut_at_sentence(text, MAX_TEXT)
    while text and (excess := size([*above, frame(text), *below]) - MAX_BLOCKS) > 0:
        text = cut_at_sentence(text, len(text) - excess)
    return [*above, frame(text), *below]


def report_blocks(text: str, language: Language) -> list[Block]:
    """Returns a report as sections of whole lines; lines without room are counted."""
    return [section(part) for part in in_parts(first_lines(text, _REPORT, language), MAX_TEXT)]
