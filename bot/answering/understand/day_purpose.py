"""Tells the purpose of a day in a question by the words around it.

A day that is only part of the story ("어제 잃어버린 지갑", "the accident last week") has none:
otherwise a rule that is no longer in force would answer by mistake.
"""

import re
from datetime import date, timedelta
from typing import NamedTuple

from knowledge.language.calendar.named_days import Named
from knowledge.language.patterns.cues import any_of, cue

_SOON = timedelta(days=62)  # two months
_SENTENCE_END = re.compile(r"[.?!。？！]+(?=\s|$)|\n")
_QUESTION_WORD = (
    r"(?:what|how|which|when|where|who|is|are|was|were|do|does|did|can|could|may|will|would|should"
    r"|has|have|had)\b"
)

_BOUGHT_BEFORE = cue(
    r"""
    \b(?:bought|purchased?|ordered|(?<!get )(?<!got )(?<!be )(?<!are )paid)\b<NO_QUESTION>{0,60}$
    \b(?:date of purchase|(?:receipt|invoice) (?:is |was )?(?:dated|from|of|says|shows))\W.{0,12}$
    (?:구매|구입|결제|주문|영수증)\s?(?:한\s)?(?:날짜|날|일자|일)?[은는이가에]?\s$|영수증\S*\s$
    (?:(?<![가-힣])(?:산|사신)|(?:구매|구입|결제|주문)\s?(?:하신|한)?)\s?지\s(?:\S{1,2}\s)?$
    """,
    NO_QUESTION=r"(?!\b(?:what|how|which|can|could|is|was|were|did|do|does|should)\b)[^?!;\n]",
)
_BOUGHT_BEHIND = cue(
    r"""
    (?:날|자)?(?:에|쯤에?|경에?)?\s?<WORD>{0,2}<BOUGHT>
    (?:'s)?,?\s(?:(?!can\b|how\b|what\b)\w+\s){0,3}(?:bought|purchased?|ordered|receipt)\b
    (?:頃|ごろ)?[にの]?[^。、？?]{0,12}?(?:購入|買っ|買い|注文し)
    """,
    WORD=r"[가-힣A-Za-z0-9]+(?:에서|으로|로|을|를|이|가|은|는|한테)?\s",
    BOUGHT=r"산(?=\s|거|것|건|지|다)|샀|사[서간신셨]"
    r"|(?:구매|구입|결제|주문)(?:한|했|하[셨신]|해서|된|됐|\s?건|\s?분(?=은|\s)|내역|\s?상품|\s?제품|\s*(?:[,.?!]|$))",
)
_DELIVERED_BEFORE = cue(
    r"""
    \b(?:delivered|arrived|received|it came|collected|picked\s(?:\w+\s){0,3}up)\b<NO_OTHER>{0,30}$
    \b(?:date of (?:delivery|arrival)|delivery date)\W.{0,8}$
    (?:배송|배달|수령|도착|받은)\s?(?:받은\s|한\s|된\s)?(?:날짜|날|일자|일)?[은는이가]?\s$
    (?:받은|받으신|(?:수령|도착|픽업)한|(?:배송|배달)\s?된)\s?지\s(?:\S{1,2}\s)?$
    """,
    NO_OTHER=r"(?!\b(?:bought|purchased?|ordered|paid|can|could|is|was|do|does)\b)[^,?!;\n]",
)
_IN_GENERAL = cue(
    r"\b(?:is|are|be|gets?|will)\s(?:\w+\s){0,3}(?:delivered|received|paid|collected|picked\sup)\b"
)
"""Something regular, not the asker's own: "are goods delivered on the 10th?"."""
_DELIVERED_BEHIND = cue(
    r"""
    (?:날|자)?(?:에|쯤에?|경에?)?\s?<WORD>{0,2}<DELIVERED>
    \ssince\s(?:\w+\s){0,3}(?:delivered|delivery|arrived|arrival|received|came|collected)\b
    (?:頃|ごろ)?[にの]?[^。、？?]{0,8}?(?:届い|届き|受け取|配達され)
    """,
    WORD=r"[가-힣A-Za-z0-9]+(?:에서|으로|로|을|를|이|가|은|는|한테)?\s",
    DELIVERED=r"(?:배송|배달)\s?(?:받|된|됐|되었|완료|왔|온)|받[은았고]|받아서|수령|도착"
    r"|픽업(?:했|한|해서)|찾아\s?(?:갔|간|가셨|왔|온)",
)
_UNTIL_BEFORE = cue(r"\b(?:by|until|till|to|due|through|within)\s(?:the\s)?$")
_UNTIL_BEHIND = cue(r"\s?(?:까지|이내|안에|안으로|내로|마감|마다|まで)")
_BEFORE = cue(r"\b(?:before|prior to)\s(?:the\s)?$")
_BEFORE_BEHIND = cue(r"\s?(?:이전|전)(?=에|엔|의|까지|\s|$)")

_RULE_BEFORE = cue(
    r"""
    \b(?:rates?|limits?|prices?|fees?|charges?|hours|discounts?|deposits?)\sbefore\s(?:the\s)?$
    \b(?:periods?|windows?|rules?|polic(?:y|ies)|terms|amounts?)\sbefore\s(?:the\s)?$
    """
)
_RULE_BEHIND = cue(
    r"\s?(?:이전|전)(?:에|의)?\s(?:[가-힣]+\s){0,3}[가-힣]*"
    r"(?:[율률]|한도|가격|요금|수수료|배송비|보증금|시간|할인|기간|기한|규정|정책|기준)(?:[은는이]|[\s?.]|$)"
)
"""A rule from before a day, not something done before it."""

_AS_OF_BEFORE = cue(
    r"""
    \b(?:as (?:of|at|from)|effective|in (?:force|effect)(?: on| from| as of)?)\s(?:the\s)?$
    \b(?:valid on|starting(?: from)?|back (?:in|on))\s(?:the\s)?$
    """
)
_AS_OF_BEHIND = cue(
    r"\s?(?:\(?기준|시점|당시|현재|자로|자\s|부로|(?:이전|전)?(?:에는|엔|에도|은\s|는\s|부터))"
    r"|の?(?:時点|現在)|(?:に|で)?は|から|の\S{0,10}(?:規定|ルール|料金|価格|時間|割引|期限|率)"
)
_ON = cue(r"\b(?:on|in|during|from|since|after)\s(?:the\s)?$")
_ASKS = re.compile(
    rf"\W*(?:(?:so|and|but|ok(?:ay)?|hi|hello|please|also)\W+)*{_QUESTION_WORD}", re.IGNORECASE
)
_OPENS = cue(r"\W*(?:(?:on|in|during|from|since|before|back|at|so|and|but|the)\s)*")
_LEADS = re.compile(
    rf"'?s?,?\s(?:(?!\w+ed\b|came\b|went\b|lost\b)\w+,?\s){{0,2}}?{_QUESTION_WORD}", re.IGNORECASE
)
_ASIDE = cue(r"\s(?:if|when|who|that|which|because|whose|after|while|from|customer|i)\s")
_TELLS_KO = cue(
    r"""
    는데|은데|인데|한데|대요|어서|아서|여서|해서|와서|니까|다고|라고|지만|으면|면\s|고\s(?:싶|나서)
    [가-힣]{0,6}(?:[한된온간린낸진운킨난든친긴쓴]|[받잃먹놓찾넣남]은)\s
    """
)
_WAS = any_of(
    r"""
    \b(?:was|were|did|had|used to|could)\b
    [었았였했됐렸갔왔났셨](?:나요|어요|어|죠|지|을까요|는지|습니까|니|냐|는가|던가|더라|다고)
    (?:이|하|되|있|없)던
    """
)
_PAST = re.compile(_WAS, re.IGNORECASE)
_HAS_CHANGED = cue(
    r"""
    \bwhat(?:'s|s| has| have)? (?:been )?changed\b
    (?:바뀐|바꼈|달라진|변경된|개정된)
    """
)
_FUTURE = cue(
    r"""
    \b(?:will|shall|going to|upcoming|coming|are we|open|closed|can|may i|should|what changes)\b
    \b(?:is|are|be) changing\b
    예정|앞으로|바뀌|바뀔|달라지|달라질|변경되|변경될|시행|[할될]까요|[을를할될갈올]\s?(?:거|것|건|예정|수)|휴무|쉬[나어는]|여[나는]
    """
)


class Around(NamedTuple):
    """The two parts of a sentence, before and behind the words that name a day."""

    before: str
    behind: str

    @classmethod
    def of(cls, one: Named, text: str) -> "Around":
        """Cuts the sentence around a day out of a text."""
        ends = [match.end() for match in _SENTENCE_END.finditer(text)]
        start = max((end for end in ends if end <= one.start), default=0)
        end = min((end for end in ends if end >= one.end), default=len(text))
        return cls(text[start : one.start], text[one.end : end])

    @property
    def is_past(self) -> bool:
        """Whether the sentence is about the past."""
        return bool(_PAST.search(self.before) or _PAST.search(self.behind))

    @property
    def is_future(self) -> bool:
        """Whether it is about the future."""
        return bool(_FUTURE.search(self.before) or _FUTURE.search(self.behind))

    @property
    def has_changed(self) -> bool:
        """Whether it asks what has changed."""
        return bool(_HAS_CHANGED.search(self.before) or _HAS_CHANGED.search(self.behind))

    @property
    def is_korean(self) -> bool:
        """Whether it is Korean."""
        return any("가" <= char <= "힣" for char in self.before + self.behind)


def is_purchase(around: Around) -> bool:
    """Whether something was bought on the day."""
    bought = _BOUGHT_BEFORE.search(around.before) or _BOUGHT_BEHIND.match(around.behind)
    if _IN_GENERAL.search(around.before):
        return False
    return bool(bought) and not _DELIVERED_BEFORE.search(around.before)


def is_delivery(around: Around) -> bool:
    """Whether goods were delivered on the day."""
    if _IN_GENERAL.search(around.before) or is_purchase(around):
        return False
    delivered = _DELIVERED_BEFORE.search(around.before) or _DELIVERED_BEHIND.match(around.behind)
    return bool(delivered)


def is_deadline(around: Around) -> bool:
    """Whether the day is a deadline: "until 3 March"."""
    return bool(_UNTIL_BEFORE.search(around.before) or _UNTIL_BEHIND.match(around.behind))


def meant(one: Named, around: Around, today: date) -> Named:
    """The period as named, or the same next year: "what will change in January?"."""
    return one.coming() if one.yearless and _is_coming(one, around, today) else one


def day_meant(one: Named, around: Around, today: date) -> date:
    """The day itself; the day before for "before 3 March"; the nearest day of a longer period."""
    if _BEFORE.search(around.before) or (not one.ago and _BEFORE_BEHIND.match(around.behind)):
        return one.period.first - timedelta(days=1)
    return one.period.nearest(today)


def _is_coming(one: Named, around: Around, today: date) -> bool:
    if around.is_past or around.has_changed or one.period.last >= today:
        return False
    return around.is_future or is_soon(one.coming(), today)


def is_soon(one: Named, today: date) -> bool:
    """Whether a period begins within two months, or has begun."""
    return one.period.first - today <= _SOON


def is_asked_for(one: Named, day: date, around: Around, today: date) -> bool:
    """Whether the question asks for the rules of the day."""
    explicit = _AS_OF_BEFORE.search(around.before)
    if explicit or (not one.ago and _AS_OF_BEHIND.match(around.behind)):
        return True
    if one.is_bare_year and (around.is_korean or not _OPENS.fullmatch(around.before)):
        # A year alone mostly dates an event: "the shops that opened in 2024".
        return False
    if day < today and _names_rule(one, around):
        return True
    asked = _asked_in_korean if around.is_korean else _asked_in_english
    return asked(one, around, past=day < today)


def _names_rule(one: Named, around: Around) -> bool:
    if around.is_korean:
        is_story = one.ago or _TELLS_KO.search(around.behind)
        return not is_story and bool(_RULE_BEHIND.match(around.behind))
    return bool(_RULE_BEFORE.search(around.before))


def _asked_in_english(one: Named, around: Around, *, past: bool) -> bool:
    opens = _OPENS.fullmatch(around.before) and _LEADS.match(around.behind)
    before = around.before if past else _ON.sub("", around.before)
    if _ASIDE.search(before) or not (_ASKS.match(around.before) or opens):
        return False
    return not past or around.is_past or (not one.relative and bool(_ON.search(around.before)))


def _asked_in_korean(one: Named, around: Around, *, past: bool) -> bool:
    # "유통기한 3일 전" does not count from today.
    if _TELLS_KO.search(around.behind) or (one.ago and around.before.strip()):
        return False
    if not past or _PAST.search(around.behind):
        return True
    return not one.relative and around.behind.startswith(("에 ", "의 "))
