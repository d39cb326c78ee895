"""Recognises questions for everything that the documents hold: "what rules are there?"."""

from knowledge.language.patterns.cues import any_of, cue
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms

_PLACE = "(?:store|shop|caf[eé]|convenience (?:store|shop)|handbook|company|system|bot)"
_PLACES_KO = (
    "(?:(?:매장|가게|점포|회사|카페|편의점|의류 ?매장|우리|저희|여기|핸드북|이 봇)"
    r"(?:에|에는|에서|엔|는|은|의)?\s?)*"
)
_RULES = (
    r"(?:(?:store|shop|company|staff|house) )?(?:rules?|polic(?:y|ies)|documents?|guides?"
    r"|guidelines?|handbooks?|manuals?|topics?|subjects?|regulations?|procedures?|information|info"
    r"|faqs?)"
)
_RULES_KO = "(?:규정|정책|규칙|지침|매뉴얼|문서|가이드|안내서?|자료|주제|항목|정보|내용)"
_ENGLISH = any_of(
    r"""
    (?:what|which) <KINDS>?(?:other |all )?<SOME> <HAVE>(?: <ALSO>)*
    (?:what|which) <KINDS>?(?:other |all )?<SOME>(?: <ALSO>)+
    (?:do|does|have) <WHO> (?:have|got|know) (?:any |some |a list of )?(?:all )?<SOME>(?: <ALSO>)*
    <SHOW> <THE>*(?:(?:list|overview) of )?<THE>*<SOME>(?: <ALSO>)*
    (?:<SHOW> )?<THE>*(?:list of <THE>*<SOME>|<SOME> list|(?:table of )?contents)(?: <ALSO>)*
    (?:what|which) (?:are|is) <THE>*<SOME>(?: <ALSO>)*
    """,
    KINDS="(?:(?:kinds?|types?|sorts?) of )",
    SOME=rf"{_RULES}(?:(?:,| and| or) {_RULES})*",
    HAVE=r"(?:are|is) there|exists?|(?:are|is) (?:available|included|covered|indexed|in force)"
    r"|(?:do|does|can|could|have|did) <WHO>(?: <DO>)?",
    DO="have|got|know|cover|hold|use|read|see|look up|search|find|ask(?: you)?|answer|help with",
    ALSO=r"about|here|now|right now|currently|(?:in|for|at) (?:the|this|our|your) <PLACE>"
    r"|you (?:have|know|cover)|there are|that exist|please",
    WHO="i|you|we|they|staff|employees|(?:the|this|our|your) <PLACE>",
    SHOW="(?:please )?(?:list|show|give|tell)(?: me| us)?(?: about)?",
    THE="(?:an?|the|all|your|our|full|complete|available|current) ",
    PLACE=_PLACE,
)
_KOREAN = any_of(
    r"""
    <PLACES><KINDS>\s?<SOME>\s?<HAVE>
    <PLACES><SOME>\s?(?:(?:에는|엔|은|는|이|가|중에)\s?)?<KINDS>\s?<HAVE>
    <PLACES>(?:(?:전체|모든|있는)\s?)?(?:<SOME>\s?)?(?:목록|목차|리스트|종류)[를을가이는은]?\s?<TELL>?
    <PLACES>(?:전체|모든|있는)\s?<SOME>\s?<TELL>
    """,
    PLACES=_PLACES_KO,
    KINDS=r"(?:무슨|어떤|뭔|어떠한|뭐|뭐뭐|뭐가|무엇이|무엇|어느)(?:\s?(?:것|거|게|것들|종류의?)(?:이|가|들이)?)?",
    SOME=rf"{_RULES_KO}(?:들)?(?:이나 {_RULES_KO})?(?:이|가|은|는|을|를|도|에|에는)?",
    HAVE=r"(?:(?:들어 ?)?있(?:어요?|나요?|습니까|는지|을까요?|죠|지요?|니|는데요?)"
    r"|(?:예요|인가요|이에요)"
    r"|(?:알고|가지고|갖고)\s?있(?:어요?|나요?|습니까)"
    r"|(?:볼|알|찾을|찾아볼|물어볼|답할)\s?수\s?있(?:어요?|나요?|습니까|죠))(?:\s?<TELL>)?",
    TELL=r"(?:(?:좀|다|전부|모두)\s?)*(?:알려|보여|말해|뽑아|정리해)\s?<GIVE>|(?:뭐|무엇)(?:예요|인가요|야)|궁금\S*",
    GIVE="(?:줘요?|주세요|주실래요|줄래요?|주십시오)",
)
_WHOLE = LazyPattern(f"(?:{_ENGLISH}|{_KOREAN})")
_BEFORE = cue(
    r"^(?:(?:hi|hello|hey|ok|okay|so|and|please|안녕하세요|저기요?|그럼|혹시)(?!\w)[\s,!.]*)+"
)
_BEHIND = cue(r"[\s,]*(?:please|thanks|thank you|pls)?[\s.?!~？]*$")


def asks_for_contents(text: str) -> bool:
    """Whether a message asks which rules or documents there are, on no subject."""
    said = _BEHIND.sub("", _BEFORE.sub("", " ".join(text.split())))
    return bool(query_terms(said)) and _WHOLE.fullmatch(said) is not None
