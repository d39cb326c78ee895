"""The bot's own sentences, Korean and English side by side."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.model.understood import Talk
from knowledge.model.documents import Language

Text = Mapping[Language, str]


def in_both(en: str, ko: str) -> Text:
    """One sentence in both languages."""
    return MappingProxyType({"en": en, "ko": ko})


WITHHELD = in_both(
    "This text is written for an AI, not for people, so I won't show it. Please tell the "
    "person in charge of the documents.",
    "AI에 지시하는 문장이 있어 보여 드리지 않습니다. 문서 담당자에게 알려 주세요.",
)
UNNAMED = in_both("Document", "문서")
"""Replaces a title that gives instructions to a language model."""
REFUSAL = in_both(
    "This information is not available in the {corpus}.",
    "{corpus}에서 확인할 수 없는 내용입니다.",
)
SELECTED_TEXT = in_both("Selected text", "선택한 텍스트")
SELECTED_NAME = in_both("selected text", "선택한 텍스트")
"""Its name within a sentence, like that of the documents."""
NOT_IN_SELECTED = in_both(
    "This information is not available in the selected text.",
    "선택한 텍스트에서 확인할 수 없는 내용입니다.",
)
ASK_WITHOUT_SELECTION = in_both(
    "Try the documents: ask me without the selection.",
    "텍스트를 선택하지 않고 질문하면 문서에서 찾습니다.",
)
SELECTED_TOO_LONG = in_both(
    "The selected text is too long. Please select at most {limit:,} characters.",
    "선택한 텍스트가 너무 깁니다. {limit:,}자 이내로 선택해 주세요.",
)
ASK_ABOUT_SELECTED = in_both(
    "What would you like to know about the selected text?",
    "선택한 텍스트에서 궁금한 점을 질문해 주세요.",
)
SELECTED_IN_OTHER_LANGUAGE = in_both(
    "The selected text says this in Korean:",
    "선택한 텍스트(영어)의 내용입니다:",
)
TOO_LONG = in_both(
    "That message is too long for me. Please keep it to {limit:,} characters.",
    "메시지가 너무 깁니다. {limit:,}자 이내로 질문해 주세요.",
)
TALK: Mapping[Talk, Text] = {
    Talk.GREETING: in_both(
        "Hello! Ask me anything about the {corpus}.",
        "안녕하세요! {corpus}에 대해 물어보세요.",
    ),
    Talk.THANKS: in_both(
        "You're welcome! Ask me any time.",
        "도움이 되어 다행입니다! 궁금한 점은 언제든 질문해 주세요.",
    ),
    Talk.INSULT: in_both(
        "Sorry I couldn't help. Tell me what you need to know and I'll look it up in the {corpus}.",
        "도움이 되지 못해 죄송합니다. 궁금한 점을 알려 주시면 {corpus}에서 찾아보겠습니다.",
    ),
    Talk.ABOUT_YOU: in_both(
        "I find answers in the {corpus} and show you where each one comes from. "
        "You can also ask what a rule was on a certain day.",
        "{corpus}에서 답을 찾아 출처와 함께 알려 드립니다. 특정 날짜의 규정도 물어볼 수 있습니다.",
    ),
    Talk.EMPTY: in_both(
        "What would you like to know? Ask me a question about the {corpus}.",
        "{corpus}에 대해 궁금한 점을 질문해 주세요.",
    ),
    Talk.TOO_SHORT: in_both(
        "I need a few more words. Please ask a full question.",
        "조금 더 자세히 질문해 주세요.",
    ),
    Talk.WHICH_RULE: in_both(
        "Which of the rules do you mean? Please reply with its number.",
        "어느 규정인지 번호로 알려 주세요.",
    ),
    Talk.UNCLEAR_REPLY: in_both(
        "I need more than a yes or no. Please ask a full question.",
        "네, 아니요만으로는 알 수 없습니다. 조금 더 자세히 질문해 주세요.",
    ),
    Talk.POINTS: in_both(
        "I can't see the message you mean. Please write your question.",
        "어느 메시지를 말씀하시는지 알 수 없습니다. 질문을 적어 주세요.",
    ),
    Talk.WHICH_STORE: in_both(
        "Each store has its own rule for this.",
        "매장마다 규정이 다릅니다.",
    ),
}
"""Replies that hold no rule."""
WHAT_I_KNOW = in_both(
    "I only answer questions about the {corpus}.",
    "{corpus}에 대한 질문에만 답합니다.",
)
"""The refusal of general knowledge."""
EXAMPLE = in_both("For example: {question}", "예: {question}")
"""Follows a greeting and the like, with a question that the current index answers."""
FIRST_QUESTIONS = in_both(
    "You asked {count} questions. Here are the first {most}; please ask the others again.",
    "질문 {count}개 중 처음 {most}개에 답합니다. 나머지는 다시 질문해 주세요.",
)
DISAGREE = in_both(
    "These documents disagree. Newest first:",
    "문서마다 내용이 다릅니다. 최신순입니다.",
)
DISAGREE_UNDATED = in_both("These documents disagree.", "문서마다 내용이 다릅니다.")
DISAGREE_WITHIN = in_both(
    "Two parts of this document disagree.", "한 문서 안에서 내용이 서로 다릅니다."
)
DEPENDS = in_both("It depends on which one you mean.", "어느 곳인지에 따라 다릅니다.")
IN_DOCUMENT_SINCE = in_both("{title} (from {day}):", "{title}({day} 시행):")
ASK_WHICH_COUNTS = in_both(
    "Which one counts? Ask {owners}.",
    "어느 쪽이 맞는지 담당 부서에 확인해 주세요: {owners}",
)
STORE_MANAGER = in_both("your store manager", "점장")
OR = in_both(" or ", " 또는 ")
ASK_WHICH_OF = in_both("Which one is it: {names}?", "어느 곳인지 알려 주세요: {names}")
CHANGED_ON = in_both(
    "{title} changed on {day} (version {old} → {new}):",
    "“{title}” 문서가 {day}에 바뀌었습니다 (버전 {old} → {new}).",
)
CHANGES_ON = in_both(
    "{title} changes on {day} (version {old} → {new}):",
    "“{title}” 문서가 {day}에 바뀝니다 (버전 {old} → {new}).",
)
CHANGED = in_both(
    "{title} changed from version {old} to {new}:",
    "“{title}” 문서가 바뀌었습니다 (버전 {old} → {new}).",
)
ONE_VERSION_ONLY = in_both(
    "There's only one version of {title}, so I can't say what changed.",
    "“{title}” 문서는 버전이 하나뿐이라 바뀐 내용을 알 수 없습니다.",
)
CHEAPEST_PRODUCT = in_both("The cheapest of {count}:", "상품 {count}개 중 가장 저렴한 상품입니다.")
SOME_PRODUCTS = in_both("{shown} of {count} products:", "상품 {count}개 중 {shown}개입니다.")
CONTENTS = in_both(
    "The documents in force on {day}, by category ({count}):",
    "{day} 기준 시행 중인 문서입니다 (분류별, {count}개).",
)
MORE_TITLES = in_both(", and {count} more", " 외 {count}개")
ASK_ABOUT_CONTENTS = in_both("Ask me about any of them.", "이 가운데 궁금한 내용을 질문해 주세요.")
NEWS = in_both("What's new, by date:", "새로 바뀐 내용입니다 (날짜순).")
NEWS_ITEM = in_both(
    "**{day}** — {title} (version {version}): ", "**{day}** — {title} (버전 {version}): "
)
NOT_YET = in_both(", not yet in force", ", 시행 전")
ABROAD = in_both(", in Korean", ", 영어 문서")
"""Of a document in the other language."""
NO_NEWS = in_both(
    "No documents have changed since {day}.",
    "{day} 이후 바뀐 문서가 없습니다.",
)
NO_NEWS_THEN = in_both(
    "No documents changed from {day} to {until}.",
    "{day}부터 {until}까지 바뀐 문서가 없습니다.",
)
NOTHING_COMES = in_both(
    "I found no changes from {day} on.",
    "{day}부터 바뀌는 문서가 없습니다.",
)
NOTHING_COMES_THEN = in_both(
    "I found no changes from {day} to {until}.",
    "{day}부터 {until}까지 바뀌는 문서가 없습니다.",
)
NO_NEWS_OF = in_both(
    "I found no changes to {title} from {day} on.",
    "“{title}” 문서에서 {day} 이후 바뀐 내용을 찾지 못했습니다.",
)
NO_NEWS_OF_THEN = in_both(
    "I found no changes to {title} from {day} to {until}.",
    "“{title}” 문서에서 {day}부터 {until}까지 바뀐 내용을 찾지 못했습니다.",
)
NOT_IN_FORCE = in_both(
    "This doesn't apply yet. From {day}:",
    "아직 시행되지 않은 내용입니다. {day}부터 적용됩니다.",
)
THE_NEXT_DAY = in_both(
    "The next one is {weekday}, {day}.", "가장 가까운 날은 {day} {weekday}입니다."
)
NTH_OF_MONTH = in_both(
    "{day} is the {nth} {weekday} of the month.", "{day}: 그달의 {nth} {weekday}입니다."
)
LAST_OF_MONTH = in_both(
    "{day} is the last {weekday} of the month.", "{day}: 그달의 마지막 {weekday}입니다."
)
NTH: Mapping[int, Text] = {
    1: in_both("first", "첫째"),
    2: in_both("second", "둘째"),
    3: in_both("third", "셋째"),
    4: in_both("fourth", "넷째"),
    5: in_both("fifth", "다섯째"),
}
NO_TOO_LATE = in_both("No: the last day was {last}.", "아니요. 마지막 날은 {last}이었습니다.")
IS_TOO_LATE = in_both(
    "Too late: the last day was {last}.", "기한이 지났습니다. 마지막 날은 {last}이었습니다."
)
NO_BY_LIMIT = in_both("No: the limit is {limit}.", "아니요. 기준은 {limit}입니다.")
NO_BY_RULE = in_both("No: the rule does not allow it.", "아니요. 규정상 안 됩니다.")
DEADLINE = in_both(
    "{limit} from {start}: last day {last} ({distance}).",
    "{start}부터 {limit}: {last}까지입니다 ({distance}).",
)
RULE_IS_NEWER = in_both(
    "This rule has applied since {since}. An earlier rule may apply to anything bought on "
    "or before {bought}.",
    "이 규정은 {since}부터 시행되었습니다. {bought}까지 구매한 상품에는 이전 규정이 "
    "적용될 수 있습니다.",
)
NEAR_DAYS: Mapping[int, Text] = {
    -1: in_both("yesterday", "어제"),
    0: in_both("today", "오늘"),
    1: in_both("tomorrow", "내일"),
}
DAYS_LEFT = in_both("in {days} days", "{days}일 남음")
DAYS_AGO = in_both("{days} days ago", "{days}일 지남")
UNTIL = in_both("Before:", "변경 전:")
FROM_THEN = in_both("After:", "변경 후:")
SINCE = in_both("Now:", "변경 후:")
NEWLY = in_both("New:", "추가:")
NO_LONGER = in_both("Removed:", "삭제:")
WHAT_CHANGED = in_both("What", "항목")
BEFORE_CHANGE = in_both("Before", "변경 전")
FROM_DAY = in_both("From {day}", "변경 후 ({day}부터)")
NOW = in_both("Now", "변경 후")
MORE_CHANGES = in_both(
    "{count} more changes.",
    "바뀐 곳이 {count}곳 더 있습니다.",
)
ONE_MORE_CHANGE = in_both(
    "1 more change.",
    "바뀐 곳이 1곳 더 있습니다.",
)
WHAT_ELSE_CHANGED = in_both("{title}: what else changed?", "{title}: 또 무엇이 바뀌었나요?")
ADDRESS_LEFT_OUT = in_both(
    "[…] is a web address. Please see the source.",
    "[…]에는 웹 주소가 있습니다. 출처에서 확인해 주세요.",
)
PERSONAL_DATA_LEFT_OUT = in_both(
    "[REDACTED_…] is personal data. Please see the source.",
    "[REDACTED_…]에는 개인정보가 있습니다. 출처에서 확인해 주세요.",
)
IN_OTHER_LANGUAGE = in_both(
    "The documents say this in Korean:",
    "영어 문서 내용입니다:",
)
MAY_NOT_FIT = in_both("This may not be what you meant.", "찾으시는 내용이 아닐 수 있습니다.")
CLOSEST = in_both("Closest matches:", "비슷한 규정입니다.")
CLOSEST_ONE = in_both("Closest match:", "비슷한 규정입니다.")
"""The closest rules; before them, what they lack, or else that they may not fit."""
IN_FULL = in_both("“{place}” in full:", "“{place}” 전체 내용입니다.")
NOT_MENTIONED = in_both(
    "I couldn't find anything about “{word}”.", "“{word}”에 대한 내용은 찾지 못했습니다."
)
NOT_FOUND: Mapping[str, Text] = {
    "duration": in_both("I couldn't find out how long.", "기간은 찾지 못했습니다."),
    "days or a day": in_both(
        "I couldn't find out when or for how long.", "날짜나 기간은 찾지 못했습니다."
    ),
    "money": in_both("I couldn't find a price or an amount of money.", "금액은 찾지 못했습니다."),
    "percent": in_both("I couldn't find a percentage.", "비율(%)은 찾지 못했습니다."),
    "amount": in_both("I couldn't find out how much.", "금액이나 양은 찾지 못했습니다."),
    "time of day": in_both("I couldn't find a time of day.", "시각은 찾지 못했습니다."),
    "date": in_both("I couldn't find out when.", "날짜나 기간은 찾지 못했습니다."),
    "count": in_both("I couldn't find out how many.", "개수나 횟수는 찾지 못했습니다."),
    "distance": in_both("I couldn't find a distance.", "거리는 찾지 못했습니다."),
    "temperature": in_both("I couldn't find a temperature.", "온도는 찾지 못했습니다."),
    "weight": in_both("I couldn't find a weight.", "무게는 찾지 못했습니다."),
    "colour": in_both("I couldn't find a colour.", "색상은 찾지 못했습니다."),
    "form": in_both("I couldn't find a form for this.", "해당 양식은 찾지 못했습니다."),
    "telephone number": in_both(
        "I couldn't find an extension or phone number.", "내선번호나 전화번호는 찾지 못했습니다."
    ),
    "day of the week": in_both("I couldn't find a day of the week.", "요일은 찾지 못했습니다."),
    "how often": in_both("I couldn't find out how often.", "주기는 찾지 못했습니다."),
    "company": in_both(
        "I couldn't find a company or brand name.", "회사나 브랜드 이름은 찾지 못했습니다."
    ),
    "yes or no": in_both("I couldn't find a clear yes or no.", "가능 여부는 찾지 못했습니다."),
}
"""Says what was not found, by the kind asked for (`bot.answering.criteria.answer_kind`)."""
OTHERS_DISAGREE = in_both(
    "Other documents say something else:", "다른 문서에는 다르게 나와 있습니다:"
)
ASK_OWNER = in_both(
    "Ask {owner}. They own “{title}”.",
    "“{title}” 담당 부서({owner})에 문의하세요.",
)
NO_OWNER = in_both(
    "“{title}” doesn't say who to ask. Please ask your store manager.",
    "“{title}” 문서에 담당 부서가 적혀 있지 않습니다. 점장에게 문의하세요.",
)
ASK_STORE_MANAGER = in_both("Please ask your store manager.", "점장에게 문의하세요.")
"""Follows a refusal that names nobody else."""
ASK_MANAGER = in_both(
    "If none of these helps, ask your store manager.",
    "해당하는 규정이 없으면 점장에게 문의하세요.",
)
CALL_FOR_HELP = in_both(
    "Is anyone in danger? Call {number} now, then tell the manager.",
    "위험한 상황이면 바로 {number}에 신고하고 점장에게 알리세요.",
)
"""A danger that the documents have no rule for."""
IN_DANGER = in_both("If this is an emergency", "긴급 상황이라면")
OTHERWISE = in_both("Otherwise", "그 밖의 경우")
NOTHING_BEFORE = in_both(
    "I haven't answered anything here yet. Ask me anything about the {corpus}.",
    "아직 답변한 내용이 없습니다. {corpus}에 대해 질문해 주세요.",
)
NO_DOCUMENT_BEFORE = in_both(
    "My last reply didn't quote a document.", "앞의 답변은 문서를 인용하지 않았습니다."
)
CHECKED_AGAIN = in_both(
    "I checked again. This is what {document} says:",
    "다시 확인했습니다. {document}의 내용입니다.",
)
SAYS_SO = in_both("This is what the documents say:", "근거가 되는 문장입니다.")
NOTED_AS_WRONG = in_both(
    "Thanks, I've passed that on as feedback.", "알려 주셔서 감사합니다. 의견으로 남겼습니다."
)
LOOKED_AFTER_BY = in_both(
    "{document} is looked after by {owner}.", "{document}의 담당은 {owner}입니다."
)
VERSION = in_both("version {version}", "버전 {version}")
IN_FORCE_SINCE = in_both("in force since {day}", "{day} 시행")
FIRST_ASKED = in_both("You first asked: “{question}”", "처음 질문은 “{question}”입니다.")
LAST_ASKED = in_both("Your last question was: “{question}”", "마지막 질문은 “{question}”입니다.")
NO_TRANSLATION: Mapping[Language, Text] = {
    "en": in_both(
        "There is no English document with this rule. “{title}” says:",
        "이 규정은 영어 문서에 없습니다. “{title}”의 내용입니다.",
    ),
    "ko": in_both(
        "There is no Korean document with this rule. “{title}” says:",
        "이 규정은 한국어 문서에 없습니다. “{title}”의 내용입니다.",
    ),
}
"""By the language that was asked for."""
ASK_ABOUT_WHAT = in_both(
    "What is it about? I'll tell you who to ask.",
    "무엇에 대한 질문입니까? 말씀해 주시면 담당 부서를 알려 드립니다.",
)
AS_OF = in_both("As of {day}:", "{day} 기준:")
ASK_MORE = in_both(
    "Which product, type of store or form is it about?",
    "어떤 상품, 매장 종류, 양식에 대한 질문인지 알려 주세요.",
)
ASK_ALSO = in_both("Related: {names}", "관련 내용: {names}")
ASK_ALSO_ABOUT = in_both("Related:", "관련 내용:")
ASK_OPENED = in_both("Has it been opened or used?", "개봉했거나 사용한 상품입니까?")
OPENED = in_both("Opened", "개봉")
UNOPENED = in_both("Unopened", "미개봉")
FAULTY = in_both("Faulty", "불량")
NOT_FAULTY = in_both("Not faulty", "불량 아님")
WITH_RECEIPT = in_both("With receipt", "영수증 있음")
WITHOUT_RECEIPT = in_both("No receipt", "영수증 없음")
IN_A_STORE = in_both("In a store", "매장에서 구매")
ONLINE = in_both("Online", "온라인에서 구매")
YES, NO = in_both("Yes", "네"), in_both("No", "아니요")
ASK_FAULTY = in_both("Is it faulty?", "불량 상품입니까?")
ASK_RECEIPT = in_both(
    "Does the customer have a receipt or other proof of purchase?",
    "영수증이나 다른 구매 증빙이 있습니까?",
)
ASK_CHANNEL = in_both(
    "Was it bought in a store or online?", "매장에서 구매했습니까, 온라인에서 구매했습니까?"
)
ASK_GRADE = in_both(
    "What is the customer's membership grade: {grades}?", "회원 등급을 알려 주세요: {grades}"
)
ASK_MEMBER = in_both("Is the customer {grade} member?", "{grade} 회원입니까?")
ASK_BOUGHT = in_both("When was it bought?", "구매한 날짜를 알려 주세요.")
ASK_DELIVERED = in_both("When was it delivered?", "배송받은 날짜를 알려 주세요.")
NO_ROW = in_both(
    "The table has no row for “{asked}”. It has these:",
    "표에 “{asked}”에 해당하는 항목은 없습니다. 표에 있는 항목은 다음과 같습니다.",
)
MORE_ROWS = in_both(
    "{count} more in the source: {names}", "출처에 {count}개가 더 있습니다: {names}"
)
MORE_IN_SOURCE = in_both("{count} more in the source.", "출처에 {count}개가 더 있습니다.")
ASK_STORE_OWNER = in_both("Please ask {owner}.", "문의: {owner}")
ASK_STORE = in_both("Which store is it?", "어느 매장입니까?")
ASK_STORE_OF = in_both(
    "Which store is it? (For example {names}.)", "어느 매장입니까? (예: {names})"
)
ASK_STORE_FOR_OWN = in_both(
    "Some stores have their own rule. Which store is it?",
    "별도 규정이 있는 매장도 있습니다. 어느 매장입니까?",
)
ASK_STORE_TYPE = in_both(
    "What type of store is it: {stores}?",
    "매장 종류를 알려 주세요: {stores}",
)
STORE_TYPES: Mapping[str, Text] = {
    "cafe": in_both("café", "카페"),
    "convenience": in_both("convenience", "편의점"),
    "apparel": in_both("apparel", "의류 매장"),
}
REMOVED = in_both(
    "I removed personal data from your question ({kinds}).",
    "질문에서 개인정보를 지웠습니다 ({kinds}).",
)
REMOVED_SELECTED = in_both(
    "I removed personal data from the selected text ({kinds}).",
    "선택한 텍스트에서 개인정보를 지웠습니다 ({kinds}).",
)
REMOVED_KIND = in_both("{kind} × {count}", "{kind} {count}건")
REMOVED_ONE = in_both("{kind}", "{kind} 1건")
PERSONAL_DATA: Mapping[str, Text] = {
    "EMAIL": in_both("e-mail address", "이메일 주소"),
    "PHONE": in_both("phone number", "전화번호"),
    "SSN": in_both("social security number", "사회보장번호"),
    "CARD": in_both("card number", "카드번호"),
    "IBAN": in_both("bank account (IBAN)", "해외 계좌번호(IBAN)"),
    "RRN": in_both("resident number", "주민등록번호"),
    "BRN": in_both("business number", "사업자등록번호"),
    "PASSPORT": in_both("passport number", "여권번호"),
    "LICENSE": in_both("driving licence number", "운전면허번호"),
    "ACCOUNT": in_both("bank account", "계좌번호"),
    "SECRET": in_both("key or token", "비밀 키"),
    "ADDRESS": in_both("address", "주소"),
    "IP": in_both("IP address", "IP 주소"),
    "NAME": in_both("name", "이름"),
}
"""The name of each kind of personal data that is removed."""

ADMINS_ONLY = in_both(
    "Only administrators can do this. Ask the person who runs storewise at your company.",
    "관리자만 할 수 있는 작업입니다. 회사의 storewise 담당자에게 문의하세요.",
)
UNKNOWN_COMMAND = in_both("I don't know that command.", "알 수 없는 명령입니다.")
OWN_COMMAND = in_both(
    "You can use: /storewise report usage · gaps · feedback · contradictions · damage, with a "
    "period: /storewise report gaps 30d. Also: /ask, /reindex, /storewise-channel.",
    "사용할 수 있는 명령: /storewise 보고 사용량 · 빠진 규정 · 평가 · 불일치 · 잘못된 안내. 기간도 "
    "적을 수 있습니다: /storewise 보고 빠진 규정 30일. 다른 명령: /ask, /reindex, "
    "/storewise-channel.",
)
"""The help of Slack's /storewise."""
INDEXING = in_both("Indexing the documents…", "문서를 색인하는 중입니다…")
ALREADY_INDEXING = in_both(
    "The documents are already being indexed, so I didn't start again.",
    "이미 색인 중이라 새로 시작하지 않았습니다.",
)
NOT_INDEXED = in_both(
    "I haven't read the documents yet. Please ask an administrator to run /reindex.",
    "아직 문서를 읽지 않아 답할 수 없습니다. 관리자에게 /reindex 실행을 요청해 주세요.",
)
FIRST_INDEXING = in_both(
    "I'm reading the documents for the first time. Please ask again in a few minutes.",
    "지금 문서를 처음 읽고 있습니다. 몇 분 뒤에 다시 질문해 주세요.",
)
REINDEX_FAILED = in_both(
    "I couldn't index the documents, so the earlier index stays. Reference: {trace_id}",
    "문서를 색인하지 못해 이전 색인을 그대로 씁니다. 참조 번호: {trace_id}",
)
TROUBLE = in_both(
    "I can't answer right now. Please try again in a minute. Reference: {trace_id}",
    "지금은 답할 수 없습니다. 잠시 후 다시 시도해 주세요. 참조 번호: {trace_id}",
)
BUSY = in_both(
    "I'm answering a lot of questions right now. Please ask again in about {seconds} seconds.",
    "지금 질문이 많이 밀려 있습니다. 약 {seconds}초 뒤에 다시 질문해 주세요.",
)
LONG_WAIT = in_both(
    "I'm answering a lot of questions right now. I'll answer yours in about {seconds} seconds.",
    "지금 질문이 많이 밀려 있습니다. 답변까지 약 {seconds}초 걸립니다.",
)
NO_PLACE = in_both(
    "I'm still answering your earlier questions ({count}). Please ask this one again after that.",
    "앞서 하신 질문 {count}개에 아직 답하고 있습니다. 답변을 받은 뒤에 다시 질문해 주세요.",
)
TOO_LATE = in_both(
    "Sorry, I wasn't running when you asked this. Please ask again if you still need it.",
    "죄송합니다. 질문하셨을 때 제가 멈춰 있었습니다. 아직 필요하시면 다시 질문해 주세요.",
)
MANY_OF_PERSON = in_both(
    "That was a lot of messages. Please ask again in {seconds} seconds.",
    "메시지를 많이 보내셨습니다. {seconds}초 뒤에 다시 질문해 주세요.",
)
MANY_OF_CHANNEL = in_both(
    "There were a lot of messages here. Please ask again in {seconds} seconds.",
    "이곳에 메시지가 많이 올라왔습니다. {seconds}초 뒤에 다시 질문해 주세요.",
)
MANY_SEARCHES = in_both(
    "That was a lot of searches. Please wait a moment.",
    "검색 횟수가 많습니다. 잠시 후 다시 시도해 주세요.",
)
APOLOGY = in_both(
    "Sorry, something went wrong on my side. Please ask again. Reference: {trace_id}",
    "죄송합니다. 처리 중에 문제가 생겼습니다. 다시 질문해 주세요. 참조 번호: {trace_id}",
)
INVITE = in_both(
    "I can't post in that channel. Invite me there: /invite @storewise",
    "그 채널에는 글을 쓸 수 없습니다. 먼저 초대해 주세요: /invite @storewise",
)

PAGE = in_both("p. {page}", "{page}쪽")
EFFECTIVE = in_both("from {date}", "{date} 시행")

DEGRADED = in_both(
    "Something doesn't work, and staff may notice:",
    "일부 기능이 작동하지 않아 직원이 불편을 겪을 수 있습니다.",
)
"""To administrators; the parts follow."""
CURE = in_both(
    "Please tell the person who runs storewise: {cure}",
    "storewise 담당자에게 전해 주세요: {cure}",
)
WORKS_AGAIN = in_both("Working again: {parts}.", "다시 작동합니다: {parts}.")
PARTS: Mapping[str, Text] = {
    "index": in_both("the index of the documents", "문서 색인"),
    "data_folder": in_both("the data folder", "데이터 폴더"),
    "slack": in_both("the connection to Slack", "Slack 연결"),
    "teams": in_both("the connection to Microsoft Teams", "Microsoft Teams 연결"),
    "language_model": in_both("the language model", "언어 모델"),
    "vectors": in_both("the search by meaning", "의미 검색"),
    "database": in_both("the database", "데이터베이스"),
    "inbox": in_both("the answers to waiting questions", "대기 중인 질문의 답변"),
    "disk": in_both("the disk", "디스크"),
    "replies": in_both("the delivery of an answer", "답변 전달"),
}
"""The parts of the bot that /readyz names."""
NOTICED: Mapping[str, Text] = {
    "index": in_both("no question can be answered.", "질문에 답할 수 없습니다."),
    "data_folder": in_both(
        "answers and ratings are lost, and changed documents aren't read.",
        "답변과 평가가 남지 않고, 바뀐 문서를 읽지 못합니다.",
    ),
    "slack": in_both("questions in Slack aren't answered.", "Slack에서 한 질문에 답하지 못합니다."),
    "teams": in_both("questions in Teams aren't answered.", "Teams에서 한 질문에 답하지 못합니다."),
    "language_model": in_both(
        "answers are quoted word for word.", "답변이 문서에 적힌 문장 그대로 나옵니다."
    ),
    "vectors": in_both(
        "I only find a rule if you use its words.", "문서에 있는 단어로 물어야 규정을 찾습니다."
    ),
    "database": in_both(
        "answers and ratings aren't saved, and buttons under answers don't work.",
        "답변과 평가가 저장되지 않고, 답변 아래 버튼이 작동하지 않습니다.",
    ),
    "inbox": in_both("answers are slow.", "답변이 늦어집니다."),
    "replies": in_both("somebody got no answer.", "답변을 받지 못한 사람이 있습니다."),
    "disk": in_both(
        "soon I can't save answers and ratings.", "곧 답변과 평가를 저장하지 못하게 됩니다."
    ),
}
"""What staff notice when one of these parts does not work."""
