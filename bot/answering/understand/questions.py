"""Splits a message that asks several questions."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from bot.answering.understand.talk import talk_of
from bot.model import Question
from bot.privacy import still_safe
from knowledge.language.asked import without_mark
from knowledge.language.ko.stems import stem_of
from knowledge.language.patterns.cues import cue, has_words
from knowledge.language.terms import query_terms

MOST = 3
"""Questions answered per message."""


_ITEM = re.compile(r"^\s*(?:\(?\d{1,2}[.):]|[①-⑨]|[-*•·]|[가-바]\.|[a-f]\))\s*(?=\S)", re.MULTILINE)
_END = re.compile(r"(?<=[.?!。？！])\s+|\n+")
_ASKING_WORD_KO = "얼마|며칠|몇|언제|어디|누구|누가|어떻게|어떡|무엇|무슨|뭐|뭘|왜|어느|어떤"
_ASKING_KO = re.compile(_ASKING_WORD_KO)
_WORD = (
    "what|how|which|when|where|who|why|can|could|may|do|does|did|is|are|was|were|should|will|would"
)
_ASKS = cue(
    r"""
    [?？]\W*$
    (?:나요|까요|[은는한인]가요|[는인]지요?|습니까|나|니|냐|알려\s?(?:주세요|줘|줄래요?))[\s,.!~]*$
    (?:<WORD_KO>).*(?:[예에]요|[어아해돼써줘죠]요?|죠)[\s,.!~]*$
    ^\W*(?:(?:and|also|then|so|but|please) )*<WORD>\b.*[^.]$
    """,
    WORD_KO=_ASKING_WORD_KO,
    WORD=_WORD,
)
"""A question. An English one has no full stop: "v." and "U.S." may cut a sentence short."""
_AND = cue(
    r"""
    [\s,]*(?<=[\s,.?!])(?:그리고|또한|아울러)[\s,]+
    (?:,?\s(?:and|also|plus),?|;)\s(?:(?:and|also)\s)?(?=(?:how|what|when|where|which|who|can|do|does|is|are)\s)
    """
)
_AND_FIRST = re.compile(
    r"^(?:(?:and|also|plus|then|next|secondly|finally|그리고|또한|또|아울러|추가로|마지막으로)\b[\s,:]*)+",
    re.IGNORECASE,
)
_LEANS = cue(
    r"""
    \b(?:it|its|they|them|their|that|this|those|these|he|she|him|her|his|ones?|so|same)\b
    \b(?:then|instead|else)\b|\b(?:what|how) about\b|^\W*(?:if|or|but|why|even|otherwise)\b
    (?<![가-힣])(?:그거|그건|그것|그게|그걸|이거|이건|이것|이게|그럼|그러면|그때|그렇|그런|그래)
    (?<![가-힣])(?:아니면|혹은|대신|만약|또는|왜)
    """
)
_ANOTHER = cue(
    r"""
    ^(?:and\s|but\s|or\s)*(?:what|how)\sabout\s<NO_CASE><WORDS>[?\s]*$
    ^(?:and|but)\s(?!<WORD>\b)<NO_CASE><WORDS>\?\s*$
    ^(?:(?:그럼|그러면|그리고|근데)\s)?(?!.*(?:<WORD_KO>|경우|때))(?!<POINTS>)[가-힣\w]+(?:\s[가-힣\w]+)?[은는](?:요)?\s*\?\s*$
    """,
    NO_CASE=r"(?!(?:if|when|with|without|because|even|only|then|today|now|really|yes|no|on|at|in|you|me"
    r"|us|so)\b)(?!.*\b(?:it|that|this|them)\b)",
    WORDS=r"[\w'-]+(?:\s[\w'-]+){0,3}",
    WORD=_WORD,
    WORD_KO=_ASKING_WORD_KO,
    POINTS="지금|오늘|이것|그것|이건|그건|우리|저는|저희|그때",
)
"""Repeats the question before for something else: "What about wallets?", "현금은요?"."""
_POINTS = cue(
    r"""
    ^(?!.*\b(?:if|or|but|why|otherwise|then|instead|else)\b).*\b(?:it|its|they|them|their|ones?)\b
    (?<![가-힣])(?:그거|그건|그것|그걸|이거|이건|이것|이걸)
    """
)
"""A word for what the question before is about."""
_IN_FORM = cue(
    r"""
    ^\W*(?:(?:and|also|then|so|please|plus) )*<WORD>\b
    (?:<WORD_KO>)|(?:나요|까요|[은는한인]가요|습니까|죠|[돼어아해]요)\W*$
    """,
    WORD=_WORD,
    WORD_KO=_ASKING_WORD_KO,
)
"""The form of a question, not a statement with a question mark: "my kettle broke?"."""
_ASKS_WHAT = cue(r"^\W*(?:what|how|when|where|who)\b|<WORD_KO>", WORD_KO=_ASKING_WORD_KO)
_MOST_HALVES = 8
"""Places where a sentence may be split: each costs a scan of both sides."""
_ENOUGH = 2
"""Words with a meaning of their own; with fewer, a question needs the one before."""

_OF_SOMETHING_KO = cue(
    r"""
    ^(?:기한|기간|방법|비용|금액|가격|값|수수료|요금|시간|나이|절차|서류|조건|한도|담당자?|대상|이유|위치|장소|날짜)$
    ^(?:양식|횟수|처리|신청|접수|교환|환불|반품|반납|취소|등록|제출|수리|배송|예약|연장|결제|지급|적립|사용)$
    ^(?:연락|통보|보고|신고|[가-힣]{1,2}당|보증금|보상|승인|보관|준비물|연락처|전화번호|전화|번호|이름|마감일?|유효기간|영수증|포장|택|상자)$
    ^(?:직원|가족|회원|고객|손님|알바|본인|학생|골드|실버|카드|현금|온라인|매장|카페|편의점|나머지)$
    ^(?:오늘|내일|모레|어제|주말|평일|휴일|공휴일|[월화수목금토일]요일|이번|다음|지난|내년|작년|올해)$
    """
)
"""Nouns that need the question before: its deadline, its return; or another case of it."""
_WHO_IS = re.compile(
    r"^\W*(?:(?:and|also|then|so|but|please|plus)\W+)*(?:who|what|where|when)"
    r"(?:\s(?:is|are|was|were)|['’]s)"
    r"\s(?:the|an?|our)\s(?P<noun>[a-z'’-]{3,30})\W*$",
    re.IGNORECASE,
)
_OF_SOMETHING = cue(
    r"""
    ^(?:deadline|limit|fee|cost|price|charge|amount|total|rate|value|discount|deposit|refund|fine)s?$
    ^(?:period|window|time|date|day|duration|length|hour|age|size|weight|colou?r|number|code|name)s?$
    ^(?:process|procedure|step|way|method|rule|policy|policies|condition|requirement|term|law)s?$
    ^(?:reason|cause|purpose|point|difference|result|outcome|consequence|penalty|penalties|risk)s?$
    ^(?:exception|exemption|excess|option|alternative|choice|case|example|catch|maximum|minimum|max|min)s?$
    ^(?:contact|address|phone|email|form|document|receipt|proof|evidence|answer|solution|problem)s?$
    ^(?:location|place|position|source|origin|author|meaning|definition|title|topic|subject|issue)s?$
    ^(?:next|first|last|best|rest|most|least|right|same|one|latest|nearest|responsible|target)$
    ^(?:recipient|applicant|assistant|person|people|staff|team|department|contents?|return|status)s?$
    (?:er|or|ee|tion|ment|ance|ence|ity|ing|ness|ure|al)s?$
    """
)
"""Nouns that belong to something else: its limit, its approver, its delivery."""


def parts(text: str) -> tuple[str, ...]:
    """The questions of a text, each with its statements; the whole text if it asks only one."""
    text = text.strip()
    items = _items(text)
    if len(items) > 1:
        return tuple(items)
    found: list[str] = []
    read: list[str] = []
    for sentence in _sentences(_with_mark(text)):
        read.append(sentence)
        if not _ASKS.search(sentence):
            continue
        asked = " ".join(read)
        read = []
        if found and _is_one_with(found[-1], sentence, asked):
            found[-1] = f"{found[-1]} {asked}"
        else:
            found.append(asked)
    if len(found) < _ENOUGH:
        return (text,)
    if read and not leans(found[-1]):
        found[-1] = " ".join([found[-1], *read])
    elif read and talk_of(" ".join(read)) is None:
        return (text,)
    return tuple(part if leans(part) else _AND_FIRST.sub("", part) for part in found)


def _is_one_with(before: str, sentence: str, asked: str) -> bool:
    """Whether a question, with its statements, is asked together with the one before it."""
    if leans(asked) or _asks_more_of(before, asked):
        return False
    return _needs_more(sentence) or not _is_question(before)


def _with_mark(text: str) -> str:
    """The text with the end mark that its last sentence should have, typed or not."""
    bare = without_mark(text)
    if not bare:
        return text
    last = (_sentences(bare) or [""])[-1]
    # "May I? It is a gift" ends in a statement.
    goes_on = _END.search(bare) and not text.endswith("?") and not _ASKS.search(last)
    return f"{bare}." if goes_on else f"{bare}?"


def _items(text: str) -> list[str]:
    starts = [match.span() for match in _ITEM.finditer(text)]
    if not starts or not all(text[start - 1] == "\n" for start, _ in starts[1:] if start):
        return []
    ends = [start for start, _ in starts[1:]] + [len(text)]
    items = [
        " ".join(text[start:end].split()) for (_, start), end in zip(starts, ends, strict=True)
    ]
    asked = [item for item in items if stands_alone(item)]
    before = text[: starts[0][0]].strip()
    # "It is 1. opened 2. without receipt. Can I take it back?" lists conditions, not questions.
    if len(asked) != len(items) or not any(map(_ASKS.search, items)):
        return []
    if before and _ASKS.search(before):
        return []
    return items


def _sentences(text: str) -> list[str]:
    found: list[str] = []
    for sentence in _END.split(text):
        found += _halves(sentence.strip(), _MOST_HALVES)
    return [sentence for sentence in found if sentence]


def _halves(sentence: str, most: int) -> list[str]:
    """Splits a sentence at 그리고 or "and how" if both sides are questions."""
    for match in islice(_AND.finditer(sentence), most):
        left, right = sentence[: match.start()].strip(), sentence[match.end() :].strip()
        if (
            _ASKS.search(left)
            and _ASKS.search(right)
            and _is_question(left)
            and (not _needs_more(right) or _asks_more_of(left, right))
        ):
            return [left, *_halves(right, most - 1)]
    return [sentence]


def _asks_more_of(question: str, other: str) -> bool:
    """Whether a second question asks more of what the first one names: "… is it free?"."""
    both_ask = bool(_IN_FORM.search(question) and _IN_FORM.search(other))
    is_whole = stands_alone(question) and not _LEANS.search(question)
    return both_ask and is_whole and bool(_POINTS.search(other)) and _has_own_words(other, _ENOUGH)


def leans(part: str) -> bool:
    """Whether a part repeats the question before it for something else."""
    return bool(_ANOTHER.search(part))


def _is_question(question: str) -> bool:
    """Whether something is asked; one word of its own is enough: "what is the float?"."""
    if stands_alone(question) or leans(question):
        return True
    return bool(_ASKS_WHAT.search(question)) and _has_own_words(question, 1)


def _needs_more(question: str) -> bool:
    """Whether a question needs the one before it to be understood."""
    return bool(_LEANS.search(_AND_FIRST.sub("", question))) or not stands_alone(question)


def stands_alone(question: str) -> bool:
    """Whether a question has enough words of its own."""
    return _has_own_words(question, _ENOUGH) or _has_own_subject(question)


def _has_own_words(question: str, count: int) -> bool:
    return has_words((word for word in question.split() if not _ASKING_KO.match(word)), count)


def groups_of(question: Question, parts: Sequence[str]) -> list[list[Question]]:
    """Groups the first questions of a message: each with those that repeat it."""
    groups: list[list[Question]] = []
    for part in parts[:MOST]:
        one = replace(question, text=still_safe(part), said=None)
        if groups and (leans(part) or _POINTS.search(part)):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _has_own_subject(question: str) -> bool:
    """Whether a short question names its own subject."""
    english = _WHO_IS.match(question)
    if english:
        noun = english["noun"]
        return not _OF_SOMETHING.search(noun) and bool(query_terms(noun))
    word, _, rest = question.strip().partition(" ")
    noun = stem_of(word)
    if len(noun) < len("연차") or not _ASKING_KO.search(rest) or _ASKING_KO.match(word):
        return False
    return not _OF_SOMETHING_KO.search(noun) and bool(query_terms(noun))
