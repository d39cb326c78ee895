"""Texts about the index in Korean and English."""

from collections.abc import Mapping

from bot.texts import Text, in_both

WORDS = in_both(
    "You can use: /reindex · /reindex status · /reindex diff DOC_ID · /reindex full · "
    "/reindex force · /reindex rollback",
    "사용할 수 있는 명령: /reindex · /reindex 상태 · /reindex 비교 DOC_ID · /reindex "
    "전체 · /reindex 강제 · /reindex 되돌리기",
)
INDEXED = in_both(
    "Indexed {documents} documents, {passages} passages in {seconds:.1f} s ({embedded} "
    "new passages).",
    "문서 {documents}개, 문단 {passages}개를 {seconds:.1f}초 만에 색인했습니다 "
    "(새 문단 {embedded}개).",
)
CHANGES = in_both(
    "Since the last index: {added} added, {changed} changed, {removed} removed.",
    "이전 색인과 비교: 문서 추가 {added}개, 변경 {changed}개, 삭제 {removed}개.",
)
UNCHANGED = in_both("No documents have changed since then.", "그 뒤로 바뀐 문서가 없습니다.")
GATE_PASSED = in_both(
    "Golden questions: {asked} asked, none got worse.", "검증 질문 {asked}개: 나빠진 답이 없습니다."
)
GATE_LOST = in_both(
    "Golden questions: {asked} asked, {lost} got worse:",
    "검증 질문 {asked}개 중 {lost}개의 답이 나빠졌습니다:",
)
LOST: Mapping[str, Text] = {
    "found": in_both("its document is no longer found", "근거 문서를 찾지 못함"),
    "answered": in_both("the answer is no longer right", "올바르게 답하지 못함"),
    "cited": in_both("its document is no longer cited", "근거 문서를 인용하지 않음"),
    "refused": in_both("answered, but should be refused", "거절해야 할 질문에 답함"),
}
WITHHELD: Mapping[str, Text] = {
    "worse": in_both(
        "NOT published: the new index answers the golden questions worse, so the earlier one "
        "stays. If you meant this change, correct _golden.jsonl, or run `storewise reindex "
        "--accept-worse` (in Slack: /reindex force).",
        "게시하지 않음: 새 색인의 검증 질문 답이 나빠져 이전 색인을 그대로 씁니다. 의도한 "
        "변경이면 _golden.jsonl을 고치거나 `storewise reindex --accept-worse`를 실행하세요 "
        "(Slack에서는 /reindex 강제).",
    ),
    "golden": in_both(
        "NOT published: fix the golden questions first. The earlier index stays.",
        "게시하지 않음: 먼저 검증 질문 파일을 고쳐 주세요. 이전 색인을 그대로 씁니다.",
    ),
    "strict": in_both(
        "NOT published because of --strict: fix the problems listed above. The earlier index "
        "stays.",
        "--strict 옵션에 따라 게시하지 않음: 위의 문제를 고쳐 주세요. 이전 색인을 그대로 씁니다.",
    ),
    "clashes": in_both(
        "NOT published because of --strict: documents contradict each other, see above. For "
        "each pair, correct one document, end it (`effective_until`), or name it in the "
        "other one's `supersedes`. The earlier index stays.",
        "--strict 옵션에 따라 게시하지 않음: 위와 같이 내용이 서로 다른 문서가 있습니다. 둘 "
        "중 하나를 고치거나, `effective_until`로 시행을 끝내거나, 다른 문서의 `supersedes`에 "
        "적어 주세요. 이전 색인을 그대로 씁니다.",
    ),
    "orders": in_both(
        "NOT published because of --strict: the documents contain instructions for a "
        "language model, see above. Remove or reword them. The earlier index stays.",
        "--strict 옵션에 따라 게시하지 않음: 위와 같이 언어 모델에게 지시하는 문장이 문서에 "
        "있습니다. 지우거나 고쳐 주세요. 이전 색인을 그대로 씁니다.",
    ),
    "rolled back": in_both(
        "NOT published: an administrator rolled back the index of these documents. To publish "
        "them anyway, run `storewise reindex`.",
        "게시하지 않음: 관리자가 이 문서로 만든 색인을 되돌렸습니다. 그래도 게시하려면 "
        "`storewise reindex`를 실행하세요.",
    ),
}
GOLDEN_PROBLEM = in_both(
    "The golden questions can't be used: {problem}", "검증 질문을 쓸 수 없습니다: {problem}"
)
ROLLED_BACK = in_both(
    "Rolled back: index {number} from {made_at} answers again. Roll back once more to "
    "return to the latest index. The next reindex reads the latest documents.",
    "되돌렸습니다: 이제 {made_at}에 만든 {number}번 색인으로 답합니다. 한 번 더 실행하면 "
    "최신 색인으로 돌아오고, 다음 색인 때 문서의 최신 내용을 반영합니다.",
)
NOTHING_TO_ROLL_BACK = in_both("There is no earlier index.", "이전 색인이 없습니다.")
STATUS = in_both(
    "Index {number} from {made_at} has {documents} documents ({languages}), {passages} "
    "passages, searched {found}.",
    "{made_at}에 만든 {number}번 색인: 문서 {documents}개({languages}), 문단 {passages}개, "
    "{found}.",
)
BY_MEANING = in_both("by words and meaning", "단어와 의미로 검색")
BY_WORDS_ONLY = in_both("by words only", "단어로만 검색")
STATUS_EMBEDDER = in_both("Embedder: {name}.", "임베딩 모델: {name}")
STATUS_SOURCE = in_both("Documents from {source}.", "문서 위치: {source}")
STATUS_PREVIOUS = in_both(
    "Previous: index {number} from {made_at}. Roll back to publish it.",
    "이전 색인: {made_at}에 만든 {number}번. 되돌리면 이 색인을 씁니다.",
)
STATUS_CALLS = in_both(
    "Language model: {made} of {most} calls used today.",
    "언어 모델: 오늘 {most}회 중 {made}회 호출했습니다.",
)
STATUS_RUNNING = in_both(
    "Indexing is in progress: {counted} {done} of {total}{left}.",
    "색인이 진행 중입니다: {counted} {done}/{total}{left}.",
)
SECONDS_LEFT = in_both(", about {seconds:.0f} s left", ", 약 {seconds:.0f}초 남음")
COUNTED: Mapping[str, Text] = {
    "files": in_both("files", "파일"),
    "documents": in_both("documents", "문서"),
    "passages": in_both("passages", "문단"),
    "vectors": in_both("vectors", "벡터"),
    "questions": in_both("golden questions", "검증 질문"),
}
STEPS: Mapping[str, Text] = {
    "files": in_both("files copied", "파일 복사 중"),
    "documents": in_both("documents read", "문서 읽는 중"),
    "passages": in_both("passages embedded", "문단 임베딩 중"),
    "vectors": in_both("vectors stored", "벡터 저장 중"),
    "questions": in_both("golden questions asked", "검증 질문 확인 중"),
}
"""The activity shown beside each count."""
ABOUT_SECONDS_LEFT = in_both(" · about {count} s left", " · 약 {count}초 남음")
ABOUT_MINUTES_LEFT = in_both(" · about {count} min left", " · 약 {count}분 남음")

WORDS_ONLY = in_both(
    "No embedder is installed, so passages are searched by words only.",
    "임베딩 모델이 없어 단어로만 검색합니다.",
)
ASSUMED = in_both(
    "Documents without front matter: {count}. I took the title and language from the text.",
    "문서 {count}개에 머리말(front matter)이 없어 제목과 언어를 본문에서 정했습니다.",
)
CONTACTS = in_both(
    "Contacts not removed: {kept}. Personal data removed: {removed}.",
    "남긴 연락처: {kept} / 지운 개인정보: {removed}",
)
NO_CONTACTS = in_both("none", "없음")
COUNTED_KIND = in_both("{count} {kind}", "{kind} {count}건")
SKIPPED = in_both("Skipped files:", "건너뛴 파일:")
PARTLY = in_both("Files read in part, with what is missing:", "일부만 읽은 파일과 빠진 내용:")
EMPTY = in_both("Files without any text to answer from:", "답할 내용이 없는 파일:")
STATED = in_both(
    "Taken from the text, where no front matter says otherwise:",
    "머리말(front matter)에 없어 본문에서 가져온 항목:",
)
AND_MORE = in_both("… and {count} more", "… 외 {count}개")

CLASHES = in_both(
    "Contradictions between documents in force at the same time: {count}",
    "동시에 시행 중인 문서 간 불일치: {count}건",
)
TOGETHER_FROM = in_both("both in force from {day}", "{day}부터 동시 시행")
TOGETHER_UNTIL = in_both("both in force until {day}", "{day}까지 동시 시행")
TOGETHER = in_both("both in force from {first} until {last}", "{first}부터 {last}까지 동시 시행")
NAMESAKES = in_both(
    "Files that look like versions of one document, but count as separate documents: {count}",
    "한 문서의 버전으로 보이지만 별개 문서로 처리된 파일: {count}건",
)
NAMESAKE = in_both("version {version} ({file})", "버전 {version}({file})")
ONE_DOC_ID = in_both("add `doc_id: {doc_id}` to each", "파일마다 `doc_id: {doc_id}` 추가 필요")
COPIES = in_both("The same text in several documents: {count}", "여러 문서에 중복된 글: {count}건")
COPIED_EXACTLY = in_both(
    "{shared} of {passages} passages are identical", "문단 {passages}개 중 {shared}개가 동일"
)
COPIED_NEARLY = in_both(
    "{shared} of {passages} passages are nearly identical",
    "문단 {passages}개 중 {shared}개가 거의 동일",
)
ORDERS = in_both(
    "Instructions for a language model, not used in answers: {count}",
    "언어 모델에게 지시하는 문장(답변에 쓰지 않음): {count}건",
)
ORDER_IN: Mapping[str, Text] = {
    "text": in_both("in the text", "본문"),
    "heading": in_both("in a heading", "소제목"),
    "title": in_both("in the title", "제목"),
    "front matter": in_both("in the front matter", "머리말(front matter)"),
    "file name": in_both("in the file name", "파일 이름"),
}
COMPARED = in_both(
    "Only {compared} of {comparable} passages were compared with each other, those of "
    "the newest documents.",
    "문단 {comparable}개 중 최신 문서의 {compared}개만 서로 비교했습니다.",
)
NOT_WHOLE = in_both(
    "There are too many similar passages to compare them all, so there may be more contradictions.",
    "비슷한 문단이 너무 많아 모두 비교하지 못했습니다. 불일치가 더 있을 수 있습니다.",
)
ASIDES = in_both("Not in force today:", "오늘 시행 중이 아닌 문서:")
ASIDE: Mapping[str, Text] = {
    "not yet in force": in_both("{count} not yet in force: {named}", "시행 전 {count}개: {named}"),
    "expired": in_both("{count} no longer in force: {named}", "시행 종료 {count}개: {named}"),
    "superseded": in_both("{count} replaced: {named}", "새 버전으로 대체 {count}개: {named}"),
}
_FROM_DAY = in_both("{key} from {day}", "{key} {day}부터")
_UNTIL_DAY = in_both("{key} until {day}", "{key} {day}까지")
ASIDE_DAY: Mapping[str, Text] = {
    "not yet in force": _FROM_DAY,
    "expired": _UNTIL_DAY,
    "superseded": _UNTIL_DAY,
}

NO_DOCUMENT = in_both("The index has no document “{name}”.", "색인에 “{name}” 문서가 없습니다.")
DID_YOU_MEAN = in_both("Did you mean {near}?", "비슷한 이름: {near}")
NO_VERSION = in_both(
    "The index has no version “{name}”. Available: {known}.",
    "색인에 “{name}” 버전이 없습니다. 있는 버전: {known}.",
)
ONE_VERSION = in_both(
    "The index has only one version of this document: {key}.",
    "색인에 이 문서의 버전이 하나뿐입니다: {key}.",
)
SAME_TEXT = in_both("The text is the same in both.", "본문이 서로 같습니다.")
