"""Counts the words of a text that turn its meaning: not, only, even, all, before, must, if.

Texts in two languages are compared by these counts, too, so every language has the same marks.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import terms


class Mark(StrEnum):
    """A kind of word that changes the meaning of a sentence."""

    DENIAL = "denial"
    """Not, without, unless, except, refuse, unopened."""
    ONLY = "only"
    EVEN = "even"
    ALL = "all"
    BEFORE = "before"
    AFTER = "after"
    MUST = "must"
    SHOULD = "should"
    MAY = "may"
    CONDITION = "condition"
    OR = "or"


_MARKS: Mapping[str, Mapping[Mark, LazyPattern]] = {
    "en": {
        Mark.DENIAL: LazyPattern(
            r"\b(?:not|never|cannot|no|none|nobody|nothing|neither|nor|without|unless|except(?:ing)?"
            r"|excluding|excludes?|excluded|non|refus\w+|forb\w+|prohibit\w*|bann?\w*|reject\w*"
            r"|other than|apart from|exempt\w*|declin\w+|den(?:y|ied|ies))\b|n't\b"
            r"|\bun(?!i|der|til|less|load|pack|it)[a-z]{4,}\b|\b(?:ineligible|impossible|invalid)\b"
        ),
        Mark.ONLY: LazyPattern(r"\b(?:only|solely|exclusively|just for)\b"),
        Mark.EVEN: LazyPattern(
            r"\b(?:even|regardless|whether or not|whatever|however|no matter|irrespective)\b"
        ),
        Mark.ALL: LazyPattern(
            r"\b(?:all|every|everyone|everybody|everything|everywhere|always|anyone|anybody|anywhere"
            r"|any|anything|any time)\b"
        ),
        Mark.BEFORE: LazyPattern(r"\b(?:before|prior to|ahead of)\b"),
        Mark.AFTER: LazyPattern(r"\bafter(?:wards)?\b|\bonce\b"),
        Mark.MUST: LazyPattern(
            r"\b(?:must(?! not\b)|ha(?:ve|s) to|needs?|needed|required?|requires|mandatory"
            r"|compulsory|obligatory)\b"
        ),
        Mark.SHOULD: LazyPattern(r"\b(?:should|ought|recommended|advised|ideally|preferably)\b"),
        Mark.MAY: LazyPattern(
            r"\b(?:may|can|could)\b(?! not\b|'t\b)"
            r"|\b(?:allowed|permitted|possible|optional(?:ly)?)\b"
        ),
        Mark.CONDITION: LazyPattern(
            r"\b(?:if|when|whenever|unless|once|while|in case|provided|as long as)\b"
        ),
        Mark.OR: LazyPattern(r"\b(?:n?or|n?either)\b"),
    },
    "ko": {
        Mark.DENIAL: LazyPattern(
            r"않|없|못|아닌|아닐|아님|아닙|아니(?!요)|불가|금지|말(?:고|아|라)|마세요|마십시오|마라|제외"
            r"|(?<![가-힣])안 ?(?:되|돼|됩|됨|된|하|해|합|받|쓰|써)|거절|거부|외에|이외"
            r"|비(?:회원|매품)|미(?:개봉|사용|착용|결제|적용|포함)|무관|상관"
        ),
        Mark.ONLY: LazyPattern(
            r"(?<=[가-힣])(?<!까지)(?<!하지)(?<!되지)(?<!있지)(?<!없지)(?<!이지)만(?![가-힣])|뿐|한해|한하|한정|전용"
        ),
        Mark.EVEN: LazyPattern(
            r"더라도|상관없|관계없|무관|든지|[가-힣]든 [^,.]*든[ ,]"
            r"|[아어해여려라]도 (?!됩|돼|되|된|좋|괜찮)"
        ),
        Mark.ALL: LazyPattern(
            r"모든|모두|항상|언제나|언제든|누구나|누구든|아무|무조건|어느|전부|전체|늘 "
        ),
        Mark.BEFORE: LazyPattern(
            r"(?<![가-힣])전(?:에|까지|부터|$)|이전|[기일시분간월주]\s?전(?![가-힣])"
            r"|(?<=[가-힣]) 전(?=\s)"
        ),
        Mark.AFTER: LazyPattern(
            r"(?:뒤|후|다음)(?:에는?|부터)|(?<![가-힣])(?:뒤|후)(?![가-힣])|고 나서|이후"
        ),
        Mark.MUST: LazyPattern(
            r"야만? ?(?:합|해|하|한|됩|돼)|필수|반드시|필요합|필요하|필요한|의무"
        ),
        Mark.SHOULD: LazyPattern(r"권장|권합|좋습니다|바람직|가급적|되도록"),
        Mark.MAY: LazyPattern(r"도 ?(?:됩|돼|되|된)|수(?:도|는)? 있|가능|허용"),
        Mark.CONDITION: LazyPattern(
            r"[가-힣]면(?![가-힣])|[가-힣] ?때(?!문|까지)|경우|[가-힣] 시(?:에는?)?(?![가-힣])"
        ),
        Mark.OR: LazyPattern(r"거나|또는|혹은|(?<=[가-힣])이?나(?= [가-힣])|중 하나"),
    },
    "es": {
        Mark.DENIAL: LazyPattern(
            r"\b(?:no|nunca|nadie|nada|ni|sin|salvo|excepto|prohib\w+|ningun\w*|ningún|jamás|rechaz\w+"
            r"|excluid\w+|exclu\w+)\b"
        ),
        Mark.ONLY: LazyPattern(r"\b(?:solo|sólo|solamente|únicamente|exclusivamente)\b"),
        Mark.EVEN: LazyPattern(r"\b(?:incluso|aunque|independientemente|aun)\b"),
        Mark.ALL: LazyPattern(r"\b(?:tod[oa]s?|cualquiera?|siempre|cada)\b"),
        Mark.BEFORE: LazyPattern(r"\bantes\b"),
        Mark.AFTER: LazyPattern(r"\bdespués\b|\bluego\b|\buna vez\b"),
        Mark.MUST: LazyPattern(
            r"(?<!no )\b(?:deben?|debemos|obligatori\w+|necesit\w+|ha[ny]? que|requier\w+)\b"
        ),
        Mark.SHOULD: LazyPattern(r"\b(?:debería\w*|recomienda\w*|recomendable|conviene)\b"),
        Mark.MAY: LazyPattern(r"\b(?:pued\w+|podr\w+|permitid\w+|posible)\b"),
        Mark.CONDITION: LazyPattern(r"\b(?:si|cuando|salvo que|a menos que|siempre que|en caso)\b"),
    },
    "fr": {
        Mark.DENIAL: LazyPattern(
            r"\bn(?:e\b|['’])|\b(?:sans|sauf|aucune?|non|interdit\w*|refus\w+|exclu\w*|hormis)\b"
        ),
        Mark.ONLY: LazyPattern(r"\b(?:seulement|uniquement|exclusivement|seule?s?)\b"),
        Mark.EVEN: LazyPattern(r"\b(?:même|quel\w* que)\b"),
        Mark.ALL: LazyPattern(r"\b(?:tou(?:t|te|s|tes)|toujours|chaque|n['’]importe)\b"),
        Mark.BEFORE: LazyPattern(r"\bavant\b"),
        Mark.AFTER: LazyPattern(r"\baprès\b|\bune fois\b"),
        Mark.MUST: LazyPattern(
            r"(?<!ne )\b(?:doi\w+|dev(?:ez|ons)|faut|obligatoire\w*|nécessaire\w*)\b"
        ),
        Mark.SHOULD: LazyPattern(r"\b(?:devrai\w+|conseillé\w*|recommandé\w*)\b"),
        Mark.MAY: LazyPattern(r"\b(?:peu[tvx]\w*|pouv\w+|pourr\w+|possible\w*|autorisé\w*)\b"),
        Mark.CONDITION: LazyPattern(
            r"\b(?:si|s['’]ils?|quand|lorsqu\w*|à condition|à moins|en cas)\b"
        ),
    },
    "de": {
        Mark.DENIAL: LazyPattern(
            r"\b(?:nicht|kein\w*|nie\w*|ohne|außer|ausgenommen|ausgeschlossen\w*|verboten\w*|un[a-zäöü]{5,}"
            r"|abgelehnt|verweigert)\b"
        ),
        Mark.ONLY: LazyPattern(r"\b(?:nur|lediglich|ausschließlich)\b"),
        Mark.EVEN: LazyPattern(r"\b(?:selbst|sogar|auch wenn|unabhängig|egal)\b"),
        Mark.ALL: LazyPattern(r"\b(?:alle\w*|jede\w*|immer|sämtliche\w*)\b"),
        Mark.BEFORE: LazyPattern(r"\b(?:vor|bevor|vorher)\b"),
        Mark.AFTER: LazyPattern(r"\b(?:nach|nachdem|danach)\b"),
        Mark.MUST: LazyPattern(r"\b(?:m[uü]ss\w*|erforderlich|pflicht|notwendig)\b"),
        Mark.SHOULD: LazyPattern(r"\b(?:soll\w*|empfohlen)\b"),
        Mark.MAY: LazyPattern(r"\b(?:k[aö]nn\w*|d[aü]rf\w*|möglich|erlaubt)\b"),
        Mark.CONDITION: LazyPattern(r"\b(?:wenn|falls|sofern|sobald|es sei denn)\b"),
    },
}
_BOUNDS = {
    "en": LazyPattern(
        r"\bnot only\b|\bno (?:problem|doubt)\b|\bas soon as possible\b|\bnot? (?:later|earlier"
        r"|sooner|more|less|fewer|longer|greater|higher|lower) than\b|\b(?:not|never) exceed\w*\b"
        r"|\bor (?:more|less|fewer|older|younger|above|under|over|below|higher|later|earlier)\b"
    ),
    "ko": LazyPattern(
        r"뿐 ?(?:만 )?아니라|[가-힣]면(?= ?(?:안 ?)?(?:됩|돼|된))|수(?:가|는|도)? ?(?=없)"
        r"|지만(?=[,\s])|따르면|(?<=[가-힣])만(?= ?(?:원|명|개|점)\b)"
    ),
}
"""Phrases that look like a mark and are none: most of them bound a value."""


def marks(text: str, language: str) -> Counter[Mark]:
    """The marks of a text and how often it has each; none in a language without a list."""
    lists = _MARKS.get(language)
    if lists is None:
        return Counter()
    found: Counter[Mark] = Counter()
    plain = text.lower()
    if language in _BOUNDS:
        plain = _BOUNDS[language].sub(" ", plain)
    for mark, pattern in lists.items():
        found[mark] += len(list(pattern.finditer(plain)))
    return +found


def in_order(text: str, language: str, wanted: Sequence[Mark]) -> list[Mark]:
    """The wanted marks of a text in the order in which they stand."""
    lists = _MARKS.get(language, {})
    found = [
        (match.start(), one)
        for one in wanted
        if one in lists
        for match in lists[one].finditer(text)
    ]
    return [one for _, one in sorted(found)]


def has_list(language: str) -> bool:
    """Whether the marks of a language are known."""
    return language in _MARKS


_YES = re.compile(r"\s*(?:yes|yeah|sure|네|예|sí|oui|ja)(?:[,.!:]|\s)", re.IGNORECASE)
_NO = re.compile(r"\s*(?:no|nope|아니요|아니오|안 ?돼요|안 됩니다|non|nein)[,.!:]", re.IGNORECASE)


def verdict_of(text: str) -> str:
    """The Yes or No before a text; "" without one."""
    return "yes" if _YES.match(text) else "no" if _NO.match(text) else ""


# Common words that any sentence may use freely; other rules judge those that allow or bound.


_ENGLISH = """put puts bring brings give gives given mean means because go goes take takes keep
    keeps use used done cost costs price charge charges fee per buy buying bought
    back according policy policies rule rules document documents
    customer customers goods item items product products
    cannot never must not non without unless only even all every everyone always regardless
    able possible impossible allowed permitted prohibited forbidden
    within least most maximum minimum than more less fewer longer later sooner earlier exceed
    between above below
    monday tuesday wednesday thursday friday saturday sunday
    mondays tuesdays wednesdays thursdays fridays saturdays sundays"""
_KOREAN = """있 있더라 없 않 못 이 입 되 돼 됩 됐 하 해 합 했 할 한 인 된 될 아닙 아니 아니라
    안에 동안 때 때만 것 네 예 이때 그때 그래 바로 볼 쓰 두 주 내 번 모든
    반드시 필요 가능 불가 불가능 이내 이하 이상 미만 초과 사이 최대 최소 까지만 가격 요금 값
    고객 손님 상품 제품 물건 산 안내 규정 문서 따르
    월요일 화요일 수요일 목요일 금요일 토요일 일요일"""

SAYING = frozenset((*terms(_ENGLISH), *_KOREAN.split()))
"""English stems, and Korean stems as `knowledge.language.ko.stems` leaves them."""
