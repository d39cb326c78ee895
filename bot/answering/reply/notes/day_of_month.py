"""When a rule's day of every month falls: whether the day asked about is one, or which is next."""

from dataclasses import replace
from datetime import date

from bot import texts
from bot.answering.reply.citations import said
from bot.model import Answer, Question, Verdict
from bot.model.days import in_words, weekday_in_words
from knowledge.language.calendar.monthly import LAST, Monthly, is_last_of_its_kind, monthly, nth
from knowledge.model.documents import Language


def with_its_day(answer: Answer, question: Question) -> Answer:
    """The answer with that day worked out, where it tells of one kind of days and no other."""
    rules = {rule for one in answer.sentences for rule in monthly(one.text)}
    if answer.verdict is not Verdict.PASS or len(rules) != 1:
        return answer
    line = _line(rules.pop(), question)
    return replace(answer, text=said([answer.text, line])) if line else answer


def _line(rule: Monthly, question: Question) -> str | None:
    day, language = question.about.day, question.language
    if day is None:
        coming = rule.next_from(question.filters.as_of)
        return _told(texts.THE_NEXT_DAY, coming, language) if coming else None
    # That a Thursday is no Sunday needs no words.
    if day.weekday() not in rule.days or rule.has(day) is None:
        return None
    is_last = LAST in rule.weeks and is_last_of_its_kind(day)
    return _told(texts.LAST_OF_MONTH if is_last else texts.NTH_OF_MONTH, day, language)


def _told(text: texts.Text, day: date, language: Language) -> str:
    return text[language].format(
        day=in_words(day, language),
        weekday=weekday_in_words(day, language),
        nth=texts.NTH[nth(day)][language],
    )
