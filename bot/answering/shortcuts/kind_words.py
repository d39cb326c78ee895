"""Answers small talk and general knowledge: messages that need no search."""

from dataclasses import replace

from bot import texts
from bot.answering.reply.refusal import say
from bot.model import Answer, Question, Turn
from bot.model.said import Corpus
from bot.model.understood import Talk, Understood


def talked(
    question: Question, understood: Understood, corpus: Corpus, before: Turn | None = None
) -> Answer:
    """Returns a kind word; for general knowledge what the bot can answer.

    `before` is the thread's last turn: its question is asked again after an unclear reply.
    """
    answer = _said(question, understood.talk, corpus, before)
    return replace(answer, understood=understood)


def _said(question: Question, talk: Talk | None, corpus: Corpus, before: Turn | None) -> Answer:
    language = question.language
    name = corpus[language]
    if talk is None or talk is Talk.GENERAL_KNOWLEDGE:
        return say(question, texts.WHAT_I_KNOW[language].format(corpus=name))
    answer = say(question, texts.TALK[talk][language].format(corpus=name))
    asked_again = before.asked_back if before and talk is Talk.UNCLEAR_REPLY else None
    return replace(answer, follow_up=asked_again)
