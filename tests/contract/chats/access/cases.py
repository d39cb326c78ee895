"""Documents for every audience, and a real conversation about them in a chat of our own."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.main.app import App
from bot.model import Message, Platform, Reply, Scope, Verdict
from bot.model.kept import StoredAnswer
from bot.ports import Notify
from bot.privacy import safe
from knowledge.model.documents import Audience, Language
from knowledge.model.report import Show
from tests.flow.slack.stand_in.bot import FakeConversation

CANARIES: dict[Audience, dict[Language, str]] = {
    Audience.STAFF: {"en": "marigold", "ko": "금잔화"},
    Audience.MANAGER: {"en": "kestrel", "ko": "황조롱이"},
    Audience.ADMIN: {"en": "obsidian", "ko": "흑요석"},
}
"""A word of each document, in its name, its heading and its text."""
QUESTIONS: dict[Audience, dict[Language, str]] = {
    Audience.STAFF: {
        "en": "How many days are lost umbrellas kept?",
        "ko": "분실한 우산은 며칠 동안 보관하나요?",
    },
    Audience.MANAGER: {
        "en": "After how many days is the safe code changed?",
        "ko": "금고 비밀번호는 며칠마다 바꾸나요?",
    },
    Audience.ADMIN: {
        "en": "How many minutes does the burglar alarm wait?",
        "ko": "도난 경보기는 몇 분 동안 기다리나요?",
    },
}
_LANGUAGES: tuple[Language, ...] = ("en", "ko")
ALL = [(audience, language) for audience in Audience for language in _LANGUAGES]
_TEXTS: dict[Audience, dict[Language, str]] = {
    Audience.STAFF: {
        "en": "Lost umbrellas are kept for 21 days in the marigold cupboard.",
        "ko": "분실한 우산은 금잔화 보관함에 21일 동안 보관합니다.",
    },
    Audience.MANAGER: {
        "en": "The safe code is changed after 17 days with the kestrel key.",
        "ko": "금고 비밀번호는 황조롱이 열쇠로 17일마다 바꿉니다.",
    },
    Audience.ADMIN: {
        "en": "The burglar alarm waits for 43 minutes in obsidian mode.",
        "ko": "도난 경보기는 흑요석 모드에서 43분 동안 기다립니다.",
    },
}


def write_documents(folder: Path) -> None:
    """One document for each audience in each language."""
    folder.mkdir()
    for audience, language in ALL:
        word = CANARIES[audience][language]
        (folder / f"{audience}-{language}.md").write_text(
            f"---\ntitle: {word.capitalize()}\nlanguage: {language}\naudience: {audience}\n"
            f"owner: {word}\n---\n# {word}\n\n## {word}\n\n{_TEXTS[audience][language]}\n",
            encoding="utf-8",
        )


def going_on(question: str) -> str:
    """A question that means nothing without the one before."""
    return "how long is that exactly?" if question.isascii() else "그게 얼마 동안인가요?"


def why(question: str) -> str:
    """Words about the answer to a question."""
    return "and why?" if question.isascii() else "왜 그런가요?"


def canaries_in(shown: str) -> set[Audience]:
    """Whose documents somebody was shown anything of."""
    said = shown.casefold()
    return {
        audience for audience, words in CANARIES.items() if any(w in said for w in words.values())
    }


class Whole(FakeConversation):
    """The real conversation, in the place of the one that we wrote."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self.app = app
        records: Any = app.kept.records
        self.records = records

    async def handle(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        return await self.app.conversation.handle(message, notify, show)


async def answered_to_admin(app: App, question: str, thread: str, platform: Platform) -> str:
    """The id of an answer that holds what an administrator may read."""
    scope = Scope(audience=Audience.ADMIN)
    message = Message(platform, thread, "UADMIN", question, scope=scope, workspace_id="T1")
    reply = await app.conversation.handle(message)
    assert reply.kept
    return reply.trace_id


async def suggested(app: App, question: str, thread: str, platform: Platform) -> str:
    """The id of an answer to all under which a question is suggested."""
    message = Message(platform, thread, "UADMIN", "how are you?", workspace_id="T1")
    record = StoredAnswer(
        answer_id=message.trace_id,
        given_at=datetime.now(UTC),
        thread=thread,
        person=f"{platform}:T1:UADMIN",
        question=safe("how are you?"),
        verdict=Verdict.PASS,
        reply=replace(Reply("Fine."), suggestions=(question,), trace_id=message.trace_id),
    )
    await app.kept.records.keep(record)
    return record.answer_id
