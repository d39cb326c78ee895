"""Rejects a rule that does not cover the case of the question: an absence, a holiday, a weekend.

"The store manager approves refunds" is very similar to "Who approves refunds while the store
manager is away?" and still no answer to it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.model import Checked, Issue, Question, Verdict
from bot.model.reason import Reason
from bot.model.written import texts_of
from knowledge.language.patterns.lazy import LazyPattern

_ROLES = (
    (r"managers?|boss", "점장|매니저|관리자|지역장|소장"),
    (r"leads?|leaders?|supervisors?|head", "조장|팀장|파트장|리더|책임자|주임|실장"),
    (r"officers?|clerk|agent", "담당자?"),
    (r"technicians?|mechanic|driver", "기사|기술자"),
    (r"pharmacists?", "약사"),
    (r"optician|optometrist|specialist|expert|adviser", "전문가|검안사"),
    (r"teachers?|tutor|trainer", "강사|선생님"),
    (r"guards?|security", "보안"),
    (r"colleagues?|buddy", "동료|사수"),
    (r"team|pricing|reception", "팀(?!장)"),
)
"""Roles in a store, in English and in Korean."""
_NAMED = tuple(LazyPattern(rf"\b(?:{english})\b|{korean}") for english, korean in _ROLES)
_ENGLISH, _KOREAN = ("|".join(words) for words in zip(*_ROLES, strict=True))
_NOT_HERE = r"(?:there|here|in|around|available|on duty)"
_AWAY = LazyPattern(
    r"\b(?:no |neither )?(?:(?!when|while|if|but|and|the)[a-z]+ )?"
    rf"(?:{_ENGLISH})\b[a-z ]{{0,20}}(?:"
    r"(?:'s| is| are| were) (?:(?:both|all|also) )?(?:away|off|absent|ill|sick|unavailable|gone"
    rf"|out(?! of)|on (?:leave|holiday|vacation|a break)|not {_NOT_HERE})"
    rf"|\b(?:isn't|aren't) {_NOT_HERE}"
    r"|\b(?:does not|doesn't|do not|don't|cannot|can't) (?:answer|pick up|be reached|show up))\b"
    rf"|\b(?:no|neither) (?:[a-z]+ )?(?:{_ENGLISH})\b[a-z ]{{0,30}}\b{_NOT_HERE}\b"
    rf"|(?:{_KOREAN})(?:님)?(?:이|가|도|은|는|하고|과|와)? ?(?:[가-힣]+ ?){{0,3}}"
    r"(?:없으면|없을|없는데|없는|안 계시|자리에 없|자리를 비|휴가(?:면|일|인|라| 중)|쉬면|쉬는|쉴"
    r"|비번|부재|퇴근했|아프면|전화를? 안 받|안 받으|연락이 안)[가-힣]*(?: ?[때날](?![가-힣]{3}))?"
)
"""An absence in the question: "the store manager is away", "점장이 휴가일 때"."""
_INSTEAD = LazyPattern(
    r"\b(?:absent|absence|away|off duty|(?:is|are) off|instead|deput\w*|stands? in|otherwise|if not"
    r"|unavailable|substitut\w*|replac\w*|cannot be reached|does not answer|not (?:there|here|in)"
    r"|or|no [a-z ]{3,30} (?:is )?on duty|nobody|else|ill|sick|next in|on leave|then|spare)\b"
    r"|없으면|없을|없는|부재|대신|대리|휴가(?:면|일|인|라| 중)|쉬[는면]|비번|자리를 비|않으면|못 "
    r"|안 받|그다음|[가-힣]이나 |또는|거나|여분|예비"
)
"""Words of a rule that covers an absence."""


class _Case(NamedTuple):
    """A case: patterns that find it in a question, and in a rule that covers it."""

    asked: LazyPattern
    said: LazyPattern


_CASES = (
    _Case(
        LazyPattern(
            r"\b(?:is|are|falls on|on|during) (?:an? )?(?P<en>(?:public|bank|national) holidays?)\b"
            r"|(?P<ko>공휴일|명절|연휴|설날|추석)"
            r"(?:이면|인데|이라|인 경우|에도?|에는|엔|때)(?![가-힣])"
        ),
        LazyPattern(
            r"\bholidays?\b|\b(?:every|any) day\b|\ball year\b|\bclosed\b"
            r"|휴일|명절|연휴|설|추석|휴무|쉽니다|쉰다|매일|연중"
        ),
    ),
    _Case(
        LazyPattern(
            r"\b(?:is|falls on) (?:a|the) (?P<en>weekend|saturday|sunday)\b"
            r"|(?P<ko>주말|토요일|일요일)(?:이면|인 경우|이라면)"
        ),
        LazyPattern(
            r"\b(?:weekend|saturday|sunday|holiday|(?:business|working|next|previous) day)s?\b"
            r"|주말|토요일|일요일|휴일|영업일|평일|전날|다음 ?날|앞당"
        ),
    ),
)
"""Days on which the usual rule may not hold: holidays, weekends."""


def covers_case(question: Question, checked: Checked) -> Checked:
    """Turns the verdict to INSUFFICIENT if no sentence covers the case of the question."""
    if not checked.kept or checked.verdict is not Verdict.PASS:
        return checked
    said = texts_of(checked.kept)
    missing = _nobody_instead(question.text, said) or _unmentioned(question.text, said)
    if missing is None:
        return checked
    return checked.as_nearest(Issue(Reason.NOT_THOUGHT_OF, 0), missing=missing, worth_quoting=True)


def _nobody_instead(asked: str, said: Sequence[str]) -> str | None:
    """The words about the absent person, if the answer only says what that person does."""
    away = _AWAY.search(asked)
    if away is None or any(map(_INSTEAD.search, said)):
        return None
    return away[0] if _roles(away[0]) & _roles(said[0]) else None


def _unmentioned(asked: str, said: Sequence[str]) -> str | None:
    """The holiday or weekend asked about, if no sentence covers it."""
    for case in _CASES:
        day = case.asked.search(asked)
        if day and not any(map(case.said.search, said)):
            return day["en"] or day["ko"]
    return None


def _roles(text: str) -> set[int]:
    return {number for number, named in enumerate(_NAMED) if named.search(text)}
