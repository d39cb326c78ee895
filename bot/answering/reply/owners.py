"""Says who looks after the documents behind an answer."""

from collections.abc import Sequence

from bot import texts
from knowledge.model.documents import Header, Language


def owner_line(header: Header, language: Language) -> str | None:
    """Whom to ask about a document; None if it names nobody."""
    if not header.owner:
        return None
    return texts.ASK_OWNER[language].format(owner=header.owner, title=header.title)


def whom_to_ask(headers: Sequence[Header], language: Language) -> str:
    """Whom to ask about the documents cited just before, the first of them that names somebody.

    Without documents, it asks what the question is about.
    """
    if not headers:
        return texts.ASK_ABOUT_WHAT[language]
    lines = filter(None, (owner_line(one, language) for one in headers))
    return next(lines, texts.NO_OWNER[language].format(title=headers[0].title))


def who_settles(headers: Sequence[Header], language: Language) -> str:
    """Whom to ask which of the documents counts: their owners, or the store manager."""
    titles: dict[str, str] = {}
    for header in headers:
        if header.owner:
            titles.setdefault(header.owner, header.title)
    owners = [f"{owner} (“{title}”)" for owner, title in titles.items()]
    named = texts.OR[language].join(owners) or texts.STORE_MANAGER[language]
    return texts.ASK_WHICH_COUNTS[language].format(owners=named)
