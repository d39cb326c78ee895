"""From when on and until when a promotion is in force that a question names by its title.

Such a document seldom says it in a sentence, for its front matter does; one that has ended is not
searched at all.
"""

from collections.abc import Sequence
from datetime import date

from bot import texts
from bot.answering.check.holding import holds
from bot.answering.reply.citations import citations_of
from bot.answering.understand.named_document import telling
from bot.model import Answer, Confidence, Question, Verdict
from bot.model.days import in_words, shifted
from bot.model.written import sentence_of
from bot.ports import Search
from bot.privacy import still_safe
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms
from knowledge.model.documents import Header, Passage
from knowledge.model.versions import natural
from knowledge.split.statements import statements

_PROMOTION = LazyPattern(
    r"\b(?:promotions?|promos?|sales?|campaigns?|events?|offers?|deals?)\b"
    r"|행사|프로모션|캠페인|이벤트|기획전|할인전|세일"
)
_ASKS_ITS_END = LazyPattern(
    r"\b(?:when|what (?:day|date)) (?:do|does|did|will|is|are)\b[^?.!]{1,80}"
    r"\b(?:end|finish|stop|expire|over|run out)\b|\b(?:until|till) (?:when|what (?:day|date))\b"
    r"|\bhow long (?:do|does|did|will|is|are)\b[^?.!]{1,80}\b(?:last|run|go on|on|valid)\b"
    r"|\b(?:is|are)\b[^?.!]{1,80}\b(?:still (?:on|running|valid)|over(?: yet)?|ended)\b"
    r"|(?:언제|며칠|몇 ?월)까지|(?:언제|며칠에) ?(?:끝|종료|마감)|끝났|종료[됐되]|아직"
    r"|기간[은이]?(?: ?(?:언제|얼마|며칠|어떻)|\W*$)"
)
_ASKS_ITS_START = LazyPattern(
    r"\b(?:when|what (?:day|date)) (?:do|does|did|will|is|are)\b[^?.!]{1,80}\b(?:start|begin)\b"
    r"|\b(?:since|from) (?:when|what (?:day|date))\b|(?:언제|며칠|몇 ?월)부터|(?:언제|며칠에) ?시작"
)
_ONLY_ASKS = LazyPattern(
    r"\b(?:when|what|day|date|until|till|since|from|how|long|still|end(?:s|ed|ing)?|finish(?:ed)?|stop"
    r"|expire|over|yet|start(?:s|ed)?|begin|last|run(?:ning)?|out|go|on|valid|the|our|do|does"
    r"|did|will|is|are)\b"
    r"|(?:언제|며칠|몇 ?월)(?:까지|부터|에)?|끝\S*|종료\S*|마감\S*|시작\S*|아직\S*|지금도?|기간\S*"
    r"|하나요|해요|인가요|예요|이에요|되나요|돼요|얼마\S*|어떻\S*"
)
"""Words that say nothing of what it is asked of."""
_LONG_AGO_DAYS = 1100
"""What began before, and has ended, nobody asks about."""
_LOOKED_AT = 12
_FEWEST_TERMS = 2
"""Of a title that names one promotion: "행사 안내" names any."""


async def lasting(question: Question, search: Search, normal: Answer) -> Answer | None:
    """The days from the front matter; None where none is asked for, or an answer is from there."""
    asks_end = bool(_ASKS_ITS_END.search(question.text))
    if not _PROMOTION.search(question.text) or not (
        asks_end or _ASKS_ITS_START.search(question.text)
    ):
        return None
    header = await _named(question, search)
    if header is None or (header.effective_until if asks_end else header.effective_from) is None:
        return None
    tells = normal.verdict is Verdict.PASS
    if tells and any(one.passage.header == header for one in normal.citations):
        return None
    passages = await search.history.passages(header)
    return _answer(header, passages, question)


async def _named(question: Question, search: Search) -> Header | None:
    """The promotion whose whole title is asked about: today's, else the next one, else the last."""
    asked = set(query_terms(_ONLY_ASKS.sub(" ", question.text)))
    today = question.filters.as_of
    started = await search.history.starting(shifted(today, -_LONG_AGO_DAYS), question.filters)
    found = await search.find(question.text, question.filters, _LOOKED_AT)
    known = [*started, *(hit.passage.header for hit in found.hits)]
    known.sort(key=lambda one: natural(one.version), reverse=True)
    named = [one for one in known if _is_named(one, asked)]
    return min(named, key=lambda one: _standing(one, today), default=None)


def _is_named(header: Header, asked: set[str]) -> bool:
    """Whether all of its title is asked about, and nothing else; its year may be left out."""
    title, about = telling(query_terms(header.title)), telling(asked)
    years = {term for term in title if term.isdecimal()}
    return len(about) >= _FEWEST_TERMS and title - years <= about <= title


def _standing(header: Header, today: date) -> tuple[int, int]:
    first, last = header.effective_from or today, header.effective_until or today
    if first <= today <= last:
        return 0, 0
    return (1, (first - today).days) if first > today else (2, (today - last).days)


def _answer(header: Header, passages: Sequence[Passage], question: Question) -> Answer | None:
    """Its days, with its first statement for a source."""
    stated = (sentence_of(one, each) for one in passages for each in statements(one))
    first = next((one for one in stated if holds(one, question)), None)
    if first is None:
        return None
    return Answer(
        question,
        Verdict.PASS,
        still_safe(f"{_told(header, question)} [1]"),
        citations=citations_of([first], 1),
        sentences=(first,),
        confidence=Confidence.HIGH,
        attempts=1,
    )


def _told(header: Header, question: Question) -> str:
    language, today = question.language, question.filters.as_of
    first, last = header.effective_from, header.effective_until
    if first and last:
        text = texts.IN_FORCE_FROM_TO
    else:
        text = texts.IN_FORCE_FROM if first else texts.IN_FORCE_UNTIL
    said = text[language].format(
        title=header.title,
        first=in_words(first, language) if first else "",
        last=in_words(last, language) if last else "",
    )
    if last and last < today:
        return f"{said} {texts.HAS_ENDED[language]}"
    return f"{said} {texts.NOT_BEGUN[language]}" if first and first > today else said
