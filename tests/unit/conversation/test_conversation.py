"""The one handler that every platform calls: a message in, a reply out."""

import logging
import unicodedata
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from bot import telemetry, texts
from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.conversation.commands import Commands
from bot.conversation.handler import Conversation
from bot.conversation.threads import MemoryThreads
from bot.model import Message, SafeText, Scope, Source, Verdict
from bot.model.errors import ModelTrouble, ModelUnavailableError, RecordsError
from bot.model.said import Corpus
from bot.ports import Chooser, ExampleOf, Threads
from bot.privacy import Choices, EntityType, Redactor
from knowledge.model.documents import Audience, Language
from knowledge.model.errors import IndexMissingError, KnowledgeError
from tests.fakes import FakeChooser, FakeIndexer, FakeRecords, FakeSearch
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
ASKED = "Can opened headphones be returned?"
ASKED_KO = "개봉한 헤드폰은 환불할 수 있나요?"

PERSONAL = {
    "hong.gildong@example.com": "[REDACTED_EMAIL]",
    "010-1234-5678": "[REDACTED_PHONE]",
    "4111 1111 1111 1111": "[REDACTED_CARD]",
    "900101-1234568": "[REDACTED_RRN]",
    "GB82 WEST 1234 5698 7654 32": "[REDACTED_IBAN]",
    "104-86-56659": "[REDACTED_BRN]",
    "11-22-123456-78": "[REDACTED_LICENSE]",
    "여권 M12345678": "여권 [REDACTED_PASSPORT]",
    "passport M123A4567": "passport [REDACTED_PASSPORT]",
    "계좌번호 110-123-456789": "계좌번호 [REDACTED_ACCOUNT]",
}


def conversation(
    search: FakeSearch,
    model: Chooser | None = None,
    threads: Threads | None = None,
    records: FakeRecords | None = None,
    redactor: Redactor | None = None,
    corpus: Corpus = CORPUS,
    example: ExampleOf | None = None,
) -> Conversation:
    return Conversation(
        Answering(search, model or Extractive(), corpus, redactor=redactor),
        Commands(FakeIndexer(), given.comparison()),
        today=lambda: given.TODAY,
        threads=threads,
        records=records,
        redactor=redactor,
        example=example,
    )


def finding(asked: str, text: str = given.REFUND) -> FakeSearch:
    return FakeSearch([given.found(asked, given.passage(text))], alike=0.9)


@pytest.mark.parametrize(
    ("asked", "text", "language"), [(ASKED, given.REFUND, "en"), (ASKED_KO, given.REFUND_KO, "ko")]
)
async def test_a_question_gets_an_answer_in_its_language(
    asked: str, text: str, language: str
) -> None:
    reply = await conversation(finding(asked, text)).handle(given.message(asked))

    assert reply.language == language
    assert "[1]" in reply.text
    assert [source.number for source in reply.sources] == [1]
    assert not reply.private
    assert reply.notice is None


async def test_a_source_says_where_the_words_stand() -> None:
    passage = given.passage(
        "Opened **headphones** can be\nreturned only when they are faulty.",
        doc_id="refund-policy-en",
        version="2",
        title="Refund policy",
        section=("Electronics", "Opened goods"),
        page=3,
        url="https://kb.example/refunds",
        effective_from=date(2026, 3, 1),
    )
    search = FakeSearch([given.found(ASKED, passage, score=0.91239)], alike=0.9)

    reply = await conversation(search).handle(given.message(ASKED))

    assert reply.sources == (
        Source(
            number=1,
            title="Refund policy",
            section="Electronics › Opened goods",
            quote="Opened **headphones** can be\nreturned only when they are faulty.",
            passage="Opened **headphones** can be\nreturned only when they are faulty.",
            doc_id="refund-policy-en",
            passage_id="refund-policy-en@2#1",
            version="2",
            page=3,
            url="https://kb.example/refunds",
            effective_from=date(2026, 3, 1),
            score=0.912,
        ),
    )


@pytest.mark.parametrize(("value", "placeholder"), PERSONAL.items())
@pytest.mark.parametrize("asked", [ASKED, ASKED_KO])
async def test_personal_data_never_reaches_the_search_or_the_model(
    asked: str, value: str, placeholder: str
) -> None:
    search, model = finding(asked), FakeChooser()

    reply = await conversation(search, model).handle(given.message(f"{asked} {value}"))

    seen = str([search.searches, search.compared, model.asked, reply])
    assert value not in seen
    # A sentence that is nothing but a placeholder is not searched.
    assert {one.text for one in search.searches} <= {f"{asked} {placeholder}", asked}
    assert placeholder in str(reply.answer)


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        (
            f"{ASKED} 010-1234-5678 and 010-2345-6789, hong@example.com",
            "I removed personal data from your question (phone number × 2, e-mail address).",
        ),
        (
            f"{ASKED_KO} 고객 카드는 4111 1111 1111 1111 입니다",
            "질문에서 개인정보를 지웠습니다 (카드번호 1건).",
        ),
        (
            f"{ASKED} IBAN GB82 WEST 1234 5698 7654 32, passport M12345678",
            "I removed personal data from your question (bank account (IBAN), passport number).",
        ),
        (
            f"{ASKED_KO} 계좌번호 110-123-456789, 운전면허 11-22-123456-78",
            "질문에서 개인정보를 지웠습니다 (계좌번호 1건, 운전면허번호 1건).",
        ),
    ],
)
async def test_the_person_is_told_what_was_taken_out(text: str, notice: str) -> None:
    reply = await conversation(finding(text)).handle(given.message(text))

    assert reply.notice == notice


def test_every_kind_has_its_words_in_both_languages() -> None:
    assert set(texts.PERSONAL_DATA) == {str(kind) for kind in EntityType}
    assert all(one[language] for one in texts.PERSONAL_DATA.values() for language in ("en", "ko"))


@pytest.mark.parametrize("asked", [f"{ASKED} Mr. Smith wants to know.", f"{ASKED_KO} 이름: 홍길동"])
async def test_what_a_store_has_chosen_holds_for_questions(asked: str) -> None:
    search = finding(asked)
    names = Redactor(Choices(kinds=frozenset({EntityType.NAME})))

    reply = await conversation(search, redactor=names).handle(
        given.message(f"{asked} 010-1234-5678")
    )

    assert "[REDACTED_NAME]" in search.searches[0].text
    assert "010-1234-5678" in search.searches[0].text
    assert not any(one in str(search.searches) for one in ("Smith", "홍길동"))
    assert reply.notice is not None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("why? " * 500, "That message is too long for me. Please keep it to 2,000 characters."),
        ("왜요? " * 600, "메시지가 너무 깁니다. 2,000자 이내로 질문해 주세요."),
    ],
)
async def test_a_message_that_is_too_long_is_not_searched(text: str, said: str) -> None:
    search = FakeSearch()

    reply = await conversation(search).handle(given.message(text))

    assert reply.text == said
    assert search.searches == []


@pytest.mark.parametrize("text", ["", "   ", "\n", "?!", "\ud800", "\x00\x07\x1b\u200b"])
async def test_an_empty_message_is_answered_with_how_to_ask(text: str) -> None:
    search = FakeSearch()

    reply = await conversation(search).handle(given.message(text))

    assert "What would you like to know?" in reply.text
    assert search.searches == []


async def test_decomposed_hangul_is_asked_as_its_composed_form() -> None:
    search = finding(ASKED_KO)

    await conversation(search).handle(given.message(unicodedata.normalize("NFD", ASKED_KO)))

    assert search.searches[0].text == ASKED_KO


BOOK: Corpus = {"en": "lighthouse book", "ko": "등대 책"}


async def _of_the_book(language: Language) -> SafeText | None:
    return SafeText("등대는 언제 지었나요?" if language == "ko" else "When was it built?")


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (
            "hello",
            "Hello! Ask me anything about the lighthouse book. For example: When was it built?",
        ),
        ("안녕", "안녕하세요! 등대 책에 대해 물어보세요. 예: 등대는 언제 지었나요?"),
        (
            "What is the capital of Australia?",
            "I only answer questions about the lighthouse book. For example: When was it built?",
        ),
        (
            "오늘 서울 날씨 어때?",
            "등대 책에 대한 질문에만 답합니다. 예: 등대는 언제 지었나요?",
        ),
        ("thanks", "You're welcome! Ask me any time."),
    ],
)
async def test_small_talk_names_the_documents_and_a_question_that_they_answer(
    said: str, text: str
) -> None:
    talk = conversation(FakeSearch(), corpus=BOOK, example=_of_the_book)

    reply = await talk.handle(given.message(said))

    assert (reply.text, reply.follow_up) == (text, None)


@pytest.mark.parametrize("said", ["hello", "안녕", "what can you do?", "뭘 할 수 있어?", "", "???"])
async def test_without_a_question_that_they_answer_none_is_named(said: str) -> None:
    async def none(language: Language) -> SafeText | None:
        return None

    reply = await conversation(FakeSearch(), example=none).handle(given.message(said))

    assert "example" not in reply.text
    assert "예:" not in reply.text


async def test_an_empty_message_in_a_korean_channel_is_answered_in_korean() -> None:
    reply = await conversation(FakeSearch()).handle(given.message("", language="ko"))

    assert (reply.language, reply.text[:6]) == ("ko", "매장 문서에")


@pytest.mark.parametrize(
    "error", [KnowledgeError("/srv/data of Minji"), ModelUnavailableError(ModelTrouble.RATE)]
)
@pytest.mark.parametrize(
    ("asked", "sorry"), [(ASKED, "I can't answer right now."), (ASKED_KO, "지금은 답할 수 없")]
)
async def test_trouble_becomes_a_polite_reply_with_a_reference(
    error: Exception, asked: str, sorry: str, caplog: pytest.LogCaptureFixture
) -> None:
    error.__cause__ = OSError("Minji")
    search = finding(asked)
    model = FakeChooser(error=error)

    reply = await conversation(search, model).handle(given.message(asked))

    [record] = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert reply.text.startswith(sorry)
    assert reply.trace_id in reply.text
    assert "Minji" not in reply.text + caplog.text + str(record.__dict__)
    assert record.__dict__["trace_id"] == reply.trace_id
    assert (record.__dict__["error"], record.__dict__["cause"]) == (type(error).__name__, "OSError")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (ASKED, "I haven't read the documents yet. Please ask an administrator to run /reindex."),
        (
            ASKED_KO,
            "아직 문서를 읽지 않아 답할 수 없습니다. 관리자에게 /reindex 실행을 요청해 주세요.",
        ),
    ],
)
async def test_before_the_first_indexing_the_person_is_told_so(asked: str, said: str) -> None:
    search = FakeSearch(error=IndexMissingError("nothing"))

    reply = await conversation(search).handle(given.message(asked))

    assert reply.text == said


@pytest.mark.spares
async def test_a_bug_is_left_to_the_adapter() -> None:
    search = FakeSearch(error=ZeroDivisionError())

    with pytest.raises(ZeroDivisionError):
        await conversation(search).handle(given.message(ASKED))


async def test_one_log_line_tells_the_outcome_in_ids_and_counts_only(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, telemetry.logger.name)

    reply = await conversation(finding(ASKED)).handle(given.message(ASKED))

    [record] = caplog.records
    told = record.__dict__
    assert record.message == "request done"
    assert (told["trace_id"], told["platform"]) == (reply.trace_id, "slack")
    assert (told["verdict"], told["attempts"], told["language"]) == ("pass", 1, "en")
    assert (told["drafts"], told["issues"], told["rejected"]) == (1, [], [])
    assert reply.answer is not None
    assert reply.answer.trace_id == reply.trace_id
    assert told["cited"] == ["refund-policy@2#1"]
    assert set(told["steps"]) == set(reply.steps)
    assert "headphones" not in str(told)
    assert "U1" not in str(told)


async def test_what_the_channel_sets_passes_to_the_search() -> None:
    search = FakeSearch()
    scope = Scope("cafe", "refund", "ko", date(2026, 1, 2), Audience.MANAGER)

    await conversation(search).handle(given.message(ASKED, scope=scope))

    filters = search.searches[0].filters
    assert (filters.store_type, filters.category, filters.language) == ("cafe", "refund", "ko")
    assert (filters.as_of, filters.audience) == (date(2026, 1, 2), Audience.MANAGER)


@pytest.mark.parametrize(("asked", "language"), [(ASKED, "en"), (ASKED_KO, "ko")])
async def test_a_bare_question_is_asked_as_staff_as_of_today(asked: str, language: str) -> None:
    search = FakeSearch()

    await conversation(search).handle(given.message(asked))

    filters = search.searches[0].filters
    assert (filters.as_of, filters.audience) == (given.TODAY, Audience.STAFF)
    assert (filters.language, filters.store_type, filters.category) == (language, None, None)


@pytest.mark.parametrize(("asked", "language"), [(ASKED, "ko"), (ASKED_KO, "en")])
async def test_the_language_of_the_channel_goes_before_that_of_the_text(
    asked: str, language: Language
) -> None:
    reply = await conversation(FakeSearch()).handle(given.message(asked, language=language))

    refusals = {
        "en": "This information is not available in the store documents.",
        "ko": "매장 문서에서 확인할 수 없는 내용입니다.",
    }
    assert (reply.language, reply.text) == (language, refusals[language])


@pytest.mark.parametrize(("asked", "language"), [(ASKED, None), (ASKED, "ko"), (ASKED_KO, "en")])
async def test_a_reply_names_a_language_only_where_the_channel_sets_one(
    asked: str, language: Language | None
) -> None:
    reply = await conversation(FakeSearch()).handle(given.message(asked, language=language))

    assert reply.scope is not None
    assert reply.scope.language == language


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("010-1234-5678 환불돼?", "ko"),
        ("hong@naver.com 적립?", "ko"),
        ("010-1234-5678 refund?", "en"),
    ],
)
async def test_what_was_taken_out_does_not_change_the_language(asked: str, language: str) -> None:
    reply = await conversation(FakeSearch()).handle(given.message(asked))

    assert reply.language == language


@pytest.mark.parametrize(
    ("text", "said"), [("", "I don't know that command."), ("모두 지워", "알 수 없는 명령입니다.")]
)
async def test_a_command_is_no_question(text: str, said: str) -> None:
    search = FakeSearch()

    reply = await conversation(search).handle(given.message(text, command="erase"))

    assert reply.text == said
    assert search.searches == []


WINDOWS = "Unopened headphones can be returned within 14 days. Coats go back within 30 days."
WINDOWS_KO = "미개봉 헤드폰은 14일 이내에 환불합니다. 코트는 30일 이내에 환불합니다."


@pytest.mark.parametrize(
    ("first", "then", "text", "said"),
    [
        (
            "how long can customers return headphones?",
            "and coats?",
            WINDOWS,
            "Coats go back within 30 days. [1]",
        ),
        (
            "헤드폰 환불은 며칠인가요?",
            "그럼 코트는요?",
            WINDOWS_KO,
            "코트는 30일 이내에 환불합니다. [1]",
        ),
    ],
)
async def test_a_message_may_lean_on_the_question_before_in_its_thread(
    first: str, then: str, text: str, said: str
) -> None:
    search = FakeSearch([given.found(f"{first} {then}", given.passage(text))], alike=0.9)
    handle = conversation(search, threads=MemoryThreads(timedelta(hours=1))).handle

    await handle(given.message(first))
    reply = await handle(given.message(then))

    assert reply.text == said


@pytest.mark.parametrize(
    "threads",
    [None, MemoryThreads(None), MemoryThreads(timedelta(hours=1))],
    ids=["none", "off", "on"],
)
async def test_nothing_of_another_thread_is_leant_on(threads: Threads | None) -> None:
    asked = "how long can customers return headphones?"
    search = FakeSearch([given.found(asked, given.passage(WINDOWS))], alike=0.9)
    handle = conversation(search, threads=threads).handle
    another = replace(given.message("and coats?"), conversation_id="T1:C1:2.0")

    await handle(given.message(asked))
    searches = len(search.searches)
    await handle(another)

    later = [one.text for one in search.searches[searches:]]
    assert not any("how long" in one for one in later)


async def test_what_is_remembered_of_a_thread_holds_no_personal_data() -> None:
    threads = MemoryThreads(timedelta(hours=1))
    asked = "can hong.gildong@example.com return headphones?"
    search = FakeSearch([given.found(asked, given.passage(WINDOWS))], alike=0.9)

    await conversation(search, threads=threads).handle(given.message(asked))

    [turn] = await threads.turns("slack:staff:T1:C1:1.0")
    assert turn.question == "can [REDACTED_EMAIL] return headphones?"


ASKED_BEFORE = {
    "en": ("how long can customers return headphones?", "can they be swapped?", "when opened?"),
    "ko": ("헤드폰은 며칠 안에 환불되나요?", "교환도 할 수 있나요?", "개봉한 헤드폰도 되나요?"),
}


@pytest.mark.parametrize("language", ["en", "ko"])
async def test_the_model_is_told_the_last_three_questions_of_this_thread_alone(
    language: Language,
) -> None:
    earlier = ASKED_BEFORE[language]
    model = FakeChooser()
    talk = conversation(finding(earlier[0]), model, MemoryThreads(timedelta(hours=1)))
    elsewhere = replace(given.message("is there a staff discount?"), conversation_id="T1:D9:1.0")
    await talk.handle(elsewhere)
    for asked in ("what is the refund policy?", *earlier):
        await talk.handle(given.message(asked))

    await talk.handle(given.message(ASKED))

    question, _ = model.asked[-1]
    assert question.earlier == earlier


async def test_the_model_is_told_nothing_without_memory_and_nothing_of_another_audience() -> None:
    manager = Scope(audience=Audience.MANAGER)
    for threads in (None, MemoryThreads(None), MemoryThreads(timedelta(hours=1))):
        model = FakeChooser()
        talk = conversation(finding(ASKED), model, threads)
        await talk.handle(given.message("how are managers paid for returns?", scope=manager))

        await talk.handle(given.message(ASKED))

        question, _ = model.asked[-1]
        assert question.earlier == ()


async def test_what_the_model_is_told_of_a_thread_holds_no_personal_data() -> None:
    model = FakeChooser()
    talk = conversation(finding(ASKED), model, MemoryThreads(timedelta(hours=1)))
    await talk.handle(given.message("can hong.gildong@example.com return headphones?"))

    await talk.handle(given.message(ASKED))

    question, _ = model.asked[-1]
    assert question.earlier == ("can [REDACTED_EMAIL] return headphones?",)


@pytest.mark.parametrize(("asked", "text"), [(ASKED, given.REFUND), (ASKED_KO, given.REFUND_KO)])
async def test_an_answer_is_kept_as_it_was_given_before_it_is_shown(asked: str, text: str) -> None:
    records = FakeRecords()
    before = datetime.now(UTC)

    reply = await conversation(finding(asked, text), records=records).handle(given.message(asked))

    [kept] = records.kept
    assert kept.reply == replace(reply, answer=None, steps={}, spent={})
    assert (kept.answer_id, kept.thread) == (reply.trace_id, "T1:C1:1.0")
    assert (kept.person, kept.question) == ("slack:T1:U1", asked)
    assert kept.verdict is Verdict.PASS
    assert before <= kept.given_at <= datetime.now(UTC)


@pytest.mark.parametrize(("value", "placeholder"), PERSONAL.items())
async def test_personal_data_is_not_kept(value: str, placeholder: str) -> None:
    records = FakeRecords()

    await conversation(finding(ASKED), records=records).handle(given.message(f"{ASKED} {value}"))

    [kept] = records.kept
    assert value not in repr(kept)
    assert kept.question == f"{ASKED} {placeholder}"


@pytest.mark.parametrize("asked", ["Do we sell bicycles?", "자전거도 팔고 있나요?"])
async def test_a_refusal_is_kept_too(asked: str) -> None:
    records = FakeRecords()

    reply = await conversation(FakeSearch(), records=records).handle(given.message(asked))

    [kept] = records.kept
    assert (kept.verdict, kept.reply.text) == (Verdict.OFF_TOPIC, reply.text)


@pytest.mark.parametrize(
    "asked", ["hello", "고마워요", "", "?!", "who won the world cup?", "why? " * 500]
)
async def test_what_is_no_question_to_the_documents_is_not_kept(asked: str) -> None:
    records = FakeRecords()

    await conversation(FakeSearch(), records=records).handle(given.message(asked))

    assert records.kept == []


@pytest.mark.parametrize(
    "message",
    [
        replace(given.message(ASKED), conversation_id=""),
        replace(given.message(ASKED), selected_text=given.REFUND),
        replace(given.message("status"), command="reindex", admin=True),
    ],
    ids=["by itself", "of a selected text", "command"],
)
async def test_what_stands_by_itself_comes_of_a_selected_text_or_is_a_command_is_not_kept(
    message: Message,
) -> None:
    records = FakeRecords()

    await conversation(finding(ASKED), records=records).handle(message)

    assert records.kept == []


async def test_trouble_is_no_answer_to_keep() -> None:
    records = FakeRecords()

    await conversation(FakeSearch(error=KnowledgeError("down")), records=records).handle(
        given.message(ASKED)
    )

    assert records.kept == []


async def test_an_answer_that_cannot_be_kept_is_given_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    records = FakeRecords(error=RecordsError("/srv/data/records.db is damaged"))

    reply = await conversation(finding(ASKED), records=records).handle(given.message(ASKED))

    assert reply.sources
    [line] = [one for one in caplog.records if one.message == "answer not stored"]
    assert line.__dict__["trace_id"] == reply.trace_id
    assert "srv" not in repr(line.__dict__)


@pytest.mark.parametrize(
    ("asked", "notice"),
    [("what is 1588-1234 for?", False), ("1588-1234는 어디 번호예요? 저는 010-1234-5678", True)],
)
async def test_a_number_that_the_documents_publish_stays_in_a_question(
    asked: str, notice: bool
) -> None:
    async def published() -> list[str]:
        return [value for _, value in Redactor().contacts_in("고객센터 1588-1234")]

    search = FakeSearch()
    handler = Conversation(
        Answering(search, Extractive(), CORPUS),
        Commands(FakeIndexer(), given.comparison()),
        today=lambda: given.TODAY,
        contacts=published,
    )

    reply = await handler.handle(given.message(asked))

    assert all("1588-1234" in one.text for one in search.searches)
    assert not any("010-1234-5678" in one.text for one in search.searches)
    assert bool(reply.notice) is notice


async def test_without_an_index_a_number_is_taken_out_of_a_question() -> None:
    async def published() -> list[str]:
        raise IndexMissingError("none")

    search = FakeSearch()
    handler = Conversation(
        Answering(search, Extractive(), CORPUS),
        Commands(FakeIndexer(), given.comparison()),
        today=lambda: given.TODAY,
        contacts=published,
    )

    await handler.handle(given.message("who answers 1588-1234 on Sundays?"))

    assert not any("1588" in one.text for one in search.searches)


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [(ASKED, given.REFUND, "that is wrong"), (ASKED_KO, given.REFUND_KO, "틀렸어요")],
)
async def test_that_an_answer_is_wrong_is_taken_as_a_rating_of_it(
    asked: str, text: str, said: str
) -> None:
    records, threads = FakeRecords(), MemoryThreads(timedelta(hours=1))
    handle = conversation(finding(asked, text), threads=threads, records=records).handle
    first = await handle(given.message(asked))

    await handle(given.message(said))

    [rating] = records.rated.values()
    assert (rating.answer_id, rating.good, rating.comment) == (first.trace_id, False, said)


async def test_several_words_about_an_answer_are_all_about_the_first_one() -> None:
    threads = MemoryThreads(timedelta(hours=1))
    handle = conversation(finding(ASKED), threads=threads).handle
    await handle(given.message(ASKED))

    for said in ("are you sure?", "shorter please", "repeat that", "why?"):
        await handle(given.message(said))
    reply = await handle(given.message("what did I ask first?"))

    assert reply.text == f"You first asked: “{ASKED}”"
