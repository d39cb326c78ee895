"""Questions that are answered without the five steps: the first shortcut that fits answers."""

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType

from bot.answering.shortcuts.catalogue import in_catalogue
from bot.answering.shortcuts.contents import list_contents
from bot.answering.shortcuts.versions import compare_versions, list_news
from bot.model import Answer, Question
from bot.ports import Search

Shortcut = Callable[[Question, Search], Awaitable[Answer | None]]
"""Answers a question of its kind; None for any other. Raises KnowledgeError."""

SHORTCUTS: Mapping[str, Shortcut] = MappingProxyType(
    {
        "what_changed": compare_versions,
        "whats_new": list_news,
        "contents": list_contents,
        "catalogue": in_catalogue,
    }
)
"""Tried in this order; `python -m benchmarks.criteria` prints what each of them is worth."""
