"""What the trace of a request knows, on the answer that leaves it."""

from dataclasses import replace

from bot.model import Answer, Question
from bot.telemetry import current


def traced(answer: Answer, question: Question) -> Answer:
    """The answer with its times and costs, to be looked up by its trace id."""
    trace = current()
    return replace(
        answer,
        asked=question.filters,
        trace_id=trace.trace_id,
        ms=trace.ms,
        steps=dict(trace.steps),
        spent=dict(trace.amounts),
    )
