"""The forms that pass an answer on: to the owner of its documents, or to a colleague."""

from adapters.chat.cutting import cut
from adapters.chat.texts import SEND
from adapters.teams import texts
from adapters.teams.receive.clicks import LONGEST_NOTE, NAMED, NOTE, PERSON, Verb
from adapters.teams.render.elements import Card, Element, button, card, words
from bot.conversation.owners import WITH_NAME, WITHOUT_NAME, confirming
from bot.model import Reply
from knowledge.model.documents import Language

_QUESTION = 500


def tell_owner_form(reply: Reply, question: str) -> Card:
    """What the owners will read, and two buttons: with and without the person's name."""
    language = reply.language
    body = [words(confirming(reply)), words(f"“{cut(question, _QUESTION)}”")]
    named = ((WITHOUT_NAME, 0), (WITH_NAME, NAMED))
    send = [button(label[language], Verb.TELL, reply.trace_id, one) for label, one in named]
    return card(body, language, send)


def ask_person_form(answer_id: str, language: Language, note: str = "") -> Card:
    """The form to choose a colleague; `note` is the one to begin with."""
    person: Element = {
        "type": "Input.ChoiceSet",
        "id": PERSON,
        "label": texts.WHO[language],
        "placeholder": texts.SEARCH_NAME[language],
        "style": "filtered",
        "choices": [],
        "choices.data": {"type": "Data.Query", "dataset": "graph.microsoft.com/users"},
        "value": "",
        "isRequired": True,
        "errorMessage": texts.CHOOSE_SOMEBODY[language],
    }
    field: Element = {
        "type": "Input.Text",
        "id": NOTE,
        "label": texts.NOTE[language],
        "placeholder": "",
        "isMultiline": True,
        "maxLength": LONGEST_NOTE,
        "value": note,
    }
    send = button(SEND[language], Verb.HAND_OVER, answer_id)
    return card([person, field], language, [send])
