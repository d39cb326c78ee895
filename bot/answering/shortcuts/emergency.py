"""Answers a report of an emergency, such as "fire!" or "손님이 쓰러졌어요", with the first steps.

Such a message is no question and shares hardly a word with its rule, so patterns connect the two.
Steps are quoted, but not sentences about drills or checks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import dropwhile
from typing import NamedTuple

from bot.answering.check.conflicts import with_conflicts
from bot.answering.check.holding import holds
from bot.answering.reply.answer import finalize
from bot.model import Answer, Checked, Evidence, Judged, Question, Sentence, Verdict
from bot.model.written import sentence_of
from bot.ports import Search
from bot.telemetry import step
from bot.texts import Text, in_both
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.model.documents import Found, Language, Passage
from knowledge.split.statements import statements

_MOST_SENTENCES = 3
_LOOKED_AT = 8
"""Passages to search for the rule, in each language."""
_SURE = 0.8
"""Likelihood that a section which names the emergency is the right answer."""


class _Emergency(NamedTuple):
    happens: LazyPattern
    """Matches a message that reports it."""
    named: LazyPattern
    """Matches a heading or a sentence about it."""
    sought: Text
    """The words to search for."""


_PERSON = (
    r"(?:customer|guest|client|shopper|colleague|employee|staff|someone|somebody|person|man|woman|guy"
    r"|lady|kid|child|baby|manager|cashier|he|she|i)"
)
_EMERGENCIES = (
    _Emergency(
        LazyPattern(
            r"(?<!\bi )(?<!\bwe )(?<!\bto )\b(?:on )?fire\b"
            r"(?! (?:a|an|the|my|him|her|them|staff|colleagues?|employees?|some)\b)"
            r"|\bflames?\b|\bis burning\b|\bsmoke\b"
            r"|화재가?|불이? ?(?:났|나(?![가갔간감])|붙)|불이야|연기가? ?나"
        ),
        LazyPattern(r"\bfire\b|화재|불이 나"),
        in_both("what to do in a fire: alarm and evacuation", "화재가 났을 때 경보와 대피"),
    ),
    _Emergency(
        LazyPattern(
            rf"\b{_PERSON}\b[^.?!]{{0,20}}\bcollaps(?:ed|es|ing)\b"
            r"|\b(?:faint(?:s|ed|ing)?|pass(?:ed|es|ing) out|unconscious"
            r"|unresponsive|heart attack|chest pain|seizure)\b"
            r"|쓰러[져졌지진]|기절|실신|의식이? ?(?:없|잃)|심정지|심장 ?마비|발작|가슴 ?통증"
        ),
        LazyPattern(
            r"\bunconscious|\bfaint|\bcollaps|\bchest pain\b"
            r"|의식|기절|실신|쓰러|심정지|가슴 통증"
        ),
        in_both("call an ambulance: unconsciousness, chest pain", "의식을 잃은 사람 응급 신고"),
    ),
    _Emergency(
        LazyPattern(
            r"\b(?:not|n't|stopped|cannot|can't) breath(?:e|ing)\b|\bchok(?:es|ed|ing)\b"
            r"|숨을? ?(?:안|못) ?쉬|숨이 ?막"
        ),
        LazyPattern(r"\bbreathing\b|\bchok|숨(?=[을이도 ]|쉬|막)|호흡|질식"),
        in_both("call an ambulance: trouble breathing", "숨을 쉬지 못하는 사람 응급 신고"),
    ),
    _Emergency(
        LazyPattern(
            r"\bbleed(?:s|ing)?\b|\bcut (?:his|her|their|my|a|the) (?:hand|finger|arm|leg|head)\b"
            r"|피가 ?(?:나|많이|안 멈)|피를 ?흘|출혈|베[였었인]"
        ),
        LazyPattern(r"\bbleed|\bwound\b|출혈|피가|상처|베인"),
        in_both("first aid for bleeding and wounds", "피가 날 때 응급 처치"),
    ),
    _Emergency(
        LazyPattern(
            r"\b(?:burnt|burned|scalded) (?:his|her|their|my|the|a) "
            r"(?:hand|fingers?|arm|leg|face|foot|mouth|tongue)\b"
            rf"|\b{_PERSON}\b (?:has |got |was |is |been |badly )*(?:burnt|burned|scalded)\b"
            r"(?! out)"
            r"|화상|데[였었인]"
        ),
        LazyPattern(r"\bburns?\b|\bscald|화상|데인|데었"),
        in_both("first aid for a burn", "화상 응급 처치"),
    ),
    _Emergency(
        LazyPattern(
            r"\ballergic (?:reaction|shock)\b|\banaphyla\w+\b"
            r"|\b(?:lips?|throat) (?:is |are )?(?:swelling|swollen)\b"
            r"|알레르기 ?(?:반응|쇼크)|아나필락시스|(?:입술|목)이 ?(?:붓|부[었어])"
        ),
        LazyPattern(
            r"\ballergic reaction\b|\banaphyla|\bswelling\b"
            r"|알레르기 (?:반응|증상)|붓거나|아나필락시스"
        ),
        in_both("what to do in an allergic reaction", "알레르기 반응이 나타난 고객"),
    ),
    _Emergency(
        LazyPattern(
            r"\b(?:robbery|robber|robbed|hold-?up)\b"
            rf"|\b{_PERSON}\b[^.?!]{{0,12}}\b(?:has|with|pulled) a (?:knife|gun|weapon)\b"
            r"|강도|칼을? ?(?:들|꺼)|흉기"
        ),
        LazyPattern(r"\brobber|\bweapon|강도|흉기"),
        in_both("what to do in a robbery", "강도를 당할 때"),
    ),
    _Emergency(
        LazyPattern(r"\bearthquake\b|지진"),
        LazyPattern(r"\bearthquake\b|지진"),
        in_both("what to do in an earthquake", "지진이 났을 때"),
    ),
    _Emergency(
        LazyPattern(
            r"\bgas leak\b|\bsmells? (?:of |like )?gas\b|\bgas smell\b"
            r"|가스 ?(?:냄새|누출|[가이]? ?새)"
        ),
        LazyPattern(
            r"\bgas (?:leak|smell|valve)|\bsmell of gas"
            r"|가스 ?(?:냄새|누출|밸브|사고|[가이]? ?[새샌])"
        ),
        in_both("what to do when gas leaks", "가스가 샐 때"),
    ),
)
_ASKS_FOR_RULE = LazyPattern(
    r"^\W*(?:when (?:was|is|does|do|did)|which|whose|where|how (?:often|many|much|long))\b"
    r"|얼마나 자주|몇 ?[번회]|언제(?! ?까지)"
)
"""Matches questions that ask about a rule, not for help."""
_AROUND = LazyPattern(
    r"\b(?:customers?|guests?|clients?|shoppers?|colleagues?|staff|employees?|some(?:one|body)|person"
    r"|people|man|woman|guy|lady|kid|child|old|elderly|there(?:'s)?|is|are|was|a|an|the|my|our|his|her"
    r"|their|in|at|on|inside|store|shop|caf[eé]|kitchen|stockroom|floor|toilet|counter|what|do|does"
    r"|should|must|can|i|we|you|now|to|how|help|please|urgent|emergency|just|has|have|had|got|been"
    r"|right|quick|quickly|asap|if|when|happens?|happened|breaks?|broke|out|starts?|started|first|aid"
    r"|for|who|of|hand|fingers?|arm|leg|head|face|with|from|hot|boiling|coffee|water|oil|tea|call|and"
    r"|he|she|they|it|it's|badly|suddenly|having|being|won't|stop|think|fryer|oven|grill|stove|machine|microwave|bin|manager"
    r"|cashier|baby|pregnant|lots?|everywhere|coming|into|onto)\b"
    r"|튀김기|오븐|머신|기계|쓰레기통|전자레인지|점장|매니저|아저씨|아주머니|아기|임산부|발생|제|나요|려요|리고"
    r"|손님|고객|직원|동료|사람|아이|어르신|할머니|할아버지|누군가|누가|어떤|분|매장|카페|주방|창고|화장실"
    r"|지금|갑자기|어떻게|어떡해?|어쩌|해야|하나요|하죠|하면|할까|해요|뭐부터|뭐|먼저|도와|주세요|급해|응급"
    r"|처치|상황|빨리|됐|되|손가락|손을|손에|손|팔|다리|머리|얼굴|칼|입|뜨거운|커피|물|기름|했|었|났|어요|는데|습니다"
    r"|들어왔|들|당|어|요|을|를|이|가|은|는|에서|에|으로|로|께서|때|면|안|멈춰|많이|있|다|니다|지|고|서"
)
"""Words that may surround the report of an emergency without asking for anything else."""
_LETTER = LazyPattern(r"[^\W\d_]")


_SAYS_TO_DO = LazyPattern(
    r"\b(?:call|dial|ring|phone|alert|warn|tell|inform|report|raise|sound|pull|press|push|leave|evacuate"
    r"|gather|meet|fight|move|stay|lead|hold|cool|rinse|wash|cover|apply|lift|touch|smother|stop|help|fetch"
    r"|bring|ask|obey|resist)(?:s|es|d|ed)?\b"
    r"|\b(?:cuts|puts?|takes?|gives?|hand(?:s|ed)?|goes|go|get|run|walk|wait|drop|keep|lie|lay|use|do"
    r"|make sure|try) |\bheld under\b|\bevacuat|\bcpr\b|\bhospital\b|\bmeeting point\b"
    r"|\b(?:119|112|911|999)\b"
    r"|\b(?:open|close|shut|turn off|switch off|lock) (?:the|all|every|any|doors?|windows?)\b"
    r"|\b(?:do not|don't|never|nobody|must|should)\b"
    r"|119|112|신고|대피|부[르른릅]|불러|알[리린립]|알려|전화|누[르른릅]|눌러|끄|끈다|끕니|꺼|닫|잠[그근급]"
    r"|피하|피한|피합|옮기|눕|식[히힌힙]|씻|압박|지혈|내보[내낸냅]|나[가간갑]|내려[가간갑]|심폐|연락|보고|호출"
    r"|저항|뒤쫓|따라가|쓰지 않|건드리지 않|열고|연다|엽니|멈[추춘춥]|감싸|덮|댄다|댑니"
    r"|붙[이인입]|도움|모[이인입여]|집결|비운|비웁|엎드|가[리린립]|병원|쫓|주고|준다|줍니다"
    r"|세요|십시오|[마말]고|넘[기긴깁]|건[네넨넵]"
)
"""Matches a sentence that says to do something, or not to do it."""
_NOT_NOW = LazyPattern(
    r"\bdrills?\b|\btrain(?:ing|ed)\b|\bcourses?\b|\binspect|\bappointed\b|\bcertificate|\binsur"
    r"|\b(?:is|are|get|gets) (?:checked|tested|serviced|changed|refilled)\b|\bchecks the\b"
    r"|\b(?:every|each) (?:\d+ )?(?:days?|weeks?|months?|quarters?|years?)\b|\bonce a\b"
    r"|\b(?:monthly|weekly|yearly|annual(?:ly)?|quarterly)\b"
    r"|\bof (?:the|each|every) (?:month|quarter|year)\b"
    r"|\b(?:doors?|exits?|routes?)\b.{0,40}\b(?:clear|free|blocked|wide)\b"
    r"|\bblock\b|\bin front of\b"
    r"|훈련|교육|점검|검사|매[월년주]|해마다|분기|반기|[월년주]마다|임명|자격증"
    r"|보험|비상구 앞|비워|쌓"
)
"""Matches a sentence about other times: drills, checks, keeping exits clear."""
_NAMES_OTHERS = LazyPattern(r",|\band\b|[와과] |및|·")
"""Matches the start of a heading that names other topics before the emergency."""


async def in_emergency(question: Question, search: Search) -> Answer | None:
    """Answers with the first steps; None if no emergency is reported, or no document has steps."""
    emergency = _emergency_in(question.text)
    if emergency is None:
        return None
    with step("retrieve"):
        found = await _found(emergency, question, search)
    kept = _first_steps(emergency, found, question)
    if not kept:
        return None
    checked = await with_conflicts(question, Checked(Verdict.PASS, kept), search)
    answer = finalize(question, checked, Evidence(found), _SURE, 1)
    # In an emergency there is no time for a question back.
    return replace(answer, follow_up=None, limit=_LOOKED_AT, judged=Judged(_SURE))


async def _found(emergency: _Emergency, question: Question, search: Search) -> Found:
    """Passages about the emergency, in both languages."""
    languages: list[Language] = ["en", "ko"]
    each = [
        await search.find(emergency.sought[one], question.filters, _LOOKED_AT) for one in languages
    ]
    hits = {hit.passage.passage_id: hit for found in each for hit in found.hits}
    return Found(tuple(hits.values()))


def tells_of_one(text: str) -> bool:
    """Whether a message reports an emergency and nothing else."""
    return _emergency_in(text) is not None


def _emergency_in(text: str) -> _Emergency | None:
    """The emergency that a message reports, if it says nothing else."""
    for one in () if _ASKS_FOR_RULE.search(text) else _EMERGENCIES:
        if one.happens.search(text):
            rest = _AROUND.sub(" ", one.happens.sub(" ", text))
            return None if _LETTER.search(rest) else one
    return None


def _first_steps(emergency: _Emergency, found: Found, question: Question) -> tuple[Sentence, ...]:
    """The first steps, from a section headed by the emergency, else from sentences that name it."""
    passages = [hit.passage for hit in found.hits]
    passages.sort(key=lambda one: one.header.language != question.language)
    for passage in passages:
        if steps := _in_section(passage, emergency, question):
            return tuple(steps[:_MOST_SENTENCES])
    naming = (
        one
        for passage in passages
        for one in _sentences(passage, question)
        if emergency.named.search(one.text) and _is_step(one)
    )
    first = next(naming, None)
    return _of_one_document(first, naming) if first else ()


def _in_section(passage: Passage, emergency: _Emergency, question: Question) -> list[Sentence]:
    """The steps of a passage if one of its headings names the emergency; else none."""
    named = next(filter(None, map(emergency.named.search, reversed(passage.section))), None)
    if named is None:
        return []
    sentences: Iterable[Sentence] = _sentences(passage, question)
    if _NAMES_OTHERS.search(named.string[: named.start()]):
        # A section headed "Safe, transport and robbery" begins with the safe: skip that.
        sentences = dropwhile(lambda one: not emergency.named.search(one.text), sentences)
    return _steps(sentences)


def _steps(sentences: Iterable[Sentence]) -> list[Sentence]:
    """The sentences that help now, starting at the first that says what to do."""
    of_use = (one for one in sentences if not _NOT_NOW.search(one.text))
    return list(dropwhile(lambda one: not _is_step(one), of_use))


def _is_step(sentence: Sentence) -> bool:
    return bool(_SAYS_TO_DO.search(sentence.text)) and not _NOT_NOW.search(sentence.text)


def _of_one_document(first: Sentence, others: Iterator[Sentence]) -> tuple[Sentence, ...]:
    key = first.citations[0].passage.header.key
    more = [one for one in others if one.citations[0].passage.header.key == key]
    return (first, *more)[:_MOST_SENTENCES]


def _sentences(passage: Passage, question: Question) -> Iterator[Sentence]:
    for statement in statements(passage):
        sentence = sentence_of(passage, statement)
        if not statement.only_asks and holds(sentence, question):
            yield sentence
