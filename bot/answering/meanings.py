"""What a word stands for: the statement that says what it means."""

from knowledge.late import Late

_ASKS = Late(
    r"\bwhat (?:kind of )?[^?.!]{0,60}\b(?:stands? for|means?)\b(?! of\b)"
    r"|\bwhat (?:is|does it) meant? by\b|\bwhat[^?.!]{0,20}\b(?:meaning|definition) of\b"
    r"|\b(?:meaning|definition) of [^?.!]{1,40}[?]?$"
    r"|무슨 ?(?:뜻|의미|말)[이인일]|(?:뜻|의미)[이가은는]? ?(?:뭐|뭔|무엇|무슨)"
    r"|(?<=[가-힣A-Za-z])이?란 ?(?:무엇|뭐|뭔)|뜻 ?(?:알려|설명)"
)
_TELLS = Late(
    r"\b(?:means?|stands? for|is defined as|are defined as|is short for|refers? to)\b(?! of\b)"
    r"|(?:[\"'”’A-Za-z)]이?|[가-힣]이)란 .*(?:말한다|말합니다|뜻한다|뜻합니다|입니다|이다)"
    r"|[을를] ?(?:뜻|의미|말)(?:합니다|한다|함|하며|하고)|의 (?:약자|줄임말|준말)|라는 (?:뜻|의미)"
)


def asks_what_it_means(text: str) -> bool:
    """Whether a question asks what something means or stands for."""
    return bool(_ASKS.search(text))


def tells_what_it_means(text: str) -> bool:
    """Whether a statement says what something means or stands for."""
    return bool(_TELLS.search(text))
