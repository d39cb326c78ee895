"""Asks plainly what a question asks otherwise: "can't it be returned?", "do gift cards expire?".

The "not" of a question's own verb says what the asker expects, nothing about the goods. Read as a
denial, it would make opened goods unopened ones.
"""

from knowledge.language.grammars import grammar_of
from knowledge.language.sentences import sentences


def plainly_asked(text: str) -> str:
    """The text with each question asked plainly: without a "not" of its own, without a tag."""
    plain = text
    for sentence in sentences(text):
        asked = grammar_of(sentence).plainly(sentence)
        if asked != sentence:
            plain = plain.replace(sentence, asked, 1)
    return plain
