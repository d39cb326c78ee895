"""Texts of the front page in Korean and English."""

from collections.abc import Mapping

from bot.texts import Text, in_both
from knowledge.model.documents import Language

TITLE = in_both("Ask the store's documents", "매장 문서에 물어보세요")
KNOWN = in_both(
    "I answer from {documents} documents ({languages}) and show where each answer stands.",
    "문서 {documents}개({languages})에서 답을 찾아 출처와 함께 알려 드립니다.",
)
IN_LANGUAGE: Mapping[Language, Text] = {
    "ko": in_both("{count} Korean", "한국어 {count}개"),
    "en": in_both("{count} English", "영어 {count}개"),
}
INDEXED_AT = in_both("Last indexed on {moment}.", "마지막 색인: {moment}")
HOW_TO_ASK = in_both(
    "Write to me directly, mention me in a channel, or use /ask for an answer that only you see.",
    "저에게 직접 메시지를 보내거나 채널에서 멘션해 주세요. /ask로 물으면 본인만 답을 볼 수 있어요.",
)
UNREADABLE = in_both("I cannot show this right now.", "지금은 보여 드릴 수 없습니다.")

EXAMPLES = in_both("You can ask, for example", "이렇게 물어볼 수 있어요")
ASK = in_both("Ask", "물어보기")

RECENT = in_both("What you asked", "최근에 물어본 내용")
NO_RECENT = in_both("Nothing yet.", "아직 없습니다.")
KEPT = in_both(
    "Only you see this list. It is kept for {days} days without personal data; administrators see "
    "questions without an answer, but not who asked them.",
    "이 목록은 본인에게만 보이며, 개인정보를 지우고 {days}일 동안 보관합니다. 답하지 못한 질문은 "
    "관리자도 볼 수 있지만 누가 질문했는지는 보이지 않습니다.",
)
ASKED = in_both("{question} — {day}", "{question} — {day}")

FOR_ADMINS = in_both("For administrators", "관리자용")
INDEX = in_both("Index {number}: {passages} passages.", "{number}번 색인: 문단 {passages}개")
FILES_SKIPPED = in_both("Files left out: {count}.", "건너뛴 파일 {count}개")
CLASHES = in_both("Contradictions between documents: {count}.", "문서끼리 내용이 다른 곳 {count}건")
RUNNING = in_both("A run is under way.", "색인이 진행 중입니다.")
REINDEX = in_both("Reindex", "다시 색인")
REINDEX_QUESTION = in_both("Read the documents anew?", "문서를 다시 색인할까요?")
REINDEX_MEANS = in_both(
    "The present index answers until the new one is ready.",
    "새 색인이 준비될 때까지 지금의 색인으로 답합니다.",
)
NOT_NOW = in_both("Not now", "취소")

UNANSWERED = in_both(
    "Questions without an answer (last {days} days)", "답하지 못한 질문 (최근 {days}일)"
)
NO_UNANSWERED = in_both("None.", "없습니다.")
TIMES = in_both("{count} × {question}", "{count}회 · {question}")
FEEDBACK = in_both(
    "Feedback of the last {days} days: {good} good, {bad} bad.",
    "최근 {days}일 평가: 좋아요 {good}개, 아쉬워요 {bad}개",
)
NOTHING_KEPT = in_both(
    "Answers are not kept (RECORDS_DAYS is 0), so there is no list of questions without one.",
    "답변을 보관하지 않아(RECORDS_DAYS=0) 답하지 못한 질문 목록이 없습니다.",
)
