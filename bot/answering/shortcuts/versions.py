"""What the days of a question call for: another version, what changed, a last day."""

from dataclasses import replace

from bot.answering.shortcuts.what_changed import changed
from bot.answering.shortcuts.whats_new import news
from bot.answering.understand.named_document import asked_about, named_versions
from bot.model import Answer, Question
from bot.model.days import shifted
from bot.model.understood import Intent, Understood
from bot.ports import Search
from bot.telemetry import step


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
