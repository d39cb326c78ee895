"""Copies the trace of a request to its answer."""

from dataclasses import replace

from bot.model import Answer, Question
from bot.telemetry import current


def traced(answer: Answer, question: Question) -> Answer:
    """Adds the trace id, the times of the steps, and the costs."""
    trace = current()
    return replace(
        answer,
        asked=question.filters,
        trace_id=trace.trace_id,
        ms=trace.ms,
        steps=trace.steps,
        spent=dict(trace.amounts),
    )
