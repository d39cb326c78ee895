"""What is near a question, but lacks what it asks for (how long), or what it is about (a skirt)."""

from bot.answering.slot import demanded
from bot.answering.stated import holds, sentence_of
from bot.answering.unmentioned import mentioned
from bot.model import Checked, Evidence, Question, Verdict


def lacking(question: Question, evidence: Evidence) -> Checked:
    """No answer; with the best statement as the nearest where only what is asked for is missing."""
    nothing = Checked(Verdict.INSUFFICIENT)
    best = next(iter(evidence.candidates), None)
    if best is None:
        return nothing
    sentence = sentence_of(best.hit.passage, best.statement)
    if not holds(sentence, question):
        return nothing
    nearest = Checked(Verdict.PASS, kept=(sentence,))
    each = (demanded(question, nearest), mentioned(question, nearest, evidence))
    return next((one for one in each if one.verdict is Verdict.INSUFFICIENT), nothing)
