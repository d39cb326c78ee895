"""Every sentence that the bot says by itself, Korean and English side by side."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.model.understood import Talk
from knowledge.model.documents import Language

Text = Mapping[Language, str]


def in_both(en: str, ko: str) -> Text:
    """One sentence in both languages."""
    return MappingProxyType({"en": en, "ko": ko})


WITHHELD = in_both(
    "What I found gives orders to a machine, and I do not pass them on. Please tell whoever keeps "
    "the documents.",
    "찾은 내용이 기계에게 지시하는 문장이라 전하지 않습니다. 문서 담당자에게 알려 주세요.",
)
UNNAMED = in_both("Document", "문서")
"""In place of a title that is an order to a machine."""
REFUSAL = in_both(
    "This information is not available in the {corpus}.",
    "{corpus}에서 확인할 수 없는 내용입니다.",
)
SELECTED_TEXT = in_both("Selected text", "선택한 텍스트")
NOT_IN_SELECTED = in_both(
    "This information is not available in the selected text.",
    "선택한 텍스트에서 확인할 수 없는 내용입니다.",
)
SELECTED_TOO_LONG = in_both(
    "The selected text is too long for me. Please select at most {limit:,} characters.",
    "선택한 텍스트가 너무 깁니다. {limit:,}자 이내로 선택해 주세요.",
)
ASK_ABOUT_SELECTED = in_both(
    "What would you like to know about the selected text?",
    "선택한 텍스트에서 무엇이 궁금하세요?",
)
SELECTED_IN_OTHER_LANGUAGE = in_both(
    "The selected text says this in Korean:",
    "선택한 텍스트에는 영어로 다음과 같이 나와 있습니다.",
)
TOO_LONG = in_both(
    "That message is too long for me. Please ask in at most {limit} characters.",
    "메시지가 너무 깁니다. {limit}자 이내로 질문해 주세요.",
)
_EXAMPLE = in_both(
    "for example: how long can customers return headphones?",
    "예: 이어폰은 며칠 안에 환불할 수 있나요?",
)


def _with_example(en: str, ko: str) -> Text:
    return in_both(f"{en}, {_EXAMPLE['en']}", f"{ko} {_EXAMPLE['ko']}")


TALK: Mapping[Talk, Text] = {
    Talk.GREETING: _with_example(
        "Hello! Ask me anything about the store's rules",
        "안녕하세요! 매장 규정에 대해 물어보세요.",
    ),
    Talk.THANKS: in_both(
        "You're welcome! Ask me whenever there is something you need to know.",
        "도움이 되었다면 다행입니다! 궁금한 점이 있으면 언제든 물어보세요.",
    ),
    Talk.INSULT: in_both(
        "I am sorry that I was no help. Tell me what you need to know about the store's rules, "
        "and I will look it up.",
        "도움이 되지 못해 죄송합니다. 매장 규정에서 무엇이 궁금하신지 알려 주시면 찾아보겠습니다.",
    ),
    Talk.ABOUT_YOU: _with_example(
        "I look up answers in the store's own documents and show where each one stands. "
        "You can also ask what a rule was on a certain day. Ask me about the store's rules",
        "매장 문서에서 답을 찾아 출처와 함께 알려 드립니다. 특정 날짜의 규정도 물어볼 수 있어요.",
    ),
    Talk.EMPTY: _with_example(
        "What would you like to know? Ask me a question about the store's rules",
        "무엇이 궁금하세요? 매장 규정에 대해 질문해 주세요.",
    ),
    Talk.TOO_SHORT: _with_example(
        "I need a few more words. Please ask a whole question",
        "조금 더 자세히 질문해 주세요.",
    ),
}
"""What is said without looking anything up; general knowledge gets a refusal instead."""
WHAT_I_KNOW = _with_example(
    "I only know the store's rules. Ask me about those",
    "저는 매장 규정만 알고 있습니다. 규정에 대해 물어보세요.",
)
FIRST_QUESTIONS = in_both(
    "You asked {count} questions; these are the first {most}. Please ask the others again.",
    "질문이 {count}개라서 처음 {most}개만 답해 드립니다. 나머지는 다시 질문해 주세요.",
)
DISAGREE = in_both(
    "These documents disagree; the newest comes first.",
    "문서마다 내용이 다릅니다. 최신 문서부터 적습니다.",
)
DISAGREE_UNDATED = in_both("These documents disagree.", "문서마다 내용이 다릅니다.")
DEPENDS = in_both(
    "It depends on which of these is meant.", "어느 쪽에 대한 질문인지에 따라 다릅니다."
)
IN_DOCUMENT_SINCE = in_both("{title} (from {day}):", "{title}({day} 시행):")
ASK_WHICH = in_both(
    "Which of these documents does your store follow?",
    "매장에서는 어느 문서를 따르나요?",
)
ASK_WHICH_OF = in_both("Which one is it: {names}?", "어느 쪽인가요? ({names})")
CHANGED_ON = in_both(
    "{title} changed on {day} (version {old} → {new}):",
    "{title}: {day}에 바뀌었습니다 (버전 {old} → {new}).",
)
CHANGES_ON = in_both(
    "{title} changes on {day} (version {old} → {new}):",
    "{title}: {day}에 바뀝니다 (버전 {old} → {new}).",
)
CHANGED = in_both(
    "{title} changed from version {old} to {new}:",
    "{title}: 다음과 같이 바뀌었습니다 (버전 {old} → {new}).",
)
ONE_VERSION_ONLY = in_both(
    "I know only one version of {title}, so I cannot say what changed.",
    "{title}에는 한 가지 버전만 있어서 무엇이 바뀌었는지 알 수 없습니다.",
)
CHEAPEST_PRODUCT = in_both("The cheapest of {count}:", "{count}개 중 가장 저렴한 제품입니다.")
SOME_PRODUCTS = in_both("{shown} of {count} products:", "제품 {count}개 중 {shown}개입니다.")
NEWS = in_both("What is new, by date:", "새로 바뀐 내용입니다 (날짜순).")
NEWS_ITEM = in_both(
    "**{day}** — {title} (version {version}): ", "**{day}** — {title} (버전 {version}): "
)
NOT_YET = in_both(", not yet in force", ", 시행 전")
NO_NEWS = in_both(
    "Nothing has changed in the documents since {day}.",
    "{day} 이후 바뀐 문서가 없습니다.",
)
NO_NEWS_THEN = in_both(
    "Nothing changed in the documents from {day} to {until}.",
    "{day}부터 {until}까지 바뀐 문서가 없습니다.",
)
NOTHING_COMES = in_both(
    "I know of nothing that changes from {day} on.",
    "{day}부터 바뀌는 문서가 없습니다.",
)
NOTHING_COMES_THEN = in_both(
    "I know of nothing that changes from {day} to {until}.",
    "{day}부터 {until}까지 바뀌는 문서가 없습니다.",
)
NO_NEWS_OF = in_both(
    "I know of no change to {title} from {day} on.",
    "{title}: {day} 이후 달라지는 내용을 찾지 못했습니다.",
)
NO_NEWS_OF_THEN = in_both(
    "I know of no change to {title} from {day} to {until}.",
    "{title}: {day}부터 {until}까지 달라지는 내용을 찾지 못했습니다.",
)
IN_FORCE_FROM_TO = in_both(
    "{title}: in force from {first} to {last}.", "{title}: {first}부터 {last}까지입니다."
)
IN_FORCE_FROM = in_both("{title}: in force from {first} on.", "{title}: {first}부터입니다.")
IN_FORCE_UNTIL = in_both("{title}: in force until {last}.", "{title}: {last}까지입니다.")
HAS_ENDED = in_both("It has ended.", "이미 끝났습니다.")
NOT_BEGUN = in_both("It has not begun yet.", "아직 시작하지 않았습니다.")
NOT_IN_FORCE = in_both(
    "This is not in force yet. From {day}:",
    "아직 시행되지 않은 내용입니다. {day}부터 적용됩니다.",
)
THE_NEXT_DAY = in_both(
    "The next one is {weekday}, {day}.", "가장 가까운 날은 {day} {weekday}입니다."
)
NTH_OF_MONTH = in_both(
    "{day} is the {nth} {weekday} of its month.", "{day}: 그달의 {nth} {weekday}입니다."
)
LAST_OF_MONTH = in_both(
    "{day} is the last {weekday} of its month.", "{day}: 그달의 마지막 {weekday}입니다."
)
NTH: Mapping[int, Text] = {
    1: in_both("first", "첫째"),
    2: in_both("second", "둘째"),
    3: in_both("third", "셋째"),
    4: in_both("fourth", "넷째"),
    5: in_both("fifth", "다섯째"),
}
OWN_DAY = in_both(
    "“{word}” is as the document puts it, which has been in force since {day}.",
    "문서에 적힌 말: “{word}” (문서 시행일: {day})",
)
OWN_DAY_UNSAID = in_both(
    "“{word}” is as the document puts it, which names no day for it.",
    "문서에 적힌 말: “{word}” (문서에 날짜가 없습니다)",
)
DEADLINE = in_both(
    "{limit} from {start}: the last day is {last} ({distance}).",
    "{start}부터 {limit}: 마지막 날은 {last}입니다 ({distance}).",
)
RULE_IS_NEWER = in_both(
    "This has been in force since {since}; for what was bought by {bought}, "
    "an earlier rule may hold.",
    "이 규정은 {since}부터 시행되었습니다. "
    "{bought}까지 산 상품에는 이전 규정이 적용될 수 있습니다.",
)
NEAR_DAYS: Mapping[int, Text] = {
    -1: in_both("yesterday", "어제"),
    0: in_both("today", "오늘"),
    1: in_both("tomorrow", "내일"),
}
DAYS_LEFT = in_both("in {days} days", "{days}일 남음")
DAYS_AGO = in_both("{days} days ago", "{days}일 지남")
UNTIL = in_both("Before (version {version}):", "이전(버전 {version}):")
FROM_THEN = in_both("From then on (version {version}):", "변경 후(버전 {version}):")
SINCE = in_both("Now (version {version}):", "변경 후(버전 {version}):")
NEWLY = in_both("New (version {version}):", "추가(버전 {version}):")
NO_LONGER = in_both("No longer (version {version}):", "삭제(버전 {version}):")
MORE_CHANGES = in_both(
    "More changes: {count}. Ask for the one that you want to know.",
    "그 밖에 {count}곳이 더 바뀌었습니다. 궁금한 부분을 물어보세요.",
)
ADDRESS_LEFT_OUT = in_both(
    "[…] stands for a web address: please see the source.",
    "[…] 자리에는 웹 주소가 있습니다. 출처에서 확인해 주세요.",
)
PERSONAL_DATA_LEFT_OUT = in_both(
    "[REDACTED_…] stands for personal data: please see the source.",
    "[REDACTED_…] 자리에는 개인 정보가 있습니다. 출처에서 확인해 주세요.",
)
IN_OTHER_LANGUAGE = in_both(
    "The documents say this in Korean:",
    "문서에는 영어로 다음과 같이 나와 있습니다.",
)
NEAREST = in_both(
    "The nearest that I found is “{where}”.",
    "가장 가까운 내용은 “{where}”입니다.",
)
NEAREST_OWNED = in_both(
    "The nearest that I found is “{where}”; you can ask its owner, {owner}.",
    "가장 가까운 내용은 “{where}”이며, 담당인 {owner}에 문의할 수 있습니다.",
)
NOT_MENTIONED = in_both(
    "I found nothing about “{word}”.", "“{word}”에 대한 내용은 찾지 못했습니다."
)
NOT_FOUND: Mapping[str, Text] = {
    "duration": in_both(
        "I found nothing that says how long.", "기간이 얼마나 되는지는 찾지 못했습니다."
    ),
    "days or a day": in_both(
        "I found nothing that says when or for how long.", "날짜나 기간은 찾지 못했습니다."
    ),
    "money": in_both("I found no price or sum of money.", "금액은 찾지 못했습니다."),
    "percent": in_both(
        "I found nothing that says what percentage.", "몇 퍼센트인지는 찾지 못했습니다."
    ),
    "amount": in_both("I found nothing that says how much.", "얼마인지는 찾지 못했습니다."),
    "time of day": in_both("I found no time of day.", "몇 시인지는 찾지 못했습니다."),
    "date": in_both("I found nothing that says when.", "날짜나 기간은 찾지 못했습니다."),
    "count": in_both("I found nothing that says how many.", "몇 개나 몇 번인지는 찾지 못했습니다."),
    "distance": in_both("I found no distance.", "거리는 찾지 못했습니다."),
    "temperature": in_both("I found no temperature.", "온도는 찾지 못했습니다."),
    "weight": in_both("I found no weight.", "무게는 찾지 못했습니다."),
    "colour": in_both("I found no colour.", "색은 찾지 못했습니다."),
    "form": in_both("I found no form for this.", "어느 양식인지는 찾지 못했습니다."),
    "telephone number": in_both(
        "I found no extension or telephone number.", "내선이나 전화번호는 찾지 못했습니다."
    ),
    "day of the week": in_both("I found no day of the week.", "무슨 요일인지는 찾지 못했습니다."),
    "how often": in_both(
        "I found nothing that says how often.", "얼마나 자주인지는 찾지 못했습니다."
    ),
    "company": in_both(
        "I found no name of a company or brand.", "회사나 브랜드 이름은 찾지 못했습니다."
    ),
    "yes or no": in_both(
        "I found nothing that says yes or no to this.", "되는지 안 되는지는 찾지 못했습니다."
    ),
}
"""What is missing, by what a question asks for (`bot.answering.criteria.answer_kind`)."""
NEAREST_QUOTED = in_both("The nearest that I found: “{quote}”", "가장 가까운 내용: “{quote}”")
NEAREST_IN_OTHER_LANGUAGE = in_both(
    "The nearest that I found, in Korean: “{quote}”", "가장 가까운 내용(영어 문서): “{quote}”"
)
OTHERS_DISAGREE = in_both("Other documents say otherwise:", "다르게 적힌 문서가 있습니다.")
ASK_OWNER = in_both(
    "You can ask {owner}, who looks after “{title}”.",
    "“{title}” 담당인 {owner}에 문의할 수 있습니다.",
)
AS_OF = in_both("As of {day}:", "{day} 기준:")
ASK_MORE = in_both(
    "Which product, store type or form is it about?",
    "어떤 상품, 매장 종류, 또는 양식에 대한 질문인가요?",
)
ASK_ALSO = in_both("You can also ask: {names}", "이어서 물어볼 수 있는 질문: {names}")
ASK_OPENED = in_both("Has it been opened or used?", "개봉했거나 사용한 상품인가요?")
ASK_FAULTY = in_both("Is it faulty?", "불량인가요?")
ASK_RECEIPT = in_both(
    "Does the customer have the receipt or another proof of purchase?",
    "영수증이나 다른 구매 증빙이 있나요?",
)
ASK_CHANNEL = in_both("Was it bought in a store or online?", "매장에서 샀나요, 온라인에서 샀나요?")
ASK_GRADE = in_both("Which membership grade is it: {grades}?", "회원 등급이 무엇인가요? ({grades})")
ASK_MEMBER = in_both("Is the customer {grade} member?", "{grade} 회원인가요?")
ASK_BOUGHT = in_both("When was it bought?", "언제 산 상품인가요?")
ASK_DELIVERED = in_both("When was it delivered?", "언제 배송받은 상품인가요?")
WHICH_ROW = in_both("Which {column}: {names}?", "어느 {column}인가요? ({names})")
WHICH_OF_THESE = in_both(
    "Which of these is it: {column} {names}?", "{column}: 어느 것인가요? ({names})"
)
ASK_STORE_TYPE = in_both(
    "Which kind of store is it: {stores}?",
    "어느 매장인가요? ({stores})",
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
PERSONAL_DATA: Mapping[str, Text] = {
    "EMAIL": in_both("e-mail address", "이메일 주소"),
    "PHONE": in_both("phone number", "전화번호"),
    "SSN": in_both("social security number", "사회보장번호"),
    "CARD": in_both("card number", "카드번호"),
    "IBAN": in_both("bank account (IBAN)", "해외 계좌번호(IBAN)"),
    "RRN": in_both("resident number", "주민등록번호"),
    "BRN": in_both("business number", "사업자등록번호"),
    "PASSPORT": in_both("passport number", "여권번호"),
    "LICENSE": in_both("driver's license", "운전면허번호"),
    "ACCOUNT": in_both("bank account", "계좌번호"),
    "SECRET": in_both("key or token", "비밀 키"),
    "ADDRESS": in_both("address", "주소"),
    "IP": in_both("IP address", "IP 주소"),
    "NAME": in_both("name", "이름"),
}
"""A word for each kind that privacy takes out."""

ADMINS_ONLY = in_both(
    "Only administrators may do this. Ask the person who looks after storewise in your company.",
    "관리자만 할 수 있는 작업입니다. 회사의 storewise 담당자에게 문의하세요.",
)
UNKNOWN_COMMAND = in_both("I do not know this command.", "모르는 명령입니다.")
INDEXING = in_both("Indexing the documents…", "문서를 색인하는 중입니다…")
ALREADY_INDEXING = in_both(
    "An indexing run is already under way. I did not start another one.",
    "이미 색인이 진행 중입니다. 새로 시작하지 않았습니다.",
)
NOT_INDEXED = in_both(
    "The documents are not indexed yet. An administrator can run /reindex.",
    "아직 색인된 문서가 없습니다. 관리자가 /reindex 를 실행하면 됩니다.",
)
REINDEX_FAILED = in_both(
    "The documents could not be indexed; the earlier index stays. Reference: {trace_id}",
    "문서를 색인하지 못했습니다. 이전 색인은 그대로입니다. 참조 번호: {trace_id}",
)
TROUBLE = in_both(
    "I cannot answer right now. Please try again in a minute. Reference: {trace_id}",
    "지금은 답할 수 없습니다. 잠시 후 다시 시도해 주세요. 참조 번호: {trace_id}",
)
BUSY = in_both(
    "I am answering many questions right now. Please ask again in a minute.",
    "지금 질문이 많이 밀려 있습니다. 1분 뒤에 다시 물어봐 주세요.",
)
MANY_OF_PERSON = in_both(
    "You have sent me many messages within a minute. Please ask again in {seconds} seconds.",
    "1분 동안 보내신 메시지가 많습니다. {seconds}초 뒤에 다시 물어봐 주세요.",
)
MANY_OF_CHANNEL = in_both(
    "Many messages came from here within a minute. Please ask again in {seconds} seconds.",
    "1분 동안 여기에서 온 메시지가 많습니다. {seconds}초 뒤에 다시 물어봐 주세요.",
)
MANY_SEARCHES = in_both(
    "That were many searches within a minute. Please wait a moment.",
    "1분 동안 검색이 많았습니다. 잠시 기다려 주세요.",
)
APOLOGY = in_both(
    "Sorry, something went wrong on my side. Please ask again. Reference: {trace_id}",
    "죄송합니다. 처리 중에 문제가 생겼습니다. 다시 물어봐 주세요. 참조 번호: {trace_id}",
)
INVITE = in_both(
    "I cannot write in that channel. Invite me there: /invite @storewise",
    "그 채널에는 글을 쓸 수 없습니다. 채널에 초대해 주세요: /invite @storewise",
)

PAGE = in_both("p. {page}", "{page}쪽")
EFFECTIVE = in_both("effective {date}", "{date} 시행")
