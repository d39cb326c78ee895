"""The Slack adapter's own sentences, in English and Korean."""

from collections.abc import Mapping

from adapters.chat.channels import texts as channels
from adapters.chat.texts import ASK_PERSON, QUESTION, SOURCES_TITLE
from bot.conversation.owners.wording import TELL
from bot.model import Reply
from bot.texts import Text, in_both
from knowledge.model.documents import Language

GOOD = in_both("Helpful", "도움 됨")
BAD = in_both("Not helpful", "도움 안 됨")

TITLES: Mapping[str, Text] = {
    "sources": SOURCES_TITLE,
    "feedback": in_both("What was wrong?", "아쉬운 점"),
    "ask_person": ASK_PERSON,
    "tell_owner": TELL,
    "channel": channels.TITLE,
    "question": in_both("Ask about this", "이 내용에 질문"),
}
"""Modal titles by callback id; at most 24 characters."""
CANCEL = in_both("Cancel", "취소")
LOADING = in_both("Loading the sources…", "출처를 불러오고 있습니다…")
FIELDS: Mapping[str, Text] = {
    "question": QUESTION,
    "reason": in_both("What was wrong with the answer?", "답변의 아쉬운 점을 선택해 주세요."),
    "note": in_both(
        "Anything else? Please leave out customer data.", "추가 의견 (고객 정보는 적지 마세요)"
    ),
    "person": in_both("Who do you want to ask?", "질문을 받을 사람"),
    "name": in_both("May the owner see who asked?", "보낸 사람을 알려도 될까요?"),
    **channels.FIELDS,
}
"""Field labels by field name."""
REASONS: Mapping[str, Text] = {
    "wrong": in_both("It's wrong", "틀린 내용입니다"),
    "out_of_date": in_both("It's out of date", "오래된 내용입니다"),
    "incomplete": in_both("Something is missing", "빠진 내용이 있습니다"),
    "not_my_question": in_both("It doesn't answer my question", "질문에 대한 답이 아닙니다"),
    "other": in_both("Something else", "그 밖의 이유"),
}

WORKING = in_both("is searching the documents…", "문서에서 찾고 있습니다…")
"""Slack writes the bot's name before it."""
CHECKING = in_both(
    "Checking the answer against its sources…", "답변이 출처와 맞는지 확인하고 있습니다…"
)

NOT_ALLOWED = in_both(
    "Only certain groups can ask me in this channel. Please send me a direct message instead.",
    "이 채널에서는 정해진 그룹만 질문할 수 있습니다. 다이렉트 메시지로 질문해 주세요.",
)
NO_APPS = in_both(
    "I don't answer workflows or other apps here. Please ask me yourself.",
    "워크플로나 다른 앱의 질문에는 답하지 않습니다. 직접 질문해 주세요.",
)
STRANGER = in_both(
    "In shared channels I only answer people from the company that installed me. Please ask one "
    "of them.",
    "공유 채널에서는 storewise를 설치한 회사의 직원에게만 답합니다. 그 회사 직원에게 문의하세요.",
)
CLICK_AGAIN = in_both(
    "I couldn't open the window in time. Please try again.",
    "시간이 너무 오래 걸려 창을 열지 못했습니다. 다시 눌러 주세요.",
)
THANKS_FOR_RATING = in_both(
    "Thank you. Your feedback helps to improve the documents.",
    "감사합니다. 보내 주신 의견은 문서를 개선하는 데 쓰입니다.",
)
SHARED = in_both("Shared in the channel.", "채널에 공유했습니다.")
CANNOT_SHARE = in_both(
    "I can't post in that channel. Invite me there (/invite @storewise) and try again.",
    "그 채널에는 글을 쓸 수 없습니다. 먼저 초대(/invite @storewise)한 다음 다시 눌러 주세요.",
)
SENDING = in_both("Sending…", "보내는 중…")
SENT = in_both("Sent to {user}.", "{user} 님에게 보냈습니다.")
CANNOT_WRITE = in_both(
    "I couldn't message {user}. Please choose someone else.",
    "{user} 님에게 보내지 못했습니다. 다른 사람을 선택해 주세요.",
)
READING = in_both("Reading the message…", "메시지를 읽고 있습니다…")
LOST_MESSAGE = in_both(
    "I no longer have this message. Please choose “Ask about this message” again.",
    "더 이상 볼 수 없는 메시지입니다. “Ask about this message”를 다시 선택해 주세요.",
)
ASK_DOCUMENT = in_both("Ask about this", "이 문서에 질문")
OWNED_BY = in_both("Owner: {owner}", "담당: {owner}")
STORES = in_both("Stores and their channels", "매장과 채널")
NO_CHANNEL = in_both("no channel", "채널 없음")
MORE_STORES = in_both("{count} more stores", "그 외 매장 {count}개")
NO_DOCUMENT = in_both(
    "This document is no longer in force, or I can't read it right now. Please ask your question "
    "again.",
    "시행이 종료되었거나 지금 읽을 수 없는 문서입니다. 다시 질문해 주세요.",
)
FOLLOW_DIRECTLY = in_both(
    "Indexing the documents… I'll send you the progress and the report in a direct message.",
    "문서를 색인하는 중입니다… 진행 상황과 결과는 다이렉트 메시지로 알려 드립니다.",
)
TOO_MANY_POSTS = in_both(
    "Slack isn't taking more messages in that channel right now, so I'm answering here.",
    "지금은 Slack이 그 채널에 메시지를 더 받지 않아 여기에서 답합니다.",
)
NOT_SHOWN = in_both(
    "I couldn't show this. Please close the window and try again.",
    "내용을 표시하지 못했습니다. 창을 닫고 다시 시도해 주세요.",
)


def private(said: Text, language: Language) -> Reply:
    """Returns a sentence as a private reply."""
    return Reply(said[language], language, private=True)
