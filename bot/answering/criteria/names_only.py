"""Questions that only name something: "refund period?", "what is the main theme of Chapter 3?"."""

from dataclasses import dataclass

from bot.answering.criteria.about_it_all import names_no_subject
from knowledge.language.calendar.weekdays import weekdays
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import language_of, query_terms
from knowledge.model.documents import Passage

_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), start=1
    )
}
_KINDS = {"장": "chapter", "부": "part", "절": "section", "단원": "unit", "과": "lesson"}
"""The Korean names of the parts of a book."""
_PART = LazyPattern(
    rf"\b(?P<kind>chapter|part|section|unit|lesson)\s+(?P<number>\d{{1,3}}|{'|'.join(_NUMBERS)})\b"
    r"|(?<![가-힣\d])제?\s?(?P<nth>\d{1,3})\s?(?P<korean>장|부|절|단원|과)"
    r"(?:의|은|는|이|가|을|를|에)?(?=\W|$)"
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a book, as questions and headings name it."""

    kind: str
    number: str

    def is_above(self, passage: Passage) -> bool:
        """Whether a passage stands in this part: its title or a heading above it names it."""
        titles = (passage.header.title, *passage.section)
        return any(self in _parts(title[:_BEGINNING]) for title in titles)


_BEGINNING = 20
"""Characters at the start of a heading that may name the part."""

_MOST_WORDS = 4
"""Words of a subject; with more, the question describes a case."""
_ASKED = LazyPattern(
    r"^(?:(?:hi|hey|hello|so|ok|okay|please|quick question)[,:.!]? )*"
    r"(?:(?:what(?:'s| is| are| was| were|s)|how long (?:is|are|was|were)"
    r"|how about|what about|tell me (?:more )?about"
    r"|(?:can|could) you (?:explain|tell me (?:more )?about)|explain|remind me (?:of|about)"
    r"|(?:any )?info(?:rmation)? (?:on|about)|is there an?"
    r"|do (?:we|you) (?:have|offer|sell)(?: an?| any)?"
    r"|what (?:do|should) (?:i|we) (?:need to )?know about"
    r"|what (?:does|do) (?:the|our) (?:handbook|documents?|rules?) say about) )?"
    r"(?:(?:the|our|your|my|their|an?|store|shop|company)(?:'s)? )*"
    r"(?:(?:polic(?:y|ies)|rules?|guidelines?|procedures?) (?:on|for|about|regarding)"
    r" (?:the |an? )?)?"
    r"(?P<subject>(?:[a-z][a-z'-]+ ){0,3}[a-z][a-z'-]+?)(?: (?:here|again|please))*\s*[?.!]*$"
)
_SAYS_MORE = LazyPattern(
    r"\b(?:without|not|no|never|after|before|if|when|while|only|except|and|or|but|than|per|vs"
    r"|how|why|who|where|which|what|can|do|does|did|is|are|was|has|have|need|get|got|now)\b|n't\b"
)
"""Words of a case, a comparison or a question, not of a heading."""
_ASKED_KO = LazyPattern(
    r"^(?P<subject>[^?.!,]+?)(?:[은는이가도을를]|에 ?대해(?:서)?|에 ?관해(?:서)?|이란|란)? ?"
    r"(?:좀 ?)?(?:뭐(?:[예에]요|야|죠|지)|뭔가요|무엇인가요|무엇입니까"
    r"|어떻게 ?(?:되나요|돼요?|되죠|됩니까|되어 ?있나요|되지|됐나요|됐어요|되었나요)"
    r"|며칠(?:인가요|이에요|이죠|이야|까지|이?었나요|이?었어요|이?었죠)?"
    r"|얼마나 ?(?:되나요|돼요|길어요)"
    r"|(?:알려|설명해|말해) ?(?:줘요?|주세요|주실래요|줄래요?|주십시오)|알고 ?싶어요?|궁금해요?"
    r"|무엇인지|뭔지|어떤지|(?:뭐|무엇이?|뭐가|어떤 ?게) ?있(?:나요|어요?|나|니|지|죠|습니까)"
    r"|있나요|있어요|요)? ?[?？.!]*$"
)
_OFFERS_ASKED = LazyPattern(
    r"^(?:what|which) (?P<subject>(?:[a-z]+ )?(?:promotions?|offers?|deals?|sales?))(?: are| is)?"
    r"(?: do (?:we|you) have| have (?:we|you) got)?"
    r"(?: there| on| running| available| valid| now| going on)*\W*$"
)
_SAYS_MORE_KO = LazyPattern(
    r"(?:는데|면|아서|어서|려고|지만|거나|어도|아도|했|왔|샀|없[이는으]|않|못|에서|한테|에게|까지|부터|보다|말고)"
    r"|(?:누구|누가|어디|언제|얼마|왜|몇|무슨|어느|어떤|뭘)|(?:나요|까요|[가해돼어아워봐]요|되나|니까|가능)$"
)


def chapter_of(question: str) -> Chapter | None:
    """The part of a book that a question is about as a whole; None if it asks anything else."""
    parts = _parts(question)
    if len(parts) != 1:
        return None
    return parts[0] if names_no_subject(_PART.sub(" ", question)) else None


def subject_of(question: str) -> frozenset[str]:
    """The terms of a question that only names a subject; none if it says more.

    A day of the week does not count: "opening hours on Sunday".
    """
    korean = language_of(question) == "ko"
    asked = question.strip()
    match = _OFFERS_ASKED.match(asked) or (_ASKED_KO if korean else _ASKED).match(asked)
    subject = match["subject"] if match else ""
    words = [word for word in subject.split() if not weekdays(word)]
    if len(words) > _MOST_WORDS or (_SAYS_MORE_KO if korean else _SAYS_MORE).search(subject):
        return frozenset()
    return frozenset(query_terms(" ".join(words)))


def _parts(text: str) -> list[Chapter]:
    found = (match.groupdict() for match in _PART.finditer(text))
    return [
        Chapter(
            (one["kind"] or _KINDS[one["korean"] or "장"]).lower(),
            _NUMBERS.get((one["number"] or "").lower(), one["number"] or one["nth"] or ""),
        )
        for one in found
    ]
