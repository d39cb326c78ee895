"""Who may do and read what, as the settings say; of whom they say nothing, is of the staff."""

from dataclasses import dataclass

from adapters.teams.receive.activities import to_place
from adapters.teams.receive.wording import Activity
from bot.model.access import read_with, role_of
from bot.settings import TeamsSettings
from knowledge.model.documents import Audience


@dataclass(frozen=True, slots=True)
class People:
    """Knows everybody's role, by their Entra object ids."""

    admins: frozenset[str] = frozenset()
    managers: frozenset[str] = frozenset()
    manager_chats: frozenset[str] = frozenset()
    """Where everybody is a manager."""

    def is_admin(self, activity: Activity) -> bool:
        """Whether who sent an activity may run commands."""
        return _person(activity) in self.admins

    def role(self, activity: Activity) -> Audience:
        """Whose documents may answer who sent an activity, where nobody else reads along."""
        person = _person(activity)
        return role_of(admin=person in self.admins, manager=person in self.managers)

    def audience(self, activity: Activity) -> Audience:
        """Whose documents may answer in the chat of an activity, so that all who read it may.

        A message for one person's eyes counts as one for all: where Teams refuses it, all read it.
        """
        place = to_place(activity)
        if place.direct:
            return self.role(activity)
        in_manager_chat = place.channel in self.manager_chats
        return read_with(self.role(activity), role_of(manager=in_manager_chat))


def build_people(settings: TeamsSettings) -> People:
    """The people that the settings name."""
    return People(settings.admin_object_ids, settings.manager_object_ids, settings.manager_chats)


def _person(activity: Activity) -> str:
    return to_place(activity).aad_object_id.lower()
