"""What `knowledge.language.grammars` knows of Japanese: its usual talk. Sentences stay unread."""

from collections.abc import Mapping
from types import MappingProxyType

from knowledge.language.plain import CONDITION, clauses, says_only

__all__ = ["CONDITION", "TALK", "clauses", "says_only"]

_TALK = {
    "greeting": "こんにちは こんばんは おはよう おはようございます はじめまして もしもし",
    "thanks": "ありがとう ありがとうございます ありがとうございました どうも 助かりました "
    "お疲れさまです お疲れ様です お疲れさまでした 了解です 分かりました",
}
TALK: Mapping[str, str] = MappingProxyType(
    {word: kind for kind, words in _TALK.items() for word in words.split()}
)
