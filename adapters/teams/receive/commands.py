"""Parses commands typed in Teams, after a mention or as a slash command; no I/O."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from adapters.chat.rules import texts as rules
from bot.conversation.commands import knows
from bot.upkeep.reports.in_chat import is_meant


class Name(StrEnum):
    """The name of a command."""

    REINDEX = "reindex"
    REPORT = "report"
    HELP = "help"
    ASK = "ask"
    SETTINGS = "settings"
    RECENT = "recent"
    RULE = "rule"
    RULES = "rules"


SHOW_A_CARD = (Name.HELP, Name.SETTINGS, Name.RECENT, Name.RULE, Name.RULES)
"""Commands that the adapter answers by itself, with a card."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command and the text after it."""

    name: Name
    text: str = field(default="", repr=False)


_REINDEX = re.compile(r"/?reindex(?=\s|$)[\s:]*(.*)", re.IGNORECASE | re.DOTALL)
_REINDEX_KO = re.compile(r"/?(?:다시|재)\s?색인(?:해\s?(?:줘|주세요))?(?=\s|$)\s*(.*)", re.DOTALL)
_REPORT = re.compile(r"/?report(?=\s|$)[\s:]*(.*)", re.IGNORECASE | re.DOTALL)
_REPORT_KO = re.compile(r"/?((?:보고서?|리포트)(?=\s|$).*)", re.DOTALL)
_ASK = re.compile(r"/?ask(?=\s|:|$)[\s:]*(.*)", re.IGNORECASE | re.DOTALL)
_SETTINGS = re.compile(r"/?(?:settings|(?:채널\s?)?설정)\s*[.!]?", re.IGNORECASE)
_RECENT = re.compile(
    r"/?(?:(?:my\s)?recent(?:\squestions)?|(?:내\s?)?최근\s?질문(?:\s?(?:목록|보기))?)\s*[.!]?",
    re.IGNORECASE,
)
_HELP = re.compile(r"/?(?:help|도움말|도움|사용법)\s*[?!.]?", re.IGNORECASE)
_ALONE = {Name.HELP: _HELP, Name.SETTINGS: _SETTINGS, Name.RECENT: _RECENT}
"""Commands that stand alone."""
_SLASHED = {
    **dict.fromkeys(("ask", "질문", "질문하기"), Name.ASK),
    **dict.fromkeys(("help", "도움말"), Name.HELP),
    **dict.fromkeys(("settings", "설정"), Name.SETTINGS),
    **dict.fromkeys(("reindex", "색인", "다시색인", "status", "상태"), Name.REINDEX),
    **dict.fromkeys(("report", "보고", "보고서", "리포트"), Name.REPORT),
}
"""Slash command names, in the languages of the manifest."""
_ARE_WORDS = ("status", "상태", "보고", "보고서", "리포트")
"""Slash commands that are a word of the command themselves, or tell its language."""


def command_of(text: str, *, slash: bool = False) -> Command | None:
    """Returns the command of a text; None for a question.

    A question may begin like one: "help me with a refund", "다시 색인하면 되나요?".
    """
    if slash and (command := _slashed(text)):
        return command
    if alone := next((name for name, form in _ALONE.items() if form.fullmatch(text)), None):
        return Command(alone)
    if named := rules.command_of(text):
        return Command(Name(named))
    if command := _for_admins(text):
        return command
    found = _ASK.fullmatch(text)
    return Command(Name.ASK, found[1].strip()) if found else None


def _for_admins(text: str) -> Command | None:
    if found := _REINDEX.fullmatch(text):
        return Command(Name.REINDEX, found[1].strip())
    if (found := _REINDEX_KO.fullmatch(text)) and knows(found[1].strip()):
        # Without a word after it, the command itself tells that the report is in Korean.
        return Command(Name.REINDEX, found[1].strip() or "다시 색인")
    # With its own word, a Korean command tells that the report is in Korean.
    found = _REPORT.fullmatch(text) or _REPORT_KO.fullmatch(text)
    return Command(Name.REPORT, found[1].strip()) if found and is_meant(found[1]) else None


def _slashed(text: str) -> Command | None:
    first, _, rest = text.removeprefix("/").partition(" ")
    name = _SLASHED.get(first.casefold())
    if name is None:
        return None
    return Command(name, f"{first if first.casefold() in _ARE_WORDS else ''} {rest}".strip())
