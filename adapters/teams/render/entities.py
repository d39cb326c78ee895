"""The entities of an answer: its AI label and its citations.

Plain dictionaries: the SDK's own `Entity` drops all fields but the type.
"""

import re
from typing import Any
from urllib.parse import quote

from adapters.chat.about import edition
from adapters.chat.cutting import cut
from adapters.chat.quoted import quote_line
from adapters.chat.texts import DOCUMENT
from adapters.teams.render.budget import size
from adapters.teams.render.markdown import to_label
from bot.model import Reply, Source
from knowledge.model.documents import Language

Entity = dict[str, Any]

MOST_CITATIONS = 10  # Teams shows 20, its test tool 10
_MAX_NAME = 80
_MAX_ABSTRACT = 160
_MAX_KEYWORDS, _MAX_KEYWORD = 3, 28
_URL_LIMITS = (1000, 300, 0)
"""Characters of an address; the next is used if citations are too long."""
_ROOM = 10_000
"""Bytes for citations; the rest is enough for nearly all answers."""
_MARKER = re.compile(r"\[(\d{1,3})\]")
_OUT_OF_PLACE = re.compile(r"[^!-~]|[<>\"'\\^`{|}()\[\]]")
"""Characters in an address that end a link or are invisible."""


def answer_entity(reply: Reply, text: str) -> Entity:
    """Returns the root entity of a message: the label, and a citation for each [n] in the text.

    Teams refuses a second root entity, and empty or null names and abstracts.
    """
    entity: Entity = {
        "type": "https://schema.org/Message",
        "@type": "Message",
        "@context": "https://schema.org",
        "@id": "",
        "additionalType": ["AIGeneratedContent"],
    }
    cited = cited_in(text, reply.sources)
    return entity | {"citation": _citations(cited, reply.language)} if cited else entity


def cited_in(text: str, sources: tuple[Source, ...]) -> list[Source]:
    """Returns the sources whose number is in a text, as many as Teams shows."""
    numbers = {int(number) for number in _MARKER.findall(text)}
    return [source for source in sources if source.number in numbers][:MOST_CITATIONS]


def web_address(url: str | None, limit: int = _URL_LIMITS[0]) -> str | None:
    """Returns an address that cannot break its link; None if it is no web page."""
    if url is None or not url.lower().startswith(("https://", "http://")):
        return None
    address = _OUT_OF_PLACE.sub(lambda match: quote(match.group(), safe=""), url)
    return address if len(address) <= limit else None


def stream_entity(kind: str, stream_id: str = "", sequence: int | None = None) -> Entity:
    """Returns the entity of a stream's message: informative, streaming or final."""
    entity: Entity = {"type": "streaminfo", "streamType": kind}
    if stream_id:
        entity["streamId"] = stream_id
    return entity if sequence is None else entity | {"streamSequence": sequence}


def _citations(sources: list[Source], language: Language) -> list[Entity]:
    citations: list[Entity] = []
    for limit in _URL_LIMITS:
        citations = [_citation(source, language, limit) for source in sources]
        if size(citations) <= _ROOM:
            break
    return citations


def _citation(source: Source, language: Language, url_limit: int) -> Entity:
    name = cut(to_label(source.title), _MAX_NAME) or DOCUMENT[language]
    section = to_label(source.section)
    abstract = to_label(quote_line(source)) or section or name
    appearance: Entity = {
        "@type": "DigitalDocument",
        "name": name,
        "abstract": cut(abstract, _MAX_ABSTRACT),
    }
    if url := web_address(source.url, url_limit):
        appearance["url"] = url
    if keywords := [cut(one, _MAX_KEYWORD) for one in edition(source, language, to_label)]:
        appearance["keywords"] = keywords[:_MAX_KEYWORDS]
    return {"@type": "Claim", "position": source.number, "appearance": appearance}
