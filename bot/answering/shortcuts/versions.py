"""Questions about versions: the rules before the last change, what changed, what is new."""

from dataclasses import replace

from bot.answering.shortcuts.what_changed import changed
from bot.answering.shortcuts.whats_new import news
from bot.answering.understand.named_document import asked_about, named_versions
from bot.model import Answer, Question
from bot.model.days import shifted
from bot.model.understood import Intent
from bot.ports import Search
from bot.telemetry import step


async def dated(question: Question, search: Search) -> Question:
    """Moves a question about the earlier rules to the day before the newest version."""
    about = question.about
    if not about.before_newest or about.as_of or question.dated:
        return question
    found = await search.find(question.text, question.filters, 1)
    starts = [hit.passage.header.effective_from for hit in found.hits]
    if not starts or starts[0] is None:
        return question
    day = shifted(starts[0], -1)
    return replace(question, filters=replace(question.filters, as_of=day))


async def compare_versions(question: Question, search: Search) -> Answer | None:
    """Answers what changed between two versions; None if the question does not ask for that."""
    about = question.about
    if about.intent is Intent.COMPARE_VERSIONS:
        with step("compare"):
            return await changed(question, search, about.since)
    if about.intent is Intent.WHAT_IS_NEW and _names_a_version(question):
        with step("compare"):
            return await changed(question, search)
    return None


async def list_news(question: Question, search: Search) -> Answer | None:
    """Answers what is new in the documents; None if the question does not ask for that."""
    about = question.about
    if about.intent is not Intent.WHAT_IS_NEW:
        return None
    with step("news"):
        return await news(question, search, about.since, about.until)


def _names_a_version(question: Question) -> bool:
    """Whether the question names a version: "what is new in version 5?"."""
    about = question.said or asked_about(question.text, question.filters.as_of)
    return bool(about and named_versions(question.text))
