"""The sentences of a channel's settings, in English and Korean."""

from collections.abc import Mapping

from bot.texts import Text, in_both

TITLE = in_both("Channel settings", "채널 설정")
CHANGE = in_both("Change", "변경")
SAVE = in_both("Save", "저장")
IN_A_CHANNEL = in_both(
    "Mention me with “settings” in the channel that you want to set.",
    "설정할 채널에서 저를 멘션하고 “설정”이라고 적어 주세요.",
)
ONLY_ASKER = in_both("Only the person who asked", "질문한 사람만")
FIELDS: Mapping[str, Text] = {
    "store": in_both("Store", "매장"),
    "store_type": in_both("Type of store", "매장 종류"),
    "category": in_both("Document category", "문서 분류"),
    "language": in_both("Answer language", "답변 언어"),
    "answer_mode": in_both("Messages to answer", "답변할 메시지"),
    "private": in_both("Who sees the answers", "답변이 보이는 사람"),
    "allowed_groups": in_both("User groups that can ask", "질문할 수 있는 사용자 그룹"),
    "audience": in_both("Documents used for answers here", "답변에 쓸 문서"),
}
"""Labels of the fields."""
HINTS: Mapping[str, Text] = {
    "category": in_both(
        "As written in the documents. Leave empty for all.",
        "문서에 적힌 이름 그대로 적어 주세요. 비워 두면 전체입니다.",
    ),
    "allowed_groups": in_both(
        "Their IDs, such as S0123ABCD, separated by commas. Leave empty for everyone.",
        "그룹 ID를 쉼표로 구분해 적어 주세요 (예: S0123ABCD). 비워 두면 누구나 질문할 수 있습니다.",
    ),
    "audience": in_both(
        "Everyone in the channel reads the answers, so choose only documents they may all see.",
        "답변은 채널의 모든 사람에게 보입니다. 모두가 볼 수 있는 문서까지만 골라 주세요.",
    ),
}
MODES: Mapping[str, Text] = {
    "mention": in_both("Mentions only", "멘션한 메시지만"),
    "threads": in_both(
        "Mentions and follow-ups in their threads", "멘션과 해당 스레드의 후속 메시지"
    ),
    "every": in_both("Every question in the channel", "채널의 모든 질문"),
}
AUDIENCES: Mapping[str, Text] = {
    "staff": in_both("Staff documents", "전체 직원용 문서"),
    "manager": in_both("Staff and manager documents", "매니저용 문서까지"),
    "admin": in_both("All documents", "모든 문서"),
}
NO_STORE = in_both("No particular store", "특정 매장 없음")
REGIONLESS = in_both("Other stores", "그 외 매장")
ANY_STORE = in_both("All stores", "모든 매장")
ANY_LANGUAGE = in_both("Same as the question", "질문한 언어로")
NO_NAME = in_both(
    "Write it as in the documents: at most 60 letters, digits and spaces.",
    "문서에 적힌 대로 60자 이내의 글자, 숫자, 공백으로 적어 주세요.",
)
NO_LANGUAGE = in_both("Choose English or Korean.", "영어나 한국어 중에서 골라 주세요.")
NO_GROUP = in_both(
    "A user group ID looks like S012AB3CD.", "사용자 그룹 ID를 S012AB3CD 형식으로 적어 주세요."
)
CHANNEL_SET = in_both("Channel settings saved.", "채널 설정을 저장했습니다.")
NOT_KEPT = in_both(
    "I couldn't save the settings. Please try again in a minute.",
    "설정을 저장하지 못했습니다. 잠시 후 다시 시도해 주세요.",
)
