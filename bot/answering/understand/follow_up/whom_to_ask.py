"""Recognises "who do I ask?": a message that wants a person, and names no subject of its own."""

from knowledge.language.patterns.cues import any_of
from knowledge.language.patterns.lazy import LazyPattern

_ASKED = any_of(
    r"""
    <WHO> (?:do|should|can|could|must|would|shall) <PEOPLE><NOW>? <ASK><ABOUT>?
    <WHO>(?:'s| is| am i| are we)? (?:to|supposed to|meant to) <ASK><ABOUT>?
    (?:who|whom) to <ASK><ABOUT>?
    <WHO> (?:can|could|will|would) (?:help|answer|tell|decide|confirm|explain)(?: me| us)?<ABOUT>?
    <WHO> (?:knows|decides|owns|settles|handles|is responsible|is in charge|looks after)<ABOUT>?
    <WHO>(?:'s| is) (?:the )?(?:owner|contact(?: person)?|person in charge|in charge)<ABOUT>?
    (?:is there )?(?:anyone|anybody|someone|somebody) (?:else )?(?:i can|to|i could) <ASK><ABOUT>?
    <THIS_KO>*<WHOM_KO>\s?<ASK_KO>
    <THIS_KO>*<OWNER_KO>(?:는|은|가|이)?\s?(?:누구|어디)<IS_KO>?
    <THIS_KO>*(?:누가|어디서|어느 (?:부서|팀)(?:가|이)) (?:담당|결정|책임)\S{0,8}
    """,
    WHO="(?:and |so |then |ok |okay |but )?(?:who|whom|who else|whom else)",
    PEOPLE="(?:i|we|you|people|staff)",
    NOW=" (?:then|now|best)",
    ASK="(?:ask|contact|call|consult|go to|turn to|talk to|speak to|speak with|talk with|tell"
    "|check with|report (?:it|this|that) to|report to|write to|email|reach out to|inform)",
    ABOUT="(?:,? (?:about|for|with|on|of|regarding)? ?(?:this|that|it|these|those|them|more|help"
    "|(?:this|the|that) (?:rule|document|question|policy|matter|conflict|answer))"
    "|,? (?:then|now|instead|here|next|if (?:i am|i'm|we are|we're) not sure))",
    THIS_KO=r"(?:(?:혹시|그럼|그러면|그런데|근데|그래서|이건|이거|그건|그거|여기|자세한 건|더|이|그"
    r"|[이그] ?(?:문서|규정|내용))(?:는|은|의|에 대해(?:서는|서)?)? ?)",
    WHOM_KO="(?:누구(?:한테|에게|랑|와|하고|께|를)|누굴|어디(?:에다|에|로|다)?"
    "|어느 (?:부서|팀|분)(?:한테|에게|에|로|이랑)?)",
    ASK_KO=r"(?:물어|문의|연락|얘기|이야기|말씀|말|여쭤|여쭈어|전화|확인|알리|알려|보고|상담|찾아)"
    r"[가-힣\s]{0,12}",
    OWNER_KO=r"(?:담당\s?(?:자|부서|팀|하는 (?:사람|부서|팀|곳))|책임자)",
    IS_KO="(?:예요|에요|이에요|세요|신가요|인가요|죠|지요?|야|입니까|인지)",
)
_WHOLE = LazyPattern(rf"{_ASKED}[\s?!.~]*")


def asks_whom(said: str) -> bool:
    """Whether a message asks for the person to turn to, and says nothing about what."""
    return _WHOLE.fullmatch(said.strip()) is not None
