"""What `knowledge.language.grammars` knows of Japanese: its usual talk. Sentences stay unread."""

from collections.abc import Mapping
from types import MappingProxyType

from knowledge.language.plain import (
    CONDITION,
    clauses,
    of_question,
    of_rule,
    says_only,
)

__all__ = [
    "CONDITION", "TALK", "clauses", "of_question", "of_rule", "says_only",
]  # fmt: skip

_TALK = {
    "greeting": "こんにちは こんばんは おはよう おはようございます はじめまして もしもし",
    "thanks": "ありがとう ありがとうございます ありがとうございました どうも 助かりました "
    "お疲れさまです お疲れ様です お疲れさまでした 了解です 分かりました",
}
TALK: Mapping[str, str] = MappingProxyType(
    {word: kind for kind, words in _TALK.items() for word in words.split()}
)
