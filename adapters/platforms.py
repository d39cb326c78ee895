"""The list of chat platforms: a new one is a line here and a folder of its own."""

from adapters.chat.platform import Platform
from adapters.slack.platform import SLACK
from adapters.teams.platform import TEAMS

PLATFORMS: tuple[Platform, ...] = (SLACK, TEAMS)
