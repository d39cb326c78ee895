"""Recognises questions for steps or a remedy: how to do a thing, or what to do about a fault."""

from knowledge.language.patterns.cues import cue

_HOW = cue(
    r"""
    \bhow (?:do|can|should|would|must|shall|am|are|does|is) (?:<WHO> )(?!know|tell if|find out)
    \bhow to\b|\bwhat now\b|\bwhat (?:are|is) the (?:steps|procedure|process)\b|\bwalk me through\b
    \bwhat (?:do|should|must|shall|am|can|does|to) (?:<WHO> )?(?:supposed to )?(?:do|try|check)\b
    \b(?:steps|procedure|instructions) (?:for|to|of|when|if)\b|\bhow(?:'s| is) it done\b
    (?:어떻게|어케|어떡해)\s?(?:\S{1,8}\s)?<DO_KO>|어떡|어쩌|(?:하는|하려는) ?법|방법|절차|순서
    (?:뭘|무엇을|뭐를?|뭐부터) (?:먼저 )?(?:해야|하면|하나|할까|해요|하죠)
    """,
    WHO="(?:i|we|you|they|one|it|staff|cashiers?|employees?|someone|(?:a )?customers?|the [a-z]+)",
    DO_KO="하|해|처리|신청|등록|접수|쓰|써|작성|사용|취소|발급|대응|안내|응대|진행|설정"
    "|정리|입력|반납|계산|바꾸|바꿔|고치|고쳐|닫|열|만들|켜|끄|끕|풀|연결|교체|청소|세척|판매|받|보내"
    "|팔|조치",
)
_FAULT = cue(
    r"""
    \b(?:does|do|is|are|will|has|did|was|can)(?:n't| not) (?:\w+ )?<WORK>
    \bwon't (?:\w+ )?<WORK>|\bstopped (?:working|responding)\b|\bnot working\b|\bout of order\b
    \b(?:is|are|got|gets|keeps?) (?:\w+ )?<STATE>\b
    <DONE_KO>(?:이|을|가)?\s?(?:안|못|되지|하지)\s?(?:되|돼|됩|않|하|함|됨)
    (?:안|잘 안) (?:켜|꺼|나와|나오|열|닫|움직|눌|읽|돌아)
    고장\s?(?:났|나|이|인)|멈췄|멈춰|멈추면|먹통
    """,
    STATE="(?:stuck|broken|frozen|jammed|jamming|blocked|dead|leaking|flickering|beeping)",
    DONE_KO="(?:작동|인식|연결|출력|결제|인쇄|스캔|충전|로그인|접속)",
    WORK=r"(?:work|turn|switch|start|open|close|print|scan|charge|connect|respond|read|boot|move"
    r"|heat|cool|drain|spin|pair|light|play|load|accept|show|come|go|fit|lock|power)"
    r"(?:s|ing|ed)?\b",
)


def asks_how(text: str) -> bool:
    """Whether a question wants steps or a remedy: "how do I …", "… does not work"."""
    words = " ".join(text.split())
    return bool(_HOW.search(words) or _FAULT.search(words))


def without_how(text: str) -> str:
    """The question without the words that ask for steps, so that its subject is left."""
    return _HOW.sub(" ", " ".join(text.split()))
