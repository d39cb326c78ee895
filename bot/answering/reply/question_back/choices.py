"""The possible replies to the question that the bot asks back: a button each."""

import re
from functools import cache

from bot import texts
from bot.answering.listed_names import names_in
from bot.answering.understand.follow_up.replied import chosen_reply
from bot.answering.understand.follow_up.yes_or_no import in_words
from bot.model import Answer, Choice, Verdict
from bot.model.said import turn_of
from bot.texts import Text
from knowledge.model.documents import Language

MOST = 5
"""More are too many to read at the till; they are typed."""
_CASES: tuple[tuple[Text, tuple[Text, Text]], ...] = (
    (texts.ASK_OPENED, (texts.OPENED, texts.UNOPENED)),
    (texts.ASK_FAULTY, (texts.FAULTY, texts.NOT_FAULTY)),
    (texts.ASK_RECEIPT, (texts.WITH_RECEIPT, texts.WITHOUT_RECEIPT)),
)
"""Questions of yes or no, with what a yes and a no mean."""
_LISTS = (
    texts.ASK_GRADE,
    texts.ASK_STORE_OF,
    texts.ASK_STORE_TYPE,
    texts.ASK_WHICH_OF,
)
"""Questions that name their replies."""
_FIELD = re.compile(r"\\\{(\w+)\\\}")


def choices(answer: Answer) -> tuple[Choice, ...]:
    """The replies that may be tapped; none if the answer asks nothing back, or only a day."""
    asked, language = answer.follow_up, answer.question.language
    if asked is None or answer.verdict is Verdict.OFF_TOPIC:
        return ()
    turn = turn_of(answer)
    replies = _yes_or_no(asked, language) or _named(asked, language)
    if len(replies) > MOST:
        return ()  # some without the others would look like all
    return tuple(Choice(label, chosen_reply(said, turn)) for said, label in replies)


def _yes_or_no(asked: str, language: Language) -> list[tuple[str, str]]:
    """What a person may say, and how its button is named."""
    both = (texts.YES[language], texts.NO[language])
    if in_words(both[0], asked) is None:
        return []
    meant = next((two for question, two in _CASES if asked == question[language]), None)
    labels = tuple(one[language] for one in meant) if meant else both
    return list(zip(both, labels, strict=True))


def _named(asked: str, language: Language) -> list[tuple[str, str]]:
    if asked == texts.ASK_CHANNEL[language]:
        names = [texts.IN_A_STORE[language], texts.ONLINE[language]]
    else:
        matches = (_form(wording[language]).fullmatch(asked) for wording in _LISTS)
        listed = next((match["names"] for match in matches if match), "")
        names = names_in(listed)
    return [(name, name) for name in names]


@cache
def _form(wording: str) -> re.Pattern[str]:
    """What a wording says once its fields are filled in; its last field is a list of names."""
    *_, last = _FIELD.findall(re.escape(wording))
    named = {last: "(?P<names>.+)"}
    return re.compile(_FIELD.sub(lambda one: named.get(one[1], ".+?"), re.escape(wording)))
