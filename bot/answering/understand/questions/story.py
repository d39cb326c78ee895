"""Drops what the asker tells besides the question: courtesies, redacted words, a story.

"Customer is waiting" tells nothing of a rule; "I'm new here" may. So a message without its story
is only tried if the whole message finds no sure answer. Facts always stay: amounts, days, an
opened box, a member's card.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from bot.answering.criteria.condition.agreement import names_a_state
from bot.answering.understand.fillers import names_a_rule, without_rule_words
from bot.answering.understand.questions.parts import asks, asks_alone, stands_alone
from bot.answering.understand.questions.spelling import spelled
from bot.model import Question, Turn
from bot.privacy import still_safe, unmarked
from knowledge.language.calendar.named_days import ANY_DAY, named_days
from knowledge.language.patterns.cues import cue, has_words
from knowledge.language.terms import query_terms
from knowledge.model.documents import Found

_ENOUGH = 3
"""Words of its own that a question has at least to be asked without the sentences around it."""
_NOW = cue(r"\b(?:now|today|just)\b|오늘|지금|방금|아까")
_SENTENCE_END = re.compile(
    r"(?<=[.?!。？！~ㅠㅜㅋㅎ])(?<!\bno\.)(?<!\bext\.)\s+|\n+", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"(?<=[,;:…])\s+|\s+[-–—]+\s+"
    r"|\s+(?=(?:and|but|so|because) (?:i|we|he|she|they|there|it|how|what|when|where|who|which|can"
    r"|could|may|do|does|is|are)(?:'\w+)?\b)"
    r"|(?<!\band)(?<!\bbut)(?<!\bso)\s+(?=(?:i'?m|i am|asap|urgent(?:ly)?)\b)"
    r"|(?<=[가-힣][요죠줘])\s+|(?<=[가-힣][는은인한운신]데)\s+|(?<=데요)\s+"
    r"|(?<=[가-힣][라해어아셔]서)\s+|(?<=[가-힣]니까)\s+",
    re.IGNORECASE,
)
_COURTESY = frozenset(
    """hi hello hey dear good morning afternoon evening please pls plz thanks thank you thx sorry
    excuse me to bother trouble but a an quick one question just so ok okay all team everyone guys
    there folks much very in advance regards cheers um well and""".split()
)
_BESIDE_COURTESY = frozenset("to but a an one just so ok okay all very in um well and".split())
"""Of these, words that are no courtesy by themselves: "…, ok?"."""
_COURTESY_KO = cue(
    r"""
    (?:안녕|죄송|미안|실례|감사|고맙|수고)[가-힣]*|저기요?|여러분|네|음|아|혹시|그런데|근데|하나만?|간단히?|급하게
    (?:질문|문의|여쭤볼|여쭐|물어볼|궁금한)\s?(?:게|거|것|점|사항)?(?:이|을|를|가|은)?
    (?:질문|문의|여쭤|여쭙|부탁)[가-힣]*|(?:있|드려|드립)[가-힣]*
    """
)
_ENGLISH = _COURTESY | frozenset(
    """about afraid again already also always am angry annoyed any anybody anyone appreciate are as
    ask asked asking at away be been before behind boss busy call can cannot can't cant check client
    colleague colleagues complaining confused could customer customers desperate do does doesn't
    don't dont else everybody ever find first for forgot from front gentleman getting girl guest guy
    hand has have haven't he help her here he's him his hurry i i'm im i've impatient is isn't it
    it's job keep keeps kind know lady leader line little long lot lots mad man manager may minute
    minutes moment my myself need needs new not now of off on only or our out people person queue
    quickly quite rather reach really remember right rude rush say says seem seems she she's
    shouting somebody someone soon stand standing start started still stressed supervisor supposed
    sure tell telling that that's thats the their them then there's they thing think this time today
    told too tried trainee trying understand unsure until up upset urgent urgently wait waiting want
    wanted wants was we went were with woman wondering work worked working worried would yelling
    yesterday yet young your asap hope fine bit though advice staring""".split()
)
"""Words that tell of the asker or of those who wait, and name nothing of a rule."""
_KOREAN = cue(
    r"""
    (?:제|저|저희|우리|내|나|본인)(?:가|는|도|의|한테)?|(?:그|이|저)(?:게|분이?|런데)?
    (?:손님|고객|고객님|어르신|아주머니|아저씨|할머니|할아버지|여자분|남자분|분|사람|점장님?|선배님?|사수|매니저님?)(?:들)?<P>
    지금|방금|아까|오늘|어제|계속|자꾸|막|너무|많이|정말|진짜|엄청|좀|조금|그냥|갑자기|아직|벌써|다|잘|빨리|얼른|급히|제발|되게
    (?:앞|옆|뒤|매장|가게|여기|밖|계산대)(?:에|에서)?|줄<P>|한|몇|어떤|처음|첫날|첫|첫날이라|말씀<P>|답변<P>|도움<P>|답<P>
    (?:급하|급해|급한|급합|바쁘|바빠|바쁜|기다리|기다려|기다린|화나|화가|화내|화를|짜증|서두르|재촉|보채|난리|항의|당황|답답|걱정|무서)[가-힣]*
    (?:계시|계세|계신|계셔|오셔|오셨|오신|와|서|있|왔|온|나|내|하시|하고|하는|해|났|많)[가-힣]{0,5}
    (?:신입|알바|아르바이트|초보|막내|수습)(?:생)?<P>(?:이?라서?|인데요?|이에요|예요|입니다|이고요?)?
    (?:모르|몰라|모르겠|헷갈|까먹|잊어|기억|배우|들어온|들어왔|입사한|시작한|출근|됐|안|얼마)[가-힣]*
    (?:물어|알고|알려|가르쳐|말해|답해|도와|찾아|확인|궁금)[가-힣]*|(?:싶|주세요|주실|줘|줘요|바랍)[가-힣]*
    """,
    P=r"(?:을|를|이|가|은|는|도|에|의|께서|한테|이요|요|만|로|으로)?",
)
"""The same in Korean, a whole word each."""
_CONTACT = cue(
    r"""
    \b(?:my|his|her|the|our|is|are|was|number|phone|mobile|cell|name|email|e-mail|mail|address|id|at|on|me|reach|call|contact|and|by)\b
    (?:제|저|저희|고객|고객님|손님)?\s?(?:전화|휴대폰|핸드폰)?\s?(?:번호|전화|연락처|핸드폰|휴대폰|이름|성함|메일|이메일|주소|아이디)(?:는|은|이|가|도|로)?
    (?:제|저|저희|고객님?|손님)(?:의|는|가|이)?|(?:이고|이며|이구|인데|이에요|예요|입니다|연락|주세요|부탁)[가-힣]*
    """
)
"""Words around contact data: of a clause with redacted words, they are the rest."""
_FACT = cue(
    r"""
    \d|\b(?:member|gold|silver|bronze|platinum|vip|staff|employee|minor|child|kid|baby|student|tourist|foreign)
    \b(?:card|cash|coupon|voucher|receipt|online|app|sale|discount|gift)
    회원|골드|실버|직원|미성년|학생|아이|아기|외국인|관광객|카드|현금|쿠폰|영수증|온라인|앱|할인|상품권|선물
    """
)
"""Words of a case that a rule may turn on."""
_WORDS = re.compile(r"[\w'’-]+")


def without_courtesies(text: str) -> str:
    """The message without greetings, thanks and redacted words; unchanged if too little is left."""
    return _joined((one for one in _clauses(text) if not _is_courtesy(one)), text, query_terms)


def other_forms(question: Question, before: Turn | None, found: Found) -> list[Question]:
    """The same question in other words: without a story or the word "policy", or spelled as usual.

    `found` has what was found for it. After an earlier question of a thread, a word is enough.
    """
    if question.document:
        return []
    is_enough = bool if before else stands_alone
    texts = [*without_story(question.text, is_enough), without_rule_words(question.text)]
    texts.append(spelled(question.text, found))
    of_rules = names_a_rule(question.text)
    return [
        replace(question, text=still_safe(one), rules_only=of_rules)
        for one in dict.fromkeys(texts)
        if one != question.text
    ]


def without_story(text: str, is_enough: Callable[[str], bool] = stands_alone) -> list[str]:
    """Shorter texts of a message, without what may be the asker's story; none without one."""
    shorter = _joined((one for one in _clauses(text) if not _is_story(one)), text, is_enough)
    return [one for one in dict.fromkeys((shorter, _asked_alone(text))) if one not in ("", text)]


def _joined(clauses: Iterator[str], text: str, is_enough: Callable[[str], object]) -> str:
    kept = list(clauses)
    words = " ".join(" ".join(kept).split()).strip(" ,;:-–—")
    return words if len(kept) < len(_clauses(text)) and is_enough(words) else text


def _asked_alone(text: str) -> str:
    """The asking sentences of a message, if they say enough and the others hold no fact."""
    each = _sentences(text)
    asked = " ".join(one for one in each if asks(one))
    others = [one for one in each if not asks(one)]
    is_enough = asks_alone(asked) and has_words(asked.split(), _ENOUGH)
    return asked if is_enough and not any(map(_tells_a_fact, others)) else ""


def _sentences(text: str) -> list[str]:
    return [one.strip() for one in _SENTENCE_END.split(text) if one.strip()]


def _clauses(text: str) -> list[str]:
    return [one for sentence in _sentences(text) for one in _CLAUSE.split(sentence)]


def _is_courtesy(clause: str) -> bool:
    if asks(clause):
        return False
    bare = unmarked(clause)
    if bare != clause and not _WORDS.search(_CONTACT.sub(" ", bare)):
        return True
    words = _words(bare)
    is_polite = all(one in _COURTESY or _COURTESY_KO.fullmatch(one) for one in words)
    return is_polite and not _BESIDE_COURTESY.issuperset(words)


def _is_story(clause: str) -> bool:
    """Whether every word of a clause tells of the asker, and it asks nothing."""
    if asks(clause) or _tells_a_fact(clause):
        return False
    return all(
        one in _ENGLISH or _KOREAN.fullmatch(one) or _COURTESY_KO.fullmatch(one)
        for one in _words(unmarked(clause))
    )


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.lower().replace("’", "'"))


def _tells_a_fact(text: str) -> bool:
    """Whether a text holds a number, a day, or a state of goods, which may decide."""
    bare = unmarked(text)
    days = named_days(_NOW.sub(" ", bare), ANY_DAY)
    return bool(_FACT.search(bare) or names_a_state(bare) or days)
