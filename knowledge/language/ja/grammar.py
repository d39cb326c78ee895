"""What `knowledge.language.grammars` knows of Japanese: its usual talk. Sentences stay unread."""

from knowledge.language.grammar import Grammar

_TALK = {
    "greeting": "こんにちは こんばんは おはよう おはようございます はじめまして もしもし",
    "thanks": "ありがとう ありがとうございます ありがとうございました どうも 助かりました "
    "お疲れさまです お疲れ様です お疲れさまでした 了解です 分かりました",
}
JAPANESE = Grammar(
    talk={word: kind for kind, words in _TALK.items() for word in words.split()},
    head_last=True,
    own_script=True,
)
