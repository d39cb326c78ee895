"""The entities of an answer: its AI label, its sensitivity label and its citations.

Plain dictionaries: the SDK's own `Entity` drops all fields but the type.
"""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from adapters.chat.about import edition
from adapters.chat.cutting import cut
from adapters.chat.quoted import quote_line
from adapters.chat.texts import DOCUMENT
from adapters.teams.render.budget import size
from adapters.teams.render.markdown import to_label
from adapters.teams.texts import SENSITIVE, SENSITIVE_MEANS
from bot.model import Reply, Source
from knowledge.model.documents import Language

Entity = dict[str, Any]
CARD = "application/vnd.microsoft.card.adaptive"

MOST_CITATIONS = 10  # Teams shows 20, its test tool 10
_MAX_NAME = 80
_MAX_ABSTRACT = 160
_MAX_KEYWORDS, _MAX_KEYWORD = 3, 28
_LIMITS = ((1000, 1500), (1000, 600), (300, 250), (0, 0))
"""Characters of an address and of a passage; the next pair is used if citations are too long."""
_ROOM = 12_000
"""Bytes for citations; the rest is enough for nearly all answers."""
_MARKER = re.compile(r"\[(\d{1,3})\]")
_OUT_OF_PLACE = re.compile(r"[^!-~]|[<>\"'\\^`{|}()\[\]]")
"""Characters in an address that end a link or are invisible."""


PassageCard = Callable[[Source, Language, int], Entity]
"""Makes the card of a source's passage, with at most so many characters of it."""


def answer_entity(reply: Reply, text: str, card_of: PassageCard | None = None) -> Entity:
    """Returns the root entity of a message: the label, and a citation for each [n] in the text.

    A tap on [n] opens the card of its passage, if there is one. Teams refuses a second root entity,
    and empty or null names and abstracts.
    """
    entity: Entity = {
        "type": "https://schema.org/Message",
        "@type": "Message",
        "@context": "https://schema.org",
        "@id": "",
        "additionalType": ["AIGeneratedContent"],
    }
    if label := _sensitivity(reply):
        entity["usageInfo"] = label
    cited = cited_in(text, reply.sources)
    return entity | {"citation": _citations(cited, reply.language, card_of)} if cited else entity


def cited_in(text: str, sources: tuple[Source, ...]) -> list[Source]:
    """Returns the sources whose number is in a text, as many as Teams shows."""
    numbers = {int(number) for number in _MARKER.findall(text)}
    return [source for source in sources if source.number in numbers][:MOST_CITATIONS]


def web_address(url: str | None, limit: int = _LIMITS[0][0]) -> str | None:
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


def _sensitivity(reply: Reply) -> Entity:
    """The label of an answer that not everybody may read; none for other answers.

    A name and a description in words, which Teams shows at the shield beside the bot's name. Its
    `@id` would be that of a label in the tenant's Purview: a guessed one is refused.
    """
    if reply.audience not in SENSITIVE:
        return {}
    name, description = (
        one[reply.audience][reply.language] for one in (SENSITIVE, SENSITIVE_MEANS)
    )
    return {"@type": "CreativeWork", "name": name, "description": description}


def _citations(
    sources: list[Source], language: Language, card_of: PassageCard | None
) -> list[Entity]:
    citations: list[Entity] = []
    for url_limit, most in _LIMITS:
        citations = [
            _citation(one, language, url_limit, _preview(one, language, most, card_of))
            for one in sources
        ]
        if size(citations) <= _ROOM:
            break
    return citations


def _preview(source: Source, language: Language, most: int, card_of: PassageCard | None) -> Entity:
    """The card of a citation, written as text; none without room or passage."""
    if not (card_of and most and source.passage):
        return {}
    written = json.dumps(card_of(source, language, most), ensure_ascii=False)
    return {"encodingFormat": CARD, "text": written}


def _citation(source: Source, language: Language, url_limit: int, preview: Entity) -> Entity:
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
    return {"@type": "Claim", "position": source.number, "appearance": appearance | preview}
