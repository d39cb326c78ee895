"""Step 1: is this a question at all?"""

import re

LONGEST = 2000
"""Characters of a question."""
_SMALL_TALK = re.compile(
    r"(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?(?: you)?(?: so much| a lot)?"
    r"|ok(?:ay)?|bye|안녕(?:하세요|하십니까)?|고마워요?|고맙습니다|감사(?:합니다|해요)|네|넵|수고하세요)[\s.!~^ㅎㅋ?]*",
    re.IGNORECASE,
)


def is_small_talk(text: str) -> bool:
    """Whether a message only greets or thanks, or says nothing at all."""
    words = text.strip()
    return not any(char.isalnum() for char in words) or bool(_SMALL_TALK.fullmatch(words))
