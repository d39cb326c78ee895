"""What `knowledge.language.grammars` knows of Japanese: its usual talk. Sentences stay unread."""

from knowledge.language.grammar import Grammar

_TALK = {
    "greeting": "こんにちは こんばんは おはよう おはようございます はじめまして もしもし",
    "thanks": "ありがとう ありがとうございます ありがとうございました どうも 助かりました "
    "お疲れさまです お疲れ様です お疲れさまでした 了解です 分かりました",
    "doubt": "本当 本当に 本当ですか ほんと ほんとに ほんとう 確かですか 間違いないですか",
    "shorter": "短く 短くして もっと短く 短くしてください 手短に 要約して 要約してください",
    "repeat": "もう一度 もう一回 もう一度お願いします もう一度言って もう一度言ってください",
    "why": "なぜ なんで どうして 根拠は 出典は どこに書いてある どこに書いてありますか",
    "author": "誰が書いた 誰が書いたの 誰が書きましたか 作成者は",
    "explain": "詳しく もっと詳しく 詳しく教えて 詳しく教えてください 説明して 説明してください",
    "first": "最初に何を聞いた 最初の質問は",
    "translate": "翻訳して 翻訳してください 訳して",
    "person": "人と話したい 店長と話したい 担当者と話したい 担当者は 担当者は誰 担当者は誰ですか",
}
JAPANESE = Grammar(
    talk={word: kind for kind, words in _TALK.items() for word in words.split()},
    head_last=True,
    own_script=True,
)
