"""Messages that are answered without the five steps, by the first way or shortcut that fits."""

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType

from bot.answering.shortcuts.about_answer import of_answer
from bot.answering.shortcuts.catalogue import in_catalogue
from bot.answering.shortcuts.contents import list_contents
from bot.answering.shortcuts.emergency import in_danger
from bot.answering.shortcuts.rule_in_full import of_shown
from bot.answering.shortcuts.said import Said
from bot.answering.shortcuts.whats_new import compare_versions, list_news
from bot.model import Answer, Question
from bot.ports import Search

Way = Callable[[Said], Awaitable[Answer | None]]
"""Answers a message that is no question to search for; None for any other."""
Shortcut = Callable[[Question, Search], Awaitable[Answer | None]]
"""Answers a question of its kind; None for any other. Raises KnowledgeError."""

WAYS: Mapping[str, Way] = MappingProxyType(
    {"emergency": in_danger, "closest_rule": of_shown, "about_answer": of_answer}
)
"""Tried in this order with the whole message."""
SHORTCUTS: Mapping[str, Shortcut] = MappingProxyType(
    {
        "what_changed": compare_versions,
        "whats_new": list_news,
        "contents": list_contents,
        "catalogue": in_catalogue,
    }
)
"""Tried in this order with each question; `python -m benchmarks.criteria` prints their worth."""
