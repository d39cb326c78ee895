"""What is near a question, but lacks what it asks for: a place to put things, not how long."""

from bot.answering.slot import demanded
from bot.answering.stated import holds, sentence_of
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
    checked = demanded(question, Checked(Verdict.PASS, kept=(sentence,)))
    return checked if checked.verdict is Verdict.INSUFFICIENT else nothing
