"""A reply as Teams shows it, for a page that draws activities itself."""

from adapters.teams.receive.activities import ActivityKind, Place
from adapters.teams.receive.wording import Activity
from adapters.teams.render.reply import to_forms
from bot.model import Reply

_BOT, _PERSON = {"id": "28:storewise", "name": "storewise"}, {"id": "29:you", "name": "you"}
_CHAT = Place(
    service_url="",
    conversation_id="a:preview",
    kind=ActivityKind.PERSONAL,
    user=_PERSON["id"],
    tenant_id="",
)


def preview(reply: Reply) -> list[Activity]:
    """Returns the message of a reply in a personal chat."""
    return [next(to_forms(reply, _CHAT, _BOT, _PERSON))]
