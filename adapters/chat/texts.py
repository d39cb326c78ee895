"""What every chat says around an answer."""

from collections.abc import Mapping

from bot.texts import Text, in_both

SOURCES = in_both("Sources: {titles}", "출처: {titles}")
MORE_SOURCES = in_both("and {count} more", "그 외 {count}건")
IN_FORCE = in_both("in force on {day}", "{day} 기준")
LANGUAGES: Mapping[str, Text] = {
    "en": in_both("English", "영어"),
    "ko": in_both("Korean", "한국어"),
}
UNSURE = in_both(
    "I am not sure that this is what you asked for: please check the source.",
    "질문에 맞는 답인지 확실하지 않습니다. 출처를 꼭 확인해 주세요.",
)
IN_BOLD = in_both(
    "The words that the answer rests on are in bold.",
    "답변의 근거가 된 부분은 굵게 표시했습니다.",
)
GONE = in_both(
    "This answer is not kept any more. Please ask again.",
    "더 이상 보관하지 않는 답변입니다. 다시 질문해 주세요.",
)
SEND = in_both("Send", "보내기")
CLOSE = in_both("Close", "닫기")
SEARCHING = in_both("Searching the store documents…", "매장 문서에서 찾고 있습니다…")
ASK_ME = in_both("What would you like to know?", "무엇이 궁금하세요?")
ASK_ALSO = in_both("You can also ask about:", "이어서 물어볼 수 있는 내용:")
VIEW_SOURCES = in_both("View sources", "출처 보기")
ASK_ABOUT = in_both("Ask about this message", "이 메시지에 질문")
QUESTION = in_both(
    "What would you like to know about the message?", "메시지에서 무엇이 궁금하세요?"
)
SOURCES_TITLE = in_both("Sources", "출처")
DOCUMENT = in_both("Document", "문서")
RUN_STOPPED = in_both(
    "I was stopped before the run ended. /reindex status says what is indexed.",
    "서버가 멈춰 색인을 끝내지 못했습니다. 지금 상태는 /reindex status로 확인해 주세요.",
)
