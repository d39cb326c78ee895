"""A document as the preview of a link to it."""

from adapters.chat.about import edition
from adapters.slack.render.buttons import BUTTONS
from adapters.slack.render.citations import to_name
from adapters.slack.render.elements import Block, actions, context, section
from adapters.slack.texts import OWNED_BY
from bot.conversation.documents.listing import LinkedDocument
from bot.model import Source
from knowledge.model.documents import Language


def preview(document: LinkedDocument, language: Language) -> Block:
    """Returns title, version, start date and owner, with a button to ask about the document."""
    facts = edition(_as_source(document), language, to_name)
    if document.owner:
        facts.append(OWNED_BY[language].format(owner=to_name(document.owner)))
    ask = BUTTONS["ask_document"].drawn(language, document.doc_id)
    blocks = [section(f"*{to_name(document.title)}*"), context(" · ".join(facts)), actions([ask])]
    return {"blocks": blocks}


def _as_source(document: LinkedDocument) -> Source:
    return Source(
        number=1,
        title=document.title,
        section="",
        quote="",
        doc_id=document.doc_id,
        passage_id="",
        version=document.version,
        effective_from=document.effective_from,
    )
