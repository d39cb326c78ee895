"""Texts of the front page in Korean and English."""

from collections.abc import Mapping

from bot.texts import Text, in_both
from knowledge.model.documents import Language

TITLE = in_both("Ask about the {corpus}", "{corpus}에 대해 물어보세요")
KNOWN = in_both(
    "I answer from {documents} documents ({languages}) and show where each answer comes from.",
    "문서 {documents}개({languages})에서 답을 찾아 출처와 함께 알려 드립니다.",
)
IN_LANGUAGE: Mapping[Language, Text] = {
    "ko": in_both("{count} Korean", "한국어 {count}개"),
    "en": in_both("{count} English", "영어 {count}개"),
}
INDEXED_AT = in_both("Last indexed on {moment}.", "마지막 색인: {moment}")
HOW_TO_ASK = in_both(
    "Send me a direct message, mention me in a channel, or use /ask for a private answer.",
    "다이렉트 메시지를 보내거나 채널에서 멘션해 주세요. /ask로 질문하면 본인만 답을 볼 "
    "수 있습니다.",
)
UNREADABLE = in_both(
    "I can't show this right now. Please try again in a minute.",
    "지금은 보여 드릴 수 없습니다. 잠시 후 다시 시도해 주세요.",
)

EXAMPLES = in_both("You can ask, for example", "질문 예시")
ASK = in_both("Ask", "질문하기")

RECENT = in_both("Your recent questions", "최근에 질문한 내용")
NO_RECENT = in_both("Nothing yet.", "아직 없습니다.")
KEPT = in_both(
    "Only you can see this list. It's stored for {days} days, without personal data. "
    "Administrators see unanswered questions, but not who asked them.",
    "이 목록은 본인에게만 보이며, 개인정보를 지우고 {days}일 동안 보관합니다. 답하지 "
    "못한 질문은 관리자도 볼 수 있지만 누가 질문했는지는 보이지 않습니다.",
)
ASKED = in_both("{question} — {day}", "{question} — {day}")

FOR_ADMINS = in_both("For administrators", "관리자용")
INDEX = in_both("Index {number}: {passages} passages.", "{number}번 색인: 문단 {passages}개")
FILES_SKIPPED = in_both("Skipped files: {count}.", "건너뛴 파일 {count}개")
CLASHES = in_both("Contradictions between documents: {count}.", "문서 간 불일치 {count}건")
RUNNING = in_both("Indexing is in progress.", "색인이 진행 중입니다.")
REINDEX = in_both("Reindex", "다시 색인")
REINDEX_QUESTION = in_both("Re-read the documents?", "문서를 다시 색인하시겠습니까?")
REINDEX_MEANS = in_both(
    "The current index keeps answering until the new one is ready.",
    "새 색인이 준비될 때까지 현재 색인으로 답합니다.",
)
NOT_NOW = in_both("Not now", "취소")

UNANSWERED = in_both("Unanswered questions (last {days} days)", "답하지 못한 질문 (최근 {days}일)")
NO_UNANSWERED = in_both("None.", "없습니다.")
TIMES = in_both("{count} × {question}", "{count}회 · {question}")
FEEDBACK = in_both(
    "Feedback from the last {days} days: {good} helpful, {bad} not helpful.",
    "최근 {days}일 평가: 도움 됨 {good}건, 도움 안 됨 {bad}건",
)
NOTHING_KEPT = in_both(
    "Answers aren't stored (RECORDS_DAYS is 0), so there is no list of unanswered questions.",
    "답변을 보관하지 않아(RECORDS_DAYS=0) 답하지 못한 질문 목록이 없습니다.",
)
