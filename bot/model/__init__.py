"""The types of the conversation, from a person's message to the reply."""

from bot.model.found import Candidate, Evidence, Judged
from bot.model.said import Answer, Choice, ClosestRule, Failure, Reply, Source, Table
from bot.model.sent import (
    ClosestPlace,
    Length,
    Message,
    Platform,
    Question,
    SafeText,
    Scope,
    Turn,
    Wait,
)
from bot.model.written import (
    Checked,
    Citation,
    Confidence,
    Draft,
    Issue,
    ModelCall,
    Nearest,
    Sentence,
    Verdict,
    Written,
)

__all__ = [
    "Answer",
    "Candidate",
    "Checked",
    "Choice",
    "Citation",
    "ClosestPlace",
    "ClosestRule",
    "Confidence",
    "Draft",
    "Evidence",
    "Failure",
    "Issue",
    "Judged",
    "Length",
    "Message",
    "ModelCall",
    "Nearest",
    "Platform",
    "Question",
    "Reply",
    "SafeText",
    "Scope",
    "Sentence",
    "Source",
    "Table",
    "Turn",
    "Verdict",
    "Wait",
    "Written",
]
