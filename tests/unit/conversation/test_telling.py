"""Owners are told of what their documents contradict or lack: whom it concerns, once, and what."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.conversation.owners import Fate, Telling, confirming, message_of, outcome_of, owners_of
from bot.model import Answer, Citation, Platform, Reply, SafeText, Scope, Source, Verdict
from bot.model.errors import RecordsError
from bot.model.kept import StoredAnswer
from bot.shown.reply import to_reply
from bot.stores import Owner, Store, Stores
from bot.upkeep.history.trail import Trail
from knowledge.model.documents import Audience, Found, Language, Passage
from tests.fakes import FakeAudit, FakeToldOwners
from tests.unit import given

CARE = Owner("Customer Care", {Platform.SLACK: ("U7",), Platform.TEAMS: ()})
OPERATIONS = Owner("Store Operations", {Platform.SLACK: ("C8",)})
STORE = Store("gangnam", {"ko": "강남점"}, owner="김민수 점장")
MANAGER = Owner("김민수 점장", {Platform.SLACK: ("U9",)})
STORES = Stores([STORE], [CARE, OPERATIONS, MANAGER])
LOST = given.passage("Lost property is kept for 30 days.", doc_id="lost", owner="customer care")
DESK = given.passage("It is kept for 14 days.", doc_id="desk", owner="Store Operations")
NOBODY = given.passage("Coats come in May.", doc_id="coats")


def replied(
    *cited: Passage,
    disputed: bool = False,
    verdict: Verdict = Verdict.INSUFFICIENT,
    nearest: Sequence[Passage] = (),
    store: Store | None = None,
) -> Reply:
    answer = Answer(
        given.question("how long is lost property kept?"),
        verdict,
        SafeText("…"),
        tuple(Citation(one, one.text) for one in cited),
        disputed=disputed,
        found=Found(tuple(given.hit(one) for one in nearest)),
    )
    return to_reply(answer, store=store)


@pytest.mark.parametrize(
    ("reply", "owners"),
    [
        (replied(DESK, LOST, disputed=True), ("Store Operations", "Customer Care")),
        (replied(DESK, NOBODY, disputed=True), ("Store Operations",)),
        (replied(DESK, LOST), ("Store Operations",)),
        (replied(nearest=[LOST, DESK]), ("Customer Care",)),
        (replied(nearest=[NOBODY], store=STORE), ("김민수 점장",)),
        (replied(nearest=[NOBODY]), ()),
        (replied(verdict=Verdict.OFF_TOPIC, nearest=[LOST]), ()),
        (replied(LOST, verdict=Verdict.PASS, nearest=[LOST]), ()),
        (Reply("Hello!"), ()),
    ],
    ids=["conflict", "one of them", "closest", "nothing", "store", "nobody", "off", "sure", "talk"],
)
def test_a_reply_concerns_the_owners_of_documents_that_contradict_or_lack_something(
    reply: Reply, owners: tuple[str, ...]
) -> None:
    assert owners_of(reply, STORES, Platform.SLACK) == owners


@pytest.mark.parametrize("platform", [Platform.TEAMS, Platform.CONSOLE])
def test_an_owner_without_an_address_there_is_not_offered(platform: Platform) -> None:
    assert owners_of(replied(DESK, LOST, disputed=True), STORES, platform) == ()


def source(number: int, title: str, quote: str) -> Source:
    name = title.lower()
    return Source(
        number, title, "Keeping", quote, doc_id=name, passage_id=f"{name}@1#1", version="1"
    )


BOTH = (source(1, "Desk", "It is kept for 14 days."), source(2, "Lost", "Kept for 30 days."))


def record(
    *owners: str,
    language: Language = "en",
    question: str = "how long is it kept?",
    person: str = "slack:T1:U1",
    sources: tuple[Source, ...] = BOTH,
    disputed: bool = True,
    store: str | None = None,
) -> StoredAnswer:
    verdict = Verdict.CONFLICT if disputed else Verdict.INSUFFICIENT
    reply = Reply(
        "…",
        language,
        sources,
        disputed=disputed,
        owners=owners or ("Customer Care",),
        scope=Scope(store=store),
    )
    now = datetime.now(UTC)
    return StoredAnswer("a1", now, "T1:C1:1.0", person, SafeText(question), verdict, reply)


class Sent:
    """Writes to owners, and keeps whom."""

    def __init__(self, *unreachable: str) -> None:
        self.to: list[str] = []
        self.unreachable = unreachable

    async def __call__(self, owner: Owner) -> bool:
        await asyncio.sleep(0)
        if owner.name in self.unreachable:
            return False
        self.to.append(owner.name)
        return True


def telling(told: FakeToldOwners | None = None, audit: FakeAudit | None = None) -> Telling:
    return Telling(STORES, told or FakeToldOwners(), lambda: given.TODAY, Trail(audit))


async def test_the_same_question_is_told_once_a_day_however_many_people_want_it() -> None:
    own, sent = telling(), Sent()
    asked = [record(), record(question="How long is it kept"), record(person="slack:T1:U2")]

    told = [await own.tell(one, one.person, sent, named=False) for one in asked]

    assert [one["Customer Care"] for one in told] == [Fate.SENT, Fate.KNOWN, Fate.KNOWN]
    assert sent.to == ["Customer Care"]


async def test_two_who_tap_at_once_tell_once() -> None:
    own, sent = telling(), Sent()

    told = await asyncio.gather(
        *(own.tell(record(), f"slack:T1:U{n}", sent, named=False) for n in range(2))
    )

    assert sorted(one["Customer Care"] for one in told) == [Fate.KNOWN, Fate.SENT]
    assert sent.to == ["Customer Care"]


async def test_another_question_or_document_is_told_too() -> None:
    own, sent = telling(), Sent()
    others = [record(), record(question="who keeps it?"), record(sources=BOTH[:1])]

    for one in others:
        await own.tell(one, one.person, sent, named=False)

    assert len(sent.to) == 3


async def test_who_was_not_reached_is_told_at_the_next_tap() -> None:
    own, both = telling(), record("Customer Care", "Store Operations")

    first = await own.tell(both, both.person, Sent("Customer Care"), named=False)
    known = await own.known(both)
    again = await own.tell(both, both.person, Sent(), named=False)

    assert first == {"Customer Care": Fate.MISSED, "Store Operations": Fate.SENT}
    assert known is None
    assert again == {"Customer Care": Fate.SENT, "Store Operations": Fate.KNOWN}
    assert await own.known(both) == dict.fromkeys(again, Fate.KNOWN)


async def test_an_owner_is_rather_told_twice_than_never() -> None:
    own, sent = telling(FakeToldOwners(error=RecordsError("told.db is damaged"))), Sent()

    told = await own.tell(record(), "slack:T1:U1", sent, named=False)

    assert await own.known(record()) is None
    assert told == {"Customer Care": Fate.SENT}


async def test_the_audit_log_notes_who_told_an_owner_of_which_documents_and_no_words() -> None:
    audit = FakeAudit()

    await telling(audit=audit).tell(record(), "slack:T1:U1", Sent("Customer Care"), named=True)

    [line] = audit.kept
    assert (line.who, line.what, line.outcome) == ("slack:T1:U1", "tell_owner", "failed")
    assert line.about == {"answer": "a1", "documents": ["desk", "lost"], "sent": 0, "named": True}


CONFLICT: dict[Language, str] = {
    "en": "These documents contradict each other. Which one counts?\n"
    "Question: “how long is it kept?”\n"
    "- Desk › Keeping, v1: “It is kept for 14 days.”\n"
    "- Lost › Keeping, v1: “Kept for 30 days.”\n"
    "Once the documents say it, I'll answer from them.",
    "ko": "문서의 내용이 서로 다릅니다. 어느 쪽이 맞습니까?\n"
    "질문: “how long is it kept?”\n"
    "- Desk › Keeping, v1: “It is kept for 14 days.”\n"
    "- Lost › Keeping, v1: “Kept for 30 days.”\n"
    "문서에 반영하면 다음부터 그 내용으로 답합니다.",
}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_owner_reads_the_question_and_the_sentences_that_disagree(language: Language) -> None:
    assert message_of(record(), language, Audience.STAFF) == CONFLICT[language]


def of_managers(one: StoredAnswer) -> StoredAnswer:
    return replace(one, reply=replace(one.reply, audience=Audience.MANAGER))


@pytest.mark.parametrize(("language", "lacks"), [("en", "don't answer"), ("ko", "찾지 못한")])
def test_who_may_not_read_the_documents_reads_no_sentence_of_them(
    language: Language, lacks: str
) -> None:
    gap, conflict = (of_managers(record(disputed=one)) for one in (False, True))

    said = message_of(gap, language, Audience.STAFF) or ""

    assert message_of(conflict, language, Audience.STAFF) is None
    assert lacks in said
    assert "how long is it kept?" in said
    assert "days" not in said


@pytest.mark.parametrize(
    ("language", "goes", "sent", "known", "missed", "store"),
    [
        (
            "en",
            "Customer Care and Store Operations will get this question, and the sentences that "
            "disagree:",
            "Sent to Customer Care.",
            "Customer Care know about this already. They were told today.",
            "I couldn't reach Customer Care. Please ask your store manager.",
            "I couldn't reach Customer Care. Please ask 김민수 점장.",
        ),
        (
            "ko",
            "Customer Care, Store Operations에 다음 질문과 서로 다른 문장을 보냅니다.",
            "Customer Care에 보냈습니다.",
            "Customer Care에 오늘 이미 전달된 질문입니다.",
            "Customer Care에 보내지 못했습니다. 문의: 점장",
            "Customer Care에 보내지 못했습니다. 문의: 김민수 점장",
        ),
    ],
)
def test_the_person_is_told_in_one_line_what_became_of_it(
    language: Language, goes: str, sent: str, known: str, missed: str, store: str
) -> None:
    reply = record("Customer Care", "Store Operations", language=language).reply
    in_store = replace(reply, scope=Scope(store="gangnam"))

    assert confirming(reply) == goes
    assert outcome_of({"Customer Care": Fate.SENT}, reply, STORES) == sent
    assert outcome_of({"Customer Care": Fate.KNOWN}, reply, STORES) == known
    assert outcome_of({"Customer Care": Fate.MISSED}, reply, STORES) == missed
    assert outcome_of({"Customer Care": Fate.MISSED}, in_store, STORES) == store
