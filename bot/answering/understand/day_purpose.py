"""Tells the purpose of a day in a question by the words around it.

A day that is only part of the story ("어제 잃어버린 지갑", "the accident last week") has none:
otherwise a rule that is no longer in force would answer by mistake.
"""

from datetime import date, timedelta

from knowledge.language.calendar.around import Around
from knowledge.language.calendar.named_days import Named
from knowledge.language.grammars import grammar_of
from knowledge.language.patterns.cues import cue

_SOON = timedelta(days=62)  # two months
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
    asked = grammar_of(around.before + around.behind).asks_for_day
    return asked(one, around, past=day < today)
