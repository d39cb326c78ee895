"""Short ways to the values that a test of the conversation needs."""

from dataclasses import replace
from datetime import date

from bot.answering.criteria.subject import share_held
from bot.answering.understand import classify
from bot.model import (
    Candidate,
    Citation,
    Draft,
    Evidence,
    Message,
    Platform,
    Question,
    Scope,
    Sentence,
)
from bot.model.understood import Intent, Talk
from bot.model.written import sentence_of
from bot.privacy import safe
from knowledge.language.terms import language_of, query_terms, terms_meant
from knowledge.model.documents import (
    Audience,
    Document,
    Filters,
    Found,
    Header,
    Hit,
    Language,
    Passage,
)
from knowledge.model.errors import KnowledgeError
from knowledge.split.statements import Statement, statements
from tests.fakes import FakeComparison

TODAY = date(2026, 11, 21)

REFUND = (
    "Unopened headphones can be returned within 14 days. "
    "Opened headphones can be returned only when they are faulty."
)
REFUND_KO = (
    "개봉하지 않은 헤드폰은 14일 이내에 환불할 수 있습니다. "
    "개봉한 헤드폰은 불량일 때만 환불할 수 있습니다."
)


def passage(
    text: str = REFUND,
    *,
    doc_id: str = "refund-policy",
    version: str = "2",
    number: int = 1,
    title: str = "",
    section: tuple[str, ...] = (),
    category: str = "refund",
    store_types: tuple[str, ...] = (),
    page: int | None = None,
    url: str | None = None,
    effective_from: date | None = None,
    owner: str | None = None,
) -> Passage:
    header = Header(
        doc_id=doc_id,
        title=title,
        source=f"{doc_id}.md",
        version=version,
        language=language_of(text),
        category=category,
        store_types=store_types,
        url=url,
        effective_from=effective_from,
        owner=owner,
    )
    name = f"{header.key}#{number}"
    return Passage(name, header, section, text, start=0, end=len(text), page=page)


def hit(passage: Passage, score: float = 1.0) -> Hit:
    return Hit(passage, score, meaning=score, lexical=score)


def found(text: str, *passages: Passage, score: float = 1.0) -> Found:
    """What a search finds for a text when every passage fits it equally well."""
    rarity = dict.fromkeys(query_terms(text), 1.0)
    return Found(tuple(hit(one, score) for one in passages), rarity)


def covering(text: str, found: Found) -> float:
    """The share of the question's words in a text, as the ranking counts it."""
    return share_held(frozenset(terms_meant(text)), found.rarity, found)


def record(text: str) -> Passage:
    return replace(passage(text), record=True)


def candidate(passage: Passage, text: str, score: float = 1.0) -> Candidate:
    """The statement of a passage with these words; any words will do if none has them."""
    said = [statement.text for statement in statements(passage)]
    place = said.index(text) if text in said else 0
    return Candidate(
        hit(passage),
        Statement(text, (text,)),
        place,
        cover=score,
        context=score,
        likeness=score,
        score=score,
    )


def evidence(*candidates: Candidate) -> Evidence:
    hits = {one.hit.passage.passage_id: one.hit for one in candidates}
    return Evidence(Found(tuple(hits.values())), candidates)


def holding(*passages: Passage) -> Evidence:
    """Evidence for the check, which looks at the passages only."""
    return Evidence(Found(tuple(hit(one) for one in passages)))


def sentence(text: str, *quoted: tuple[Passage, str]) -> Sentence:
    return Sentence(text, tuple(Citation(passage, quote) for passage, quote in quoted))


def statement_of(passage: Passage, place: int = 0) -> Sentence:
    """A statement of a passage as a sentence of an answer."""
    return sentence_of(passage, statements(passage)[place])


def verbatim(text: str, passage: Passage) -> Sentence:
    return sentence(text, (passage, text))


def draft(*sentences: Sentence) -> Draft:
    return Draft(sentences)


def question(
    text: str,
    *,
    category: str | None = None,
    store_type: str | None = None,
    audience: Audience = Audience.STAFF,
    as_of: date = TODAY,
) -> Question:
    language = language_of(text)
    return Question(safe(text), language, Filters(as_of, audience, store_type, category, language))


def message(
    text: str,
    *,
    command: str | None = None,
    sender: str = "U1",
    language: Language | None = None,
    scope: Scope | None = None,
) -> Message:
    scope = scope or Scope(language=language)
    return Message(
        Platform.SLACK,
        "T1:C1:1.0",
        sender,
        text,
        command,
        scope,
        workspace_id="T1",
        admin=sender == "UADMIN",
    )


def comparison(
    old: str = "Goods can be returned within 7 days.",
    new: str = "Goods can be returned within 14 days.",
    error: KnowledgeError | None = None,
) -> FakeComparison:
    """Compares two versions of a refund policy with these texts."""
    first, second = (Header("refund", "Refunds", "refund.md", version=one) for one in "12")
    return FakeComparison(Document(first, old), Document(second, new), error)


def suits_any_documents(question: str) -> bool:
    """Whether a question names no subject: what is new, or what the bot can do."""
    understood = classify(question, TODAY)
    return understood.talk is Talk.ABOUT_YOU or understood.intent is Intent.WHAT_IS_NEW
