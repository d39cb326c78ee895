"""Every sentence that the bot says by itself, Korean and English side by side."""

from collections.abc import Mapping
from types import MappingProxyType

from knowledge.model import Language

Text = Mapping[Language, str]


def _text(en: str, ko: str) -> Text:
    return MappingProxyType({"en": en, "ko": ko})


REFUSAL = _text(
    "This information is not available in the {corpus}.",
    "{corpus}에서 확인할 수 없는 내용입니다.",
)
TOO_LONG = _text(
    "That message is too long for me. Please ask in at most {limit} characters.",
    "메시지가 너무 깁니다. {limit}자 이내로 질문해 주세요.",
)
GREETING = _text(
    "Hello! Ask me anything about the store's rules, for example: "
    "how long can customers return headphones?",
    "안녕하세요! 매장 규정에 대해 물어보세요. 예: 이어폰은 며칠 안에 환불할 수 있나요?",
)
DISAGREE = _text(
    "These documents disagree; the newest comes first.",
    "문서마다 내용이 다릅니다. 최신 문서부터 적습니다.",
)
ASK_WHICH = _text(
    "Which of these documents does your store follow?",
    "매장에서는 어느 문서를 따르나요?",
)
IN_OTHER_LANGUAGE = _text(
    "The documents say this in Korean:",
    "문서에는 영어로 다음과 같이 나와 있습니다.",
)
ASK_MORE = _text(
    "Which product, store type or form is it about?",
    "어떤 상품, 매장 종류, 또는 양식에 대한 질문인가요?",
)
ASK_OPENED = _text("Has it been opened or used?", "개봉했거나 사용한 상품인가요?")
ASK_RECEIPT = _text(
    "Does the customer have the receipt or another proof of purchase?",
    "영수증이나 다른 구매 증빙이 있나요?",
)
ASK_CHANNEL = _text("Was it bought in a store or online?", "매장에서 샀나요, 온라인에서 샀나요?")
ASK_GRADE = _text("Which membership grade is it?", "회원 등급이 무엇인가요?")
ASK_STORE_TYPE = _text(
    "Which kind of store is it: {stores}?",
    "어느 매장인가요? ({stores})",
)
STORE_TYPES: Mapping[str, Text] = {
    "cafe": _text("café", "카페"),
    "convenience": _text("convenience", "편의점"),
    "apparel": _text("apparel", "의류 매장"),
}
REMOVED = _text(
    "I removed personal data from your question ({kinds}).",
    "질문에서 개인정보를 지웠습니다 ({kinds}).",
)
PERSONAL_DATA: Mapping[str, Text] = {
    "EMAIL": _text("e-mail address", "이메일 주소"),
    "PHONE": _text("phone number", "전화번호"),
    "SSN": _text("social security number", "사회보장번호"),
    "CARD": _text("card number", "카드번호"),
    "RRN": _text("resident number", "주민등록번호"),
}
OTHER_PERSONAL_DATA = _text("personal data", "개인정보")

ADMINS_ONLY = _text(
    "Only administrators may do this. Ask the person who looks after storewise in your company.",
    "관리자만 할 수 있는 작업입니다. 회사의 storewise 담당자에게 문의하세요.",
)
UNKNOWN_COMMAND = _text("I do not know this command.", "모르는 명령입니다.")
INDEXING = _text("Indexing the documents…", "문서를 색인하는 중입니다…")
ALREADY_INDEXING = _text(
    "An indexing run is already under way. I did not start another one.",
    "이미 색인이 진행 중입니다. 새로 시작하지 않았습니다.",
)
INDEXED = _text(
    "Indexed {documents} documents, {passages} passages in {seconds:.1f} s "
    "({embedded} passages were new).",
    "문서 {documents}개, 문단 {passages}개를 {seconds:.1f}초 만에 색인했습니다 "
    "(새 문단 {embedded}개).",
)
WORDS_ONLY = _text(
    "No embedder is installed: passages are found by their words only.",
    "임베딩 모델이 없어 단어로만 검색합니다.",
)
ASSUMED = _text(
    "{count} documents have no front matter; title and language were taken from their text.",
    "문서 {count}개에 머리말(front matter)이 없어 제목과 언어를 본문에서 정했습니다.",
)
SKIPPED = _text("Skipped files:", "건너뛴 파일:")
AND_MORE = _text("… and {count} more", "… 외 {count}개")
NOT_INDEXED = _text(
    "The documents are not indexed yet. An administrator can run /reindex.",
    "아직 색인된 문서가 없습니다. 관리자가 /reindex 를 실행하면 됩니다.",
)
REINDEX_FAILED = _text(
    "The documents could not be indexed; the earlier index stays. Reference: {request_id}",
    "문서를 색인하지 못했습니다. 이전 색인은 그대로입니다. 참조 번호: {request_id}",
)
TROUBLE = _text(
    "I cannot answer right now. Please try again in a minute. Reference: {request_id}",
    "지금은 답할 수 없습니다. 잠시 후 다시 시도해 주세요. 참조 번호: {request_id}",
)
BUSY = _text(
    "I am answering many questions right now. Please ask again in a minute.",
    "지금 질문이 많이 밀려 있습니다. 1분 뒤에 다시 물어봐 주세요.",
)
APOLOGY = _text(
    "Sorry, something went wrong on my side. Please ask again. Reference: {reference}",
    "죄송합니다. 처리 중에 문제가 생겼습니다. 다시 물어봐 주세요. 참조 번호: {reference}",
)
INVITE = _text(
    "I cannot write in that channel. Invite me there: /invite @storewise",
    "그 채널에는 글을 쓸 수 없습니다. 채널에 초대해 주세요: /invite @storewise",
)

PAGE = _text("p. {page}", "{page}쪽")
EFFECTIVE = _text("effective {date}", "{date} 시행")
