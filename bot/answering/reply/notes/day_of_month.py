"""Works out a monthly day, such as "every second Sunday": the day asked about, or the next one."""

from dataclasses import replace
from datetime import date

from bot import texts
from bot.answering.reply.citations import said
from bot.model import Answer, Question, Verdict
from bot.model.days import in_words, weekday_in_words
from knowledge.language.calendar.monthly import LAST, Monthly, is_last_of_its_kind, monthly, nth
from knowledge.model.documents import Language

_MOST = 3
"""Sentences of an answer that may have a line with a date."""


def with_monthly_day(answer: Answer, question: Question) -> Answer:
    """Adds a line with the date, if the answer names exactly one monthly day."""
    rules = {rule for one in answer.sentences for rule in monthly(one.text)}
    # Below a whole table, nobody knows which row the date is of.
    if answer.verdict is not Verdict.PASS or len(rules) != 1 or len(answer.sentences) > _MOST:
        return answer
    line = _line(rules.pop(), question)
    return replace(answer, text=said([answer.text, line])) if line else answer


def _line(rule: Monthly, question: Question) -> str | None:
    day, language = question.about.day, question.language
    if day is None:
        coming = rule.next_from(question.filters.as_of)
        return _worded(texts.THE_NEXT_DAY, coming, language) if coming else None
    # Nobody needs to read that a Thursday is no Sunday.
    if day.weekday() not in rule.days or rule.has(day) is None:
        return None
    is_last = LAST in rule.weeks and is_last_of_its_kind(day)
    return _worded(texts.LAST_OF_MONTH if is_last else texts.NTH_OF_MONTH, day, language)


def _worded(text: texts.Text, day: date, language: Language) -> str:
    return text[language].format(
        day=in_words(day, language),
        weekday=weekday_in_words(day, language),
        nth=texts.NTH[str(nth(day))][language],
    )
