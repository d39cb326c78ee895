"""What the Slack adapter says by itself."""

from collections.abc import Mapping

from collections.abc import Sequence

from bot import texts
from bot.model import Reply
from bot.texts import Text, in_both
from knowledge.model import Language

SOURCES = in_both("Sources: {titles}", "출처: {titles}")
IN_FORCE = in_both("in force on {day}", "{day} 기준")
LANGUAGES: Mapping[Language, Text] = {
    "en": in_both("English", "영어"),
    "ko": in_both("Korean", "한국어"),
}
BARELY = in_both(
    "The documents only touch on this: please read the source before you rely on it.",
    "문서에서 간접적으로만 다루는 내용입니다. 출처를 직접 확인해 주세요.",
)

BUTTONS: Mapping[str, Text] = {
    "sources": in_both("View sources", "출처 보기"),
    "share": in_both("Share in channel", "채널에 공유"),
    "ask_person": in_both("Ask a person", "담당자에게 묻기"),
}
"""By the id of the action."""
GOOD = in_both("Helpful", "도움이 됐어요")
BAD = in_both("Not helpful", "도움이 안 됐어요")

WORKING = in_both("is searching the store documents…", "매장 문서에서 찾고 있습니다…")
"""Slack writes the bot's name before it."""
SEARCHING = in_both("Searching the store documents…", "매장 문서에서 찾고 있습니다…")
CHECKING = in_both("Checking the answer against its sources…", "답을 출처와 대조하고 있습니다…")

NO_NAME = in_both(
    "Write it as in the documents: at most 60 letters, digits and spaces.",
    "문서에 적힌 대로 60자 이내의 글자, 숫자, 공백으로 적어 주세요.",
)
NO_LANGUAGE = in_both("Choose English or Korean.", "영어나 한국어 중에서 골라 주세요.")
NO_GROUP = in_both(
    "A user group's id looks like S012AB3CD.", "사용자 그룹 ID는 S012AB3CD 같은 모양입니다."
)
_NOT_IN_DOCUMENTS = in_both(
    "No document has “{name}”. There are: {known}.",
    "“{name}”(이)라고 적힌 문서가 없습니다. 있는 값: {known}.",
)
_NONE_IN_DOCUMENTS = in_both(
    "No document sets one, so leave it open.", "문서에 정해진 값이 없으니 비워 두세요."
)


def not_in_the_documents(name: str, known: Sequence[str]) -> Text:
    """Say that no document knows a name, and which names they know."""
    if not known:
        return _NONE_IN_DOCUMENTS
    listed = {"name": name, "known": ", ".join(known)}
    return in_both(
        _NOT_IN_DOCUMENTS["en"].format(**listed), _NOT_IN_DOCUMENTS["ko"].format(**listed)
    )


def busy(language: Language) -> Reply:
    """Return what a person reads when too many questions wait."""
    return Reply(texts.BUSY[language], language, private=True)


def invite(language: Language) -> str:
    """Return what cures a channel in which the bot cannot write."""
    return texts.INVITE[language]
