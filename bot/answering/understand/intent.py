"""Tells the intent of a question from its words: news, a comparison, an exception, how-to."""

import re

from bot.model.understood import Intent
from knowledge.language.patterns.cues import cue, has_words

_RULES = r"(?:rule|document|guide|guideline|handbook|version|term|procedure)s?|polic(?:y|ies)"
_RULES_KO = "규정|정책|규칙|지침|매뉴얼|문서|가이드|기준|제도|안내"
_COMPARE = cue(
    r"""
    \bwhat(?:'s|s)? (?:(?:has|have|had|was|were|is|are) )?(?:been )?(?:changed|different)\b
    \b(?:what|which) (?:<RULES>|things) (?:(?:have|had|were) )?(?:been )?(?:changed|updated)\b
    \bwhat (?:has|have) been updated\b
    \bwhat (?:are |were )?the (?:changes|differences?)\b
    \bhow (?:did|has|have|was|were|is|are)\b.{1,60}\b(?:changed?|different|updated|amended)\b
    \b(?:has|have|did)\b.{1,50}\b(?:<RULES>|limits?|discount|period|window)\b.{0,20}\bchanged?\b
    \b(?:differences?|compare|comparison|changes?)\b.{0,60}\b(?:v\d|old|new|previous|<RULES>)\b
    \b(?:old|previous|earlier|last)\b.{0,25}\b(?:and|vs\.?|versus|to|with)\b.{0,12}\b<CURRENT>\b
    \bv(?:ersion)? ?\d[\d.]* (?:and|vs\.?|versus|to) (?:v(?:ersion)? ?)?\d
    \bversion history\b|\bchange ?log\b
    버전(?:별|\s?간|들|\s?사이)?\S{0,2}\s?(?:\S{1,4}\s)?(?:차이|비교|변경|달라)
    <OLD_KO>\s?(?:\S{1,6}\s)?(?:<RULES_KO>|버전|것)?\S{0,2}\s?<WITH_KO>\s?.{0,25}<DIFFERS_KO>
    (?:뭐가?|무엇이|어디가|어떤 게|어떻게|얼마나|언제)\s?(?:\S{1,8}\s)?<CHANGED_KO>
    <CHANGED_WHICH_KO>\s?(?:점|내용|부분|사항|데)
    <CHANGED_WHICH_KO>\s?(?:게|거|것)\S{0,2}\s?(?:뭐|무엇|있|알려|$)
    (?:개정|변경)\s?(?:전후|이력|내역|사항|내용|점)
    <RULES_KO>\S{0,2}\s?(?:이|가)?\s?<CHANGED_KO>
    """,
    RULES=_RULES,
    RULES_KO=_RULES_KO,
    CURRENT="new|current|latest|present",
    OLD_KO="이전|예전|종전|기존|전|옛|구|지난",
    WITH_KO="하고|과|와|이랑|랑|에 비해|보다|대비",
    DIFFERS_KO="차이|비교|달라|다른|바뀐|변경",
    CHANGED_KO="바뀌었|바뀐|바꼈|달라졌|달라진|변경됐|변경되었|개정됐",
    CHANGED_WHICH_KO="바뀐|변경된|달라진|개정된|수정된",
)
_NEW = cue(
    r"""
    \bwhat(?:'s|s| is| are) new\b(?=\W*$|\W+(?:in|with|since|from|for|at|about|this|next|<WHEN>)\b)
    \b(?:what|which) (?:<RULES>|changes|things) (?:are|is|were|have become) new\b
    \banything new\b|\bany updates\b|^(?:any )?new (?:<RULES>|changes)\W*$
    \b(?:are there |any |what )(?:new|upcoming|recent) (?:\w+ )?(?:<RULES>|changes|updates)
    \b(?:latest|recent|upcoming) (?:\w+ )?(?:changes|updates|news)\b
    \bwhat(?:'s| is| will be)? (?:changing|coming up)\b
    \bwhat(?:'s| is| are| will be)? (?:going to|about to) (?:change|be (?:changed|different|new))\b
    \bwhat (?:will|shall) be (?:changed|different|new)\b
    \b(?:how will|will) (?:the |our )?(?:\w+ ){0,3}?<MAY_CHANGE> change\b
    \bwhat (?:will change|changes (?:from|on|next|in|this|as of))\b
    \b(?:what|which)(?: new)?(?: <RULES>| changes| things)?\b.{0,20}\b<HOLDS>\b.{0,12}\b<FROM>\b
    새로\s?<CHANGED>\s?<THING>?\S{0,2}\s?(?:좀\s?|다\s?)*<ASKS>?<END>
    <RECENTLY>(?:에|에는)?\s?(?:새로 )?<CHANGED>
    (?:새|새로운|신규)\s?<RULES_KO>\S{0,2}\s?(?:있|뭐|무엇|나왔|알려|목록|$)
    (?<!언제)부터\s?(?:새로 |새롭게 )?<COMES>\S*\s?<THING>?\S{0,2}\s?<ASKS>?<END>
    (?<!면\s)(?:뭐가?|무엇이|어떤 게|어떻게)\s?(?:\S{1,8}\s)?<WILL_CHANGE>
    <WHICH_WILL>\s?(?:\S{1,8}\s){0,2}(?:<RULES_KO>|<THING>)\S{0,2}\s?(?:<ASKS>|$)
    뭐가 새로|새로운 (?:소식|내용|점|게|거|것)|새 소식
    업데이트\s?(?:된\s?)?(?:내용|사항|있)|앞으로 (?:바뀌|달라지|시행)
    """,
    RULES=_RULES,
    RULES_KO=_RULES_KO,
    WHEN="today|lately|recently|here",
    MAY_CHANGE=f"{_RULES}|limits?|discount|period|window|hours|rates?",
    HOLDS="in force|in effect|effective|apply|applies|valid|starts? to apply|tak(?:es?|ing) effect"
    "|(?:comes?|go|goes|coming|going) in(?:to)? (?:force|effect)",
    FROM="from|on|next|as of|starting|soon|since|tomorrow|this",
    CHANGED=r"바뀐|생긴|나온|시행\S*|추가된|적용\S*|개정된|변경된|달라진|업데이트된?",
    THING="규정|정책|규칙|것|거|게|건|점|내용|사항|공지|매뉴얼|지침|부분|제도",
    COMES="시행|적용|바뀌|달라지|변경",
    WILL_CHANGE=r"(?:바뀌|달라지|변경되)(?:어요|나|는|죠|지|니|냐|ㄹ)|바뀝니|달라집니|변경됩니|바뀔|달라질|변경될"
    r"|바뀌어<END>|달라져요",
    WHICH_WILL="(?:바뀌는|바뀔|달라지는|달라질|변경되는|변경될)",
    RECENTLY="최근|요즘|이번에|이번 ?달|이번 ?주|지난 ?주|지난 ?달|올해|금년|작년",
    ASKS=r"(?:뭐|무엇|있|알려|정리|보여)\S*|목록",
    END=r"[\s?.!]*(?:주세요)?[\s?.!]*$",
)
_LATEST = cue(
    r"""
    ^(?:<SHOW> )?(?:the |our |all )*(?:latest|newest|most recent) <RULES>(?: here| now)?\W*$
    ^(?:제일 |가장 )?(?:최신|최근)의?\s?(?:<RULES_KO>)들?[이가은는을를]?\s?(?:좀\s?)?<WHICH_KO>\W*$
    """,
    SHOW="what(?:'s|s| is| are)?|show me|tell me(?: about)?|list|which (?:is|are)",
    RULES=_RULES,
    RULES_KO=_RULES_KO,
    WHICH_KO=r"(?:(?:뭐|뭔|무엇|어떤|알려|보여|있|궁금)\S*(?:\s\S{1,6})?)?",
)
_EXCEPTION = cue(
    r"""
    \bwhat if\b|\bunless\b|\beven (?:if|though|when)\b|\bexceptions?\b|\bexempt|\binstead of\b
    \bwithout (?:<ANY> )?(?:\w+ )?(?:<PAPER>|packag\w+|card|voucher|approval)\b
    \b(?:no|lost|missing|forgot|hasn't|do(?:es)?n't have|never had)\b.{0,20}\b<PAPER>\b
    \b(?:is|was|has been|it's) (?:opened|broken|damaged|worn|used|expired)\b
    \balready open|\bripped\b
    \bafter (?:the )?(?:deadline|\d+ (?:days?|weeks?|months?))\b|\btoo late\b
    영수증\S{0,2}\s?(?:도\s)?(?:없|분실|잃어|안 가|못 가)|없이|없는데|없대|없으면|없어도|예외
    분실했|잃어버렸는데|안\s?가져
    (?:지났|넘었|지나|늦|뜯|개봉|훼손|파손|상했|망가|깨)\S{0,4}(?:는데|어도|도|으면|면|대요|고)
    """,
    ANY="a|the|any|an|their|his|her",
    PAPER="receipts?|proof|box|tags?|ids?|labels?|licen[cs]e",
)
_HOW_TO = cue(
    r"""
    \bhow (?:do|can|should|would|must|shall|am|are) (?:i|we|you|they|one|staff|cashiers?)\b
    \bhow to\b|\bwhat now\b|\bwhat are the steps\b|\bwalk me through\b|\bfirst aid\b
    \bwhat (?:do|should|must|shall|am|can) (?:i|we)\b(?: supposed to)? (?:do|say|write|fill|tell)
    \b(?:steps|procedure|instructions|process) (?:for|to|of|when|if)\b|\b(?:which|what) form\b
    \b(?:who|whom|where) (?:do|should|must|can|may) (?:i|we) <TELL>\b
    어떻게\s?(?:\S{1,8}\s)?<DO_KO>|어떡|어쩌|절차|방법|양식|순서(?:가|는|대로|를)|하는\s?법
    어디(?:에|로|다)(?:\s\S{1,5})?\s?(?:적|보고|알려|신고|연락|문의|제출|기록|넣|보내)
    누구(?:한테|에게)\s?(?:\S{1,5}\s)?(?:말|연락|보고|알|물어|신고|전달)|뭐라고 (?:해|하|말|답)
    """,
    TELL="call|tell|contact|ask|report|write|log|put|send|inform|notify|go|find|turn|record",
    DO_KO="하|해|처리|신청|등록|접수|쓰|써|작성|사용|취소|발급|받|드리|보고|알|대응|안내|응대|진행|설정"
    "|정리|입력|반납|계산|확인|찾|바꾸|먹|내|요",
)
_CUES = (
    (Intent.WHAT_IS_NEW, _NEW),
    (Intent.WHAT_IS_NEW, _LATEST),
    (Intent.COMPARE_VERSIONS, _COMPARE),
    (Intent.EXCEPTION, _EXCEPTION),
    (Intent.HOW_TO, _HOW_TO),
)
_NO_SUBJECT = re.compile(
    r"(?:what(?:'?s)?|which|has|have|had|was|were|is|are|been|did|any|anything|things|changed?|changes"
    r"|changing|will|be|being|going|about|to|upcoming|coming|up|soon|different|updated|updates|new|recently|lately|now|since|then|at|all|so|far|here|there|please"
    r"|tell|me|can|you|do|know|and|the|our|your|in|of|store|shop|handbook|hi|hello|hey|ok|okay"
    rf"|{_RULES}"
    r"|앞으로|이후로?|이후에?|부터|동안|매장|가게|우리|어떤|무슨|뭐[가야]?|뭐예요|무엇이?|새로|혹시|그럼|근데|좀|다|전부|모두|모든"
    rf"|(?:{_RULES_KO}|바뀌|바뀐|바뀔|바꼈|달라[졌진지질]|예정|변경|개정|업데이트|점|내용|부분|사항|거|것|있|알려|정리"
    r"|보여)\S{0,4}|게|건|목록|줘|주세요)",
    re.IGNORECASE,
)
"""Words of a question about changes that name no document."""
_COMING = cue(
    r"""
    \bwhat(?:'s|s| is| are)? (?:going to|about to|changing|coming up)\b
    \bwhat changes\b(?! (?:were|was|did))
    \b(?:what|how|which|when) (?:\w+ ){0,6}?will\b|^will\b|\b(?:upcoming|coming up)\b
    바뀌[나는니죠지]|바뀌어요|바뀔|바뀝니|달라지[나는니죠]|달라질|달라져요|달라집니
    변경되[나는니죠]|변경될|변경됩니|예정|앞으로
    """
)
_OF_TWO = re.compile(
    r"v?\d[\d.]*|differences?|between|compared?|comparison|old|previous|earlier|current|latest|last"
    r"|history|how|(?:버전|차이|비교|예전|이전|종전|기존|지금|현재|이력|내역|어떻게|다른|달라)\S{0,4}",
    re.IGNORECASE,
)
"""Words that ask to compare two versions."""
_ENOUGH = 2
"""Words with a meaning; with fewer, the intent is unknown."""


def asks_what_comes(text: str) -> bool:
    """Whether a question about changes asks for future ones."""
    return bool(_COMING.search(text))


def asks_for_latest(text: str) -> bool:
    """Whether a question asks for the latest rules, whenever they took effect."""
    return bool(_LATEST.search(" ".join(text.split())))


def names_no_subject(text: str) -> bool:
    """Whether a question about changes, with its days removed, names no document."""
    words = re.findall(r"[\w']+", text)
    return all(_NO_SUBJECT.fullmatch(word) for word in words)


def subject_words(text: str) -> list[str]:
    """The words that name the document in a question about changes, with its days removed."""
    words = re.findall(r"[\w']+", text)
    return [word for word in words if not (_NO_SUBJECT.fullmatch(word) or _OF_TWO.fullmatch(word))]


def intent_of(text: str) -> Intent:
    """The intent of a question: a policy lookup, unless its words show another."""
    words = " ".join(text.split())
    found = next((intent for intent, pattern in _CUES if pattern.search(words)), None)
    if found is not None:
        return found
    return Intent.POLICY_LOOKUP if has_words(words.split(), _ENOUGH) else Intent.UNKNOWN
