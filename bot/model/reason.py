"""The reasons why a sentence is dropped or is no answer: codes for logs, and their meanings."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Reason(StrEnum):
    """A reason's code. It is in audit logs and traces, so it must never change its meaning."""

    NO_CITATION = "no_citation"
    QUOTE_NOT_FOUND = "quote_not_found"
    QUOTE_TOO_SHORT = "quote_too_short"
    NOT_PLAIN = "not_plain"
    TELLS_A_MODEL = "tells_a_model"
    TOO_LONG = "too_long"
    TOO_MANY = "too_many"
    WRONG_LANGUAGE = "wrong_language"
    VALUE_NOT_QUOTED = "value_not_quoted"
    VALUE_OF_ANOTHER = "value_of_another"
    WORDS_NOT_QUOTED = "words_not_quoted"
    WORD_NOT_QUOTED = "word_not_quoted"
    NAME_NOT_QUOTED = "name_not_quoted"
    SUBJECT_NOT_QUOTED = "subject_not_quoted"
    POLARITY_DIFFERS = "polarity_differs"
    QUALIFIER_DIFFERS = "qualifier_differs"
    SLOT_EMPTY = "slot_empty"
    OTHER_STATE = "other_state"
    OTHER_CODE = "other_code"
    NOT_ABOUT_IT = "not_about_it"
    MODEL_FOUND_NONE = "model_found_none"


IN_WORDS: Final[Mapping[Reason, str]] = {
    Reason.NO_CITATION: "it cites nothing",
    Reason.QUOTE_NOT_FOUND: "its quote is not in the cited passage",
    Reason.QUOTE_TOO_SHORT: "its quote is too short to support it",
    Reason.NOT_PLAIN: "it contains a link, a mention, markup or code",
    Reason.TELLS_A_MODEL: "it gives instructions to a language model",
    Reason.TOO_LONG: "it is too long to read at the till",
    Reason.TOO_MANY: "the answer has enough sentences without it",
    Reason.WRONG_LANGUAGE: "it is not in the language of the question",
    Reason.VALUE_NOT_QUOTED: "it has a number or date that its quotes do not have",
    Reason.VALUE_OF_ANOTHER: "in its quotes, this value belongs to something else",
    Reason.WORDS_NOT_QUOTED: "too many of its words are in none of its quotes",
    Reason.WORD_NOT_QUOTED: "one of its words is in none of its quotes",
    Reason.NAME_NOT_QUOTED: "it names something that its quotes do not name",
    Reason.SUBJECT_NOT_QUOTED: "it is about something that its quotes do not mention",
    Reason.POLARITY_DIFFERS: "it says the opposite of its quotes",
    Reason.QUALIFIER_DIFFERS: "it says not, only, even or all, but its quotes do not",
    Reason.SLOT_EMPTY: "it has no value of the kind asked for",
    Reason.OTHER_STATE: "it is for another state of the goods: unopened, not opened",
    Reason.OTHER_CODE: "it is about another form or code than the one asked about",
    Reason.NOT_ABOUT_IT: "its passage does not mention the subject of the question",
    Reason.MODEL_FOUND_NONE: "the language model read the passages and found no answer",
}
"""The meaning of each code, about the sentence "it"."""


def in_words(code: str) -> str:
    """Returns the meaning of a code; the code itself if only an older release knew it."""
    return IN_WORDS[Reason(code)] if code in set(Reason) else code
