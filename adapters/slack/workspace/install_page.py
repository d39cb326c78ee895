"""The pages after an installation, finished or failed."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import urlencode

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
_INSTALLED = {
    "en": "storewise is installed in {place}. Message it in Slack or invite it to a channel.",
    "ko": "{place}에 storewise를 설치했습니다. Slack에서 메시지를 보내거나 채널에 초대해 주세요.",
}
_THE_WORKSPACE = {"en": "your workspace", "ko": "워크스페이스"}
_OPEN = {"en": "Open it in Slack", "ko": "Slack에서 열기"}
_AGAIN = {"en": "Start again", "ko": "다시 시작하기"}
_CANCELLED = {
    "en": "You declined, so nothing was installed.",
    "ko": "동의하지 않아 아무것도 설치하지 않았습니다.",
}
_NOT_ALLOWED = {
    "en": "storewise isn't available for this workspace, so nothing was installed."
    " Please ask the people who run storewise.",
    "ko": "storewise를 설치할 수 없는 워크스페이스라 아무것도 설치하지 않았습니다."
    " storewise 담당자에게 문의해 주세요.",
}
_STALE = {
    "en": "This page has expired, was already used, or was opened in another browser."
    " Nothing was installed. Please start again in this browser.",
    "ko": "만료되었거나, 이미 사용했거나, 다른 브라우저에서 연 페이지입니다."
    " 아무것도 설치하지 않았습니다. 이 브라우저에서 다시 시작해 주세요.",
}
_FAILED = {
    "en": "The installation failed ({word}), so nothing was installed. Please start again."
    " If that doesn't help, tell the people who run storewise.",
    "ko": "설치하지 못했습니다({word}). 다시 시작해 주세요."
    " 그래도 안 되면 storewise 담당자에게 알려 주세요.",
}
_STALE_WORDS = frozenset({"invalid_browser", "invalid_state", "missing_code"})


def browsers_language(accepted: str) -> Language:
    """Returns the language that a browser asks for (Accept-Language)."""
    wanted: list[tuple[float, Language]] = []
    for part in accepted.lower().split(","):
        tag, _, rest = part.strip().partition(";")
        weight = re.fullmatch(r"\s*q\s*=\s*(0(?:\.\d+)?|1(?:\.0+)?)\s*", rest)
        for language in ("en", "ko"):
            if tag.partition("-")[0] == language:
                wanted.append((-float(weight[1]) if weight else -1.0, language))
    return min(wanted, key=lambda one: one[0], default=(0.0, "en"))[1]


def installed(language: Language, place: str | None, app_id: str, team_id: str | None) -> str:
    """Returns the page after an installation."""
    text = _INSTALLED[language].format(place=place or _THE_WORKSPACE[language])
    query = {"app": app_id} | ({"team": team_id} if team_id else {})
    address = f"https://slack.com/app_redirect?{urlencode(query)}"
    return _page(language, text, address, _OPEN[language])


def not_installed(language: Language, word: str) -> str:
    """Returns the page for a failed installation; anybody may send the word."""
    text = _FAILED[language].format(word=word if re.fullmatch(r"[a-z_]{1,40}", word) else "?")
    if word == "access_denied":
        text = _CANCELLED[language]
    if word == "not_allowed":
        text = _NOT_ALLOWED[language]
    if word in _STALE_WORDS:
        text = _STALE[language]
    return _page(language, text, "/slack/install", _AGAIN[language])


def _page(language: Language, text: str, address: str, link: str) -> str:
    return _PAGE.format(
        language=language, text=escape(text), address=escape(address), link=escape(link)
    )
