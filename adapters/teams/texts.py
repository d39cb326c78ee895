"""The Teams adapter's own sentences, in English and Korean."""

from collections.abc import Mapping

from adapters.chat.texts import ASK_PERSON
from adapters.teams.receive.clicks import Verb
from bot.conversation.owners.wording import TELL
from bot.texts import Text, in_both
from knowledge.model.documents import Audience

BUTTONS: Mapping[Verb, Text] = {
    Verb.HELP: in_both("What I can do", "사용 방법"),
}
TITLES: Mapping[Verb, Text] = {
    Verb.TELL_OWNER: TELL,
    Verb.TELL: TELL,
    Verb.ASK_PERSON: ASK_PERSON,
    Verb.HAND_OVER: ASK_PERSON,
}
"""The titles of the dialogs that pass an answer on."""
OPEN = in_both("Open the document", "문서 열기")
SEND = in_both("Ask", "질문하기")
WRITE_A_QUESTION = in_both("Please write a question.", "질문을 입력해 주세요.")
EXAMPLE_QUESTION = in_both("for example: when does it come?", "예: 언제 오나요?")
THE_MESSAGE = in_both("The message", "메시지")
INDEXING_TITLE = in_both("Reindexing", "문서 색인")
REPORT_TITLE = in_both("Report", "결과")
ASK_ALONE = in_both(
    "Not everyone here may see the result. Please send me the command in a chat with me.",
    "이곳의 모두에게 보여 줄 수 없는 결과입니다. 개인 채팅에서 명령을 입력해 주세요.",
)
NO_TEXT_IN_MESSAGE = in_both(
    "I can't find any text in this message. Please choose another one.",
    "이 메시지에는 읽을 수 있는 텍스트가 없습니다. 다른 메시지를 선택해 주세요.",
)
TYPE_TO_SEARCH = in_both(
    "Type a word to search the documents.", "검색어를 입력하면 문서에서 찾습니다."
)
NOTHING_FOUND = in_both(
    "No document contains these words. Please try other words.",
    "검색어가 들어 있는 문서를 찾지 못했습니다. 다른 검색어를 입력해 주세요.",
)
WHO = in_both("Who do you want to ask?", "질문을 받을 사람")
SEARCH_NAME = in_both("Search for a name", "이름으로 검색")
CHOOSE_SOMEBODY = in_both("Please choose somebody.", "받을 사람을 선택해 주세요.")
NOTE = in_both(
    "Anything else? Please leave out customer data.", "추가 의견 (고객 정보는 적지 마세요)"
)
SENDING = in_both(
    "I'm sending it. I'll tell you here in the chat what became of it.",
    "보내고 있습니다. 결과는 이 채팅에서 알려 드립니다.",
)
SENT_ON = in_both("Sent to your colleague.", "동료에게 보냈습니다.")
CANNOT_WRITE = in_both(
    "I couldn't message them: they may not have added me in Teams. Please choose someone else.",
    "메시지를 보내지 못했습니다. Teams에 저를 추가하지 않은 사람일 수 있습니다. 다른 사람을 "
    "선택해 주세요.",
)
NOT_AN_ANSWER = in_both(
    "Please choose this on one of my answers that is still stored.",
    "제가 보낸 답변 가운데 아직 보관 중인 답변에서 선택해 주세요.",
)
SHARE = in_both("Share with everyone here", "모두에게 공유")
INSERT = in_both("Put into my message", "메시지에 넣기")
SHARED = in_both("Shared with everyone here.", "모두에게 공유했습니다.")
CANNOT_SHARE = in_both(
    "I can't post here right now. Please try again in a minute.",
    "지금은 이곳에 글을 쓸 수 없습니다. 잠시 후 다시 눌러 주세요.",
)
FOR_ALL_AFTER_ALL = in_both(
    "Teams couldn't show this to you alone, so everyone here sees it.",
    "Teams에서 한 사람에게만 보여 줄 수 없어 모두에게 보입니다.",
)
SOMEBODY = in_both("A colleague", "동료 직원")
RECENT_ALONE = in_both(
    "Your questions are for you alone. Please write “recent” in a chat with me.",
    "최근 질문은 본인만 볼 수 있습니다. 개인 채팅에서 “최근 질문”이라고 적어 주세요.",
)
NOTHING_STORED = in_both("I don't store questions here.", "질문을 보관하지 않습니다.")
FINISHED = in_both(
    "This button no longer works. Please ask again.",
    "더 이상 쓸 수 없는 버튼입니다. 다시 질문해 주세요.",
)

SENSITIVITY: Mapping[Audience, tuple[Text, Text]] = {
    Audience.MANAGER: (
        in_both("For managers", "매니저용"),
        in_both(
            "From documents for managers. Please share it with managers only.",
            "매니저용 문서에서 나온 답변입니다. 매니저에게만 공유해 주세요.",
        ),
    ),
    Audience.ADMIN: (
        in_both("For administrators", "관리자용"),
        in_both(
            "From documents for administrators. Please share it with administrators only.",
            "관리자용 문서에서 나온 답변입니다. 관리자에게만 공유해 주세요.",
        ),
    ),
}
"""The sensitivity label of an answer by whom it is for: name and description."""

WELCOME = in_both("Ask about the {corpus}", "{corpus}에 대해 물어보세요")
WELCOME_TEXT = in_both(
    "I find answers in the {corpus} and show you where each one comes from. "
    "If the documents don't say it, I won't either.",
    "{corpus}에서 답을 찾아 출처와 함께 알려 드립니다. 문서에 없는 내용은 답하지 않습니다.",
)
TRY = in_both("You can ask, for example:", "질문 예시:")
PRIVACY = in_both(
    "Please leave out customer names and numbers. I remove the ones I recognise.",
    "고객 이름이나 번호는 적지 마세요. 개인정보로 확인되면 지우고 처리합니다.",
)

HELP = in_both("What I can do", "사용 방법")
WAYS: tuple[tuple[Text, Text], ...] = (
    (
        in_both("In a chat with me", "개인 채팅에서"),
        in_both("Write your question.", "질문을 입력하세요."),
    ),
    (
        in_both("In a group or channel", "그룹 채팅이나 채널에서"),
        in_both(
            "Mention me and write your question. I'll answer right there.",
            "저를 멘션하고 질문을 적으면 그 자리에서 답합니다.",
        ),
    ),
    (
        in_both("About a message", "메시지에 대해"),
        in_both(
            "Choose “Ask about this message” in its “…” menu. I'll answer from that message only.",
            "메시지의 “…” 메뉴에서 “이 메시지에 질문”을 선택하세요. 그 메시지의 내용으로만 "
            "답합니다.",
        ),
    ),
    (
        in_both("While you write", "메시지를 쓸 때"),
        in_both(
            "Search the documents from the message box and insert what you find.",
            "메시지 입력란에서 문서를 검색해 찾은 내용을 넣을 수 있습니다.",
        ),
    ),
    (
        in_both("What you asked before", "지난 질문"),
        in_both(
            "Write “recent” in a chat with me to ask one of your questions again.",
            "개인 채팅에 “최근 질문”이라고 적으면 지난 질문을 다시 물어볼 수 있습니다.",
        ),
    ),
)
"""The ways to ask: title and explanation."""
FOR_ADMINS = in_both("For administrators", "관리자용")
ADMIN_WORDS: tuple[Text, ...] = (
    in_both("reindex", "다시 색인"),
    in_both("reindex status", "다시 색인 상태"),
    in_both("reindex diff DOC_ID", "다시 색인 비교 DOC_ID"),
    in_both("reindex full", "다시 색인 전체"),
    in_both("reindex force", "다시 색인 강제"),
    in_both("reindex rollback", "다시 색인 되돌리기"),
    in_both("report gaps 30d", "보고 빠진 규정 30일"),
    in_both("settings (in a channel)", "설정 (채널에서)"),
)
"""The commands of administrators."""
