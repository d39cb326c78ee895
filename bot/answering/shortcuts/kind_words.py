"""Answers small talk and general knowledge: messages that need no search."""

from dataclasses import replace

from bot import texts
from bot.answering.reply.refusal import refuse, say
from bot.model import Answer, Question, Turn, Verdict
from bot.model.said import Corpus
from bot.model.understood import Talk, Understood
from bot.privacy import still_safe


def talked(
    question: Question, understood: Understood, corpus: Corpus, before: Turn | None = None
) -> Answer:
    """Returns a kind word; for general knowledge a refusal that says what the bot can answer.

    `before` is the thread's last turn: its question is asked again after an unclear reply.
    """
    language = question.language
    name = corpus[language]
    if understood.talk is None or understood.talk is Talk.GENERAL_KNOWLEDGE:
        answer = refuse(question, Verdict.OFF_TOPIC, corpus)
        answer = replace(
            answer, follow_up=still_safe(texts.WHAT_I_KNOW[language].format(corpus=name))
        )
    else:
        answer = say(question, texts.TALK[understood.talk][language].format(corpus=name))
        if understood.talk is Talk.UNCLEAR_REPLY and before:
            answer = replace(answer, follow_up=before.asked_back)
    return replace(answer, understood=understood)
