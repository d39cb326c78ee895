"""Sentences around an answer that all chats share."""

from collections.abc import Mapping

from bot.texts import Text, in_both

SOURCES = in_both("Sources: {titles}", "출처: {titles}")
MORE_SOURCES = in_both("and {count} more", "그 외 {count}건")
IN_FORCE = in_both("as of {day}", "{day} 기준")
WORDED = in_both("worded by AI", "AI가 정리한 답변")
LANGUAGES: Mapping[str, Text] = {
    "en": in_both("English", "영어"),
    "ko": in_both("Korean", "한국어"),
}
UNSURE = in_both(
    "This may not be what you meant. Please check the source.",
    "찾으시는 내용이 아닐 수 있습니다. 출처를 확인해 주세요.",
)
IN_BOLD = in_both(
    "The answer comes from the words in bold.",
    "답변의 근거가 된 부분은 굵게 표시했습니다.",
)
CLOSEST_IN_BOLD = in_both(
    "The closest rules are in bold. They may not answer your question.",
    "비슷한 규정을 굵게 표시했습니다. 찾으시는 내용이 아닐 수 있습니다.",
)
GONE = in_both(
    "I no longer have this answer. Please ask again.",
    "더 이상 볼 수 없는 답변입니다. 다시 질문해 주세요.",
)
READ = in_both("I have read it", "확인했습니다")
READ_BY = in_both("Read by {count}", "확인 {count}명")
SEND = in_both("Send", "보내기")
CLOSE = in_both("Close", "닫기")
SEARCHING = in_both("Searching the documents…", "문서에서 찾고 있습니다…")
ASK_ME = in_both("What would you like to know?", "궁금한 점을 입력해 주세요.")
VIEW_SOURCES = in_both("View sources", "출처 보기")
ASK_ABOUT = in_both("Ask about this message", "이 메시지에 질문")
QUESTION = in_both(
    "What would you like to know about this message?", "이 메시지에 대해 궁금한 점을 입력해 주세요."
)
ASK_PERSON = in_both("Ask a person", "담당자에게 묻기")
NOT_FOR_ALL = in_both(
    "Not everyone may read these documents, so I can't share this answer. The other person can "
    "ask me directly.",
    "일부 직원만 볼 수 있는 문서의 답변이라 공유할 수 없습니다. 필요한 사람이 저에게 직접 "
    "질문하면 됩니다.",
)
ASKS_YOU = in_both(
    "{user} would like your help with: “{question}”",
    "{user} 님이 도움을 요청했습니다: “{question}”",
)
DISAGREEING = in_both(
    "These documents disagree. Which one counts?",
    "문서마다 내용이 다릅니다. 어느 쪽이 맞는지 알려 주세요.",
)
"""The note to begin with when a colleague is told about it."""
CANNOT_POST = in_both(
    "I can't post in that channel, so I'm answering here.",
    "그 채널에는 글을 쓸 수 없어 여기에서 답합니다.",
)
SOURCES_TITLE = in_both("Sources", "출처")
DOCUMENT = in_both("Document", "문서")
SHARES = in_both("{user} asked: “{question}”", "{user} 님의 질문: “{question}”")
RUN_STOPPED = in_both(
    "The server stopped before indexing finished. /reindex status shows what is indexed.",
    "서버가 멈춰 색인을 끝내지 못했습니다. 현재 상태는 다음 명령으로 확인해 주세요: /reindex 상태",
)
