"""What the Slack adapter says by itself."""

from collections.abc import Mapping

from adapters.chat.texts import ASK_ABOUT, QUESTION, SOURCES_TITLE, VIEW_SOURCES
from bot import texts
from bot.model import Reply
from bot.texts import Text, in_both
from knowledge.model.documents import Language

BUTTONS: Mapping[str, Text] = {
    "sources": VIEW_SOURCES,
    "share": in_both("Share in channel", "채널에 공유"),
    "ask_person": in_both("Ask a person", "담당자에게 묻기"),
    "share_selected": in_both("Share in the thread", "스레드에 공유"),
}
"""By the id of the action."""
GOOD = in_both("Helpful", "도움이 됐어요")
BAD = in_both("Not helpful", "도움이 안 됐어요")

TITLES: Mapping[str, Text] = {
    "sources": SOURCES_TITLE,
    "feedback": in_both("What was wrong?", "어떤 점이 아쉬웠나요?"),
    "ask_person": in_both("Ask a person", "담당자에게 묻기"),
    "channel": in_both("Answers in this channel", "이 채널의 답변 설정"),
    "question": ASK_ABOUT,
}
"""Of the modals, by their callback id; at most 24 characters."""
CANCEL = in_both("Cancel", "취소")
LOADING = in_both("Looking up the sources…", "출처를 불러오는 중입니다…")
FIELDS: Mapping[str, Text] = {
    "question": QUESTION,
    "reason": in_both("What was wrong with the answer?", "답변의 어떤 점이 문제였나요?"),
    "note": in_both(
        "Anything else? Please write no customer's data.", "더 남길 말 (고객 정보는 적지 마세요)"
    ),
    "person": in_both("Who should be asked?", "누구에게 물어볼까요?"),
    "store_type": in_both("Kind of store", "매장 종류"),
    "category": in_both("Category of the documents", "문서 분류"),
    "language": in_both("Language of the answers", "답변 언어"),
    "answer_mode": in_both("What is answered", "답변할 메시지"),
    "private": in_both("Who sees the answers", "답변을 볼 사람"),
    "allowed_groups": in_both("User groups that may ask", "질문할 수 있는 사용자 그룹"),
    "audience": in_both("Documents that answer here", "답변에 쓸 문서"),
}
"""By the name of the field."""
HINTS: Mapping[str, Text] = {
    "category": in_both(
        "As the documents name it, such as refunds. Empty: all.",
        "문서에 적힌 이름 그대로 (예: refunds). 비워 두면 전체입니다.",
    ),
    "allowed_groups": in_both(
        "Their ids, such as S0123ABCD, with commas between them. Empty: everybody.",
        "그룹 ID를 쉼표로 구분해 적어 주세요 (예: S0123ABCD). 비워 두면 누구나 질문할 수 있습니다.",
    ),
    "audience": in_both(
        "Everybody in the channel reads the answers: choose more only where all of them may.",
        "답변은 채널의 모든 사람이 봅니다. 모두가 볼 수 있는 문서까지만 골라 주세요.",
    ),
}
REASONS: Mapping[str, Text] = {
    "wrong": in_both("It is wrong", "틀린 내용입니다"),
    "out_of_date": in_both("It is out of date", "오래된 내용입니다"),
    "incomplete": in_both("Something is missing", "빠진 내용이 있습니다"),
    "not_my_question": in_both("It does not answer my question", "질문에 대한 답이 아닙니다"),
    "other": in_both("Something else", "그 밖의 이유"),
}
MODES: Mapping[str, Text] = {
    "mention": in_both("Mentions only", "멘션한 메시지만"),
    "threads": in_both(
        "Mentions, and what follows in their threads", "멘션과 그 스레드에 이어지는 메시지"
    ),
    "every": in_both("Every question in the channel", "채널의 모든 질문"),
}
AUDIENCES: Mapping[str, Text] = {
    "staff": in_both("Those for everybody", "전체 직원용 문서"),
    "manager": in_both("Those for managers, too", "매니저용 문서까지"),
    "admin": in_both("All of them", "모든 문서"),
}
ANY_STORE = in_both("All stores", "모든 매장")
ANY_LANGUAGE = in_both("As in the question", "질문한 언어로")
ONLY_ASKER = in_both("Only the person who asked", "질문한 사람만")

WORKING = in_both("is searching the store documents…", "매장 문서에서 찾고 있습니다…")
"""Slack writes the bot's name before it."""
CHECKING = in_both("Checking the answer against its sources…", "답을 출처와 대조하고 있습니다…")

NO_NAME = in_both(
    "Write it as in the documents: at most 60 letters, digits and spaces.",
    "문서에 적힌 대로 60자 이내의 글자, 숫자, 공백으로 적어 주세요.",
)
NO_LANGUAGE = in_both("Choose English or Korean.", "영어나 한국어 중에서 골라 주세요.")
NO_GROUP = in_both(
    "A user group's id looks like S012AB3CD.", "사용자 그룹 ID는 S012AB3CD 같은 모양입니다."
)
NOT_ALLOWED = in_both(
    "In this channel only certain groups may ask me. Write to me directly instead.",
    "이 채널에서는 정해진 그룹만 질문할 수 있습니다. 다이렉트 메시지로 물어봐 주세요.",
)
STRANGER = in_both(
    "I answer people of the company that I work for, and nobody else in a shared channel.",
    "공유 채널에서는 저를 설치한 회사의 구성원에게만 답합니다.",
)
CLICK_AGAIN = in_both(
    "That took too long for Slack. Please click once more.",
    "시간이 너무 오래 걸려 창을 열지 못했습니다. 한 번 더 눌러 주세요.",
)
THANKS_FOR_RATING = in_both(
    "Thank you. Your feedback helps to mend the documents.",
    "감사합니다. 보내 주신 의견은 문서를 고치는 데 쓰입니다.",
)
NOT_FOR_ALL = in_both(
    "This answer comes from documents that not everybody may read, so I cannot pass it on.",
    "일부 직원만 볼 수 있는 문서에서 나온 답변이라 다른 사람에게 보낼 수 없습니다.",
)
SHARED = in_both("Shared in the channel.", "채널에 공유했습니다.")
CANNOT_SHARE = in_both(
    "I cannot write in that channel. Invite me there (/invite @storewise) and click once more.",
    "그 채널에는 글을 쓸 수 없습니다. 초대(/invite @storewise)한 다음 한 번 더 눌러 주세요.",
)
SHARES = in_both("{user} asked: “{question}”", "{user} 님의 질문: “{question}”")
ASKS_YOU = in_both(
    "{user} asks for your help with: “{question}”",
    "{user} 님이 도움을 요청했습니다: “{question}”",
)
SAVE = in_both("Save", "저장")
SENDING = in_both("Sending…", "보내는 중…")
SENT = in_both("I wrote to {user}.", "{user} 님에게 보냈습니다.")
CANNOT_WRITE = in_both(
    "I could not write to {user}. Please choose somebody else.",
    "{user} 님에게 보내지 못했습니다. 다른 분을 골라 주세요.",
)
READING = in_both("Reading the message…", "메시지를 읽는 중…")
LOST_MESSAGE = in_both(
    "I do not have this message any more. Please choose “Ask about this message” again.",
    "이 메시지가 더 이상 없습니다. “Ask about this message”를 다시 선택해 주세요.",
)
FOLLOW_DIRECTLY = in_both(
    "Indexing the documents… I show how far it is, and the report, in our direct messages.",
    "문서를 색인하는 중입니다… 진행 상황과 결과는 다이렉트 메시지로 알려 드립니다.",
)
TOO_MANY_POSTS = in_both(
    "Slack takes no more messages in that channel right now, so I answer you here.",
    "지금은 그 채널에 메시지를 더 보낼 수 없어 여기에 답합니다.",
)
CANNOT_POST = in_both(
    "I may not write in that channel, so I answer you here.",
    "그 채널에는 제가 글을 쓸 수 없어 여기에 답합니다.",
)
NOT_SHOWN = in_both(
    "I could not show this here. Please close the window and try again.",
    "내용을 표시하지 못했습니다. 창을 닫고 다시 시도해 주세요.",
)
CHANNEL_SET = in_both("The settings of this channel are kept.", "이 채널의 설정을 저장했습니다.")
NOT_KEPT = in_both(
    "The settings were not kept. Please try again in a minute.",
    "설정을 저장하지 못했습니다. 잠시 후 다시 시도해 주세요.",
)


def busy(language: Language) -> Reply:
    """Return what a person reads when too many questions wait."""
    return private(texts.BUSY, language)


def private(said: Text, language: Language) -> Reply:
    """Return a sentence that concerns one person only."""
    return Reply(said[language], language, private=True)
