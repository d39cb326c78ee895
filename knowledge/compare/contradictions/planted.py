"""Finds orders to a language model anywhere in the documents of an index."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from knowledge.model.documents import Header, Passage
from knowledge.model.report import NotedOrder, Where
from knowledge.split.injections import is_named_so, is_planted
from knowledge.split.statements import statements


def planted(passages: Sequence[Passage], headers: Iterable[Header]) -> list[NotedOrder]:
    """Returns each order once, sorted by document; those in its name and title come first."""
    found = chain(chain.from_iterable(map(_named, headers)), _headings(passages), _said(passages))
    return sorted(dict.fromkeys(found), key=lambda one: one.key)


def _named(header: Header) -> Iterator[NotedOrder]:
    """Yields the first order in a file name, a title or the rest of the front matter."""
    said = (
        (Where.FILE_NAME, header.source),
        (Where.TITLE, header.title),
        *(
            (Where.FRONT_MATTER, text)
            for text in (header.doc_id, header.category, header.owner, header.url, *header.tags)
        ),
    )
    for where, text in said:
        # One is enough: a file's name is often also the document's name and title.
        if text and is_named_so(text):
            yield NotedOrder(header.key, header.source, header.title, "", None, where, text)
            return


def _headings(passages: Iterable[Passage]) -> Iterator[NotedOrder]:
    first: dict[tuple[str, str], Passage] = {}
    for passage in passages:
        for heading in passage.section:
            first.setdefault((passage.header.key, heading), passage)
    for (_, heading), passage in first.items():
        if is_named_so(heading):
            yield _noted(passage, Where.HEADING, heading)


def _said(passages: Iterable[Passage]) -> Iterator[NotedOrder]:
    for passage in passages:
        for statement in statements(passage):
            if is_planted(statement, passage):
                yield _noted(passage, Where.TEXT, statement.text)


def _noted(passage: Passage, where: Where, text: str) -> NotedOrder:
    header = passage.header
    return NotedOrder(
        header.key, header.source, header.title, passage.heading, passage.page, where, text
    )
