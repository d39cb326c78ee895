"""What the days of a question call for: another version, what changed, a last day."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from bot import texts
from bot.answering.cited import said
from bot.answering.compare import changed
from bot.answering.deadline import deadline, is_about_returns, limits
from bot.answering.news import news
from bot.answering.states import contradicts
from bot.answering.subject import asked_about, named_versions
from bot.days import in_words, shifted
from bot.model import Answer, Question, Sentence, Verdict
from bot.ports import Search
from bot.telemetry import step
from bot.understood import Intent, Understood


async def dated(question: Question, understood: Understood, search: Search) -> Question:
    """The question as of the day before the newest version, where that is asked for."""
    if not understood.before_newest or understood.as_of or question.dated:
        return question
    found = await search.find(question.text, question.filters, 1)
    starts = [hit.passage.header.effective_from for hit in found.hits]
    if not starts or starts[0] is None:
        return question
    day = shifted(starts[0], -1)
    return replace(question, filters=replace(question.filters, as_of=day))


async def compared_or_new(
    question: Question, understood: Understood, search: Search
) -> Answer | None:
    """What changed, or what is new, for a question that is after that; else None."""
    if question.wordings:
        # "What changed?", said behind a question: in that one's document.
        question = question.worded(question.wordings[0])
    if understood.intent is Intent.COMPARE_VERSIONS:
        with step("compare"):
            return await changed(question, search, understood.since)
    if understood.intent is Intent.WHAT_IS_NEW and _names_a_version(question):
        with step("compare"):
            compared = await changed(question, search)
        if compared:
            return compared
    if understood.intent is Intent.WHAT_IS_NEW:
        with step("news"):
            return await news(question, search, understood.since, understood.until)
    return None


def _names_a_version(question: Question) -> bool:
    """Whether what is new is asked of a version of a document: "what is new in version 5?"."""
    about = question.said or asked_about(question.text, question.filters.as_of)
    return bool(about and named_versions(question.text))


def counted(answer: Answer, question: Question) -> Answer:
    """The answer with the last day of its time limit, for a purchase whose day is told."""
    if answer.verdict is not Verdict.PASS:
        return answer
    # 14 days for unopened goods are no limit for opened ones.
    rules = [
        one
        for place, one in enumerate(answer.sentences)
        # What stands beside the answer may be about a lost receipt.
        if not contradicts(question.text, one.text) and (place == 0 or is_about_returns(one.text))
    ]
    line = deadline(rules, question)
    if line:
        line = _newer(rules, question) or line
    return replace(answer, text=said([answer.text, line])) if line else answer


def _newer(rules: Sequence[Sentence], question: Question) -> str | None:
    """That a limit was not in force yet when something was bought: it is no fact for that."""
    headers = [cited.passage.header for one in rules if limits(one.text) for cited in one.citations]
    since = max((one.effective_from for one in headers if one.effective_from), default=None)
    bought = question.bought or question.delivered
    if not since or not bought or since <= bought:
        return None
    language = question.language
    return texts.RULE_IS_NEWER[language].format(
        since=in_words(since, language), bought=in_words(bought, language)
    )


def with_day(answer: Answer, today: date) -> Answer:
    """The answer, headed by its day where the question's words set another one than today."""
    day, language = answer.question.filters.as_of, answer.question.language
    if day == today:
        return answer
    line = texts.AS_OF[language].format(day=in_words(day, language))
    return replace(answer, text=said([line, answer.text]))
