"""The pages after an installation, finished or failed."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import urlencode

from adapters.slack import texts
from bot.texts import LANGUAGES
from knowledge.model.documents import Language

HEADERS: Mapping[str, str | Sequence[str]] = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}

_PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>storewise</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}}
</style><h1>storewise</h1><p>{text}</p><p><a href="{address}">{link}</a></p></html>
"""
_STALE_WORDS = frozenset({"invalid_browser", "invalid_state", "missing_code"})


def browsers_language(accepted: str) -> Language:
    """Returns the language that a browser asks for (Accept-Language)."""
    wanted: list[tuple[float, Language]] = []
    for part in accepted.lower().split(","):
        tag, _, rest = part.strip().partition(";")
        weight = re.fullmatch(r"\s*q\s*=\s*(0(?:\.\d+)?|1(?:\.0+)?)\s*", rest)
        for language in LANGUAGES:
            if tag.partition("-")[0] == language:
                wanted.append((-float(weight[1]) if weight else -1.0, language))
    return min(wanted, key=lambda one: one[0], default=(0.0, "en"))[1]


def installed(language: Language, place: str | None, app_id: str, team_id: str | None) -> str:
    """Returns the page after an installation."""
    text = texts.INSTALLED[language].format(place=place or texts.THE_WORKSPACE[language])
    query = {"app": app_id} | ({"team": team_id} if team_id else {})
    address = f"https://slack.com/app_redirect?{urlencode(query)}"
    return _page(language, text, address, texts.OPEN_SLACK[language])


def not_installed(language: Language, word: str) -> str:
    """Returns the page for a failed installation; anybody may send the word."""
    text = texts.INSTALL_FAILED[language].format(
        word=word if re.fullmatch(r"[a-z_]{1,40}", word) else "?"
    )
    if word == "access_denied":
        text = texts.INSTALL_DECLINED[language]
    if word == "not_allowed":
        text = texts.INSTALL_NOT_ALLOWED[language]
    if word in _STALE_WORDS:
        text = texts.INSTALL_STALE[language]
    return _page(language, text, "/slack/install", texts.START_AGAIN[language])


def _page(language: Language, text: str, address: str, link: str) -> str:
    return _PAGE.format(
        language=language, text=escape(text), address=escape(address), link=escape(link)
    )
