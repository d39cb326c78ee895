"""What the Slack adapter itself says, where no conversation can."""

import re

from bot.model import Reply
from knowledge.model import Language

_BUSY: dict[Language, str] = {
    "en": "I am answering many questions right now. Please ask again in a minute.",
    "ko": "지금 질문이 많이 밀려 있어요. 1분 뒤에 다시 물어봐 주세요.",
}
_APOLOGY: dict[Language, str] = {
    "en": "Sorry, something went wrong on my side. Please ask again. Reference: {reference}",
    "ko": "죄송합니다. 제 쪽에서 문제가 생겼어요. 다시 물어봐 주세요. 참조 번호: {reference}",
}
_INVITE: dict[Language, str] = {
    "en": "I cannot write in that channel. Invite me there: /invite @storewise",
    "ko": "그 채널에는 글을 쓸 수 없어요. 채널에 초대해 주세요: /invite @storewise",
}


def language_of(text: str) -> Language:
    """Return the language by its script."""
    return "ko" if re.search("[ㄱ-ㆎ가-힣]", text) else "en"


def busy(language: Language) -> Reply:
    """Return what a person reads when too many questions wait."""
    return Reply(_BUSY[language], language, private=True)


def apology(language: Language, reference: str) -> Reply:
    """Return what a person reads when a bug stopped the reply."""
    text = _APOLOGY[language].format(reference=reference)
    return Reply(text, language, request_id=reference)


def invite(language: Language) -> str:
    """Return what cures a channel in which the bot cannot write."""
    return _INVITE[language]
