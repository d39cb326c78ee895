"""Who may do and read what, by the settings; everybody else is staff."""

from dataclasses import dataclass

from adapters.teams.receive.activities import to_place
from adapters.teams.receive.wording import Activity
from bot.model.access import read_with, role_of
from bot.settings import TeamsSettings
from knowledge.model.documents import Audience


@dataclass(frozen=True, slots=True)
class People:
    """Finds people's roles by their Entra object ids."""

    admins: frozenset[str] = frozenset()
    managers: frozenset[str] = frozenset()
    manager_chats: frozenset[str] = frozenset()
    """Chats where everybody counts as a manager."""

    def is_admin(self, activity: Activity) -> bool:
        """Whether the sender may run commands."""
        return _person(activity) in self.admins

    def role(self, activity: Activity) -> Audience:
        """The audience of the sender, in a private chat."""
        person = _person(activity)
        return role_of(admin=person in self.admins, manager=person in self.managers)

    def audience(self, activity: Activity) -> Audience:
        """The audience for answers in a chat: everybody who reads them may see the documents.

        A targeted message counts as public: if Teams refuses to target it, everybody sees it.
        """
        place = to_place(activity)
        if place.direct:
            return self.role(activity)
        in_manager_chat = place.channel in self.manager_chats
        return read_with(self.role(activity), role_of(manager=in_manager_chat))


def build_people(settings: TeamsSettings) -> People:
    """The people named in the settings."""
    return People(settings.admin_object_ids, settings.manager_object_ids, settings.manager_chats)


def _person(activity: Activity) -> str:
    return to_place(activity).aad_object_id.lower()
