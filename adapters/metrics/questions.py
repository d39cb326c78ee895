"""Counts and times messages once they have their reply."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram

from bot.model import Verdict
from bot.telemetry import Trace

_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_OF_VERDICT: Mapping[object, str] = {
    Verdict.PASS: "answered",
    Verdict.CONFLICT: "conflict",
    Verdict.INSUFFICIENT: "refused",
    Verdict.OFF_TOPIC: "off_topic",
}
_TOKENS = {"input_tokens": "input", "output_tokens": "output"}


class QuestionMetrics:
    """Figures of messages, by what became of them. No label holds anybody's words or name."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._questions = Counter(
            "storewise_questions",
            "Questions with a reply, by outcome: answered, conflict, closest, refused, off_topic,"
            " talk, unread, stopped, failed.",
            ("platform", "outcome", "language"),
            registry=registry,
        )
        self._commands = Counter(
            "storewise_commands",
            "Commands in a chat.",
            ("platform",),
            registry=registry,
        )
        self._seconds = Histogram(
            "storewise_question_seconds",
            "Seconds from a question to its reply, without waiting for a turn.",
            ("platform",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._steps = Histogram(
            "storewise_step_seconds",
            "Seconds of each step of a question.",
            ("step",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._cached = Counter(
            "storewise_cached_answers",
            "Answers that were made for somebody else before.",
            registry=registry,
        )
        self._tokens = Counter(
            "storewise_model_tokens",
            "Tokens of the language model.",
            ("direction",),
            registry=registry,
        )
        self._cost = Counter(
            "storewise_model_cost",
            "Cost of the language model, in the currency of OPENAI_PRICE_INPUT.",
            registry=registry,
        )
        self._troubles = Counter(
            "storewise_model_troubles",
            "Questions to which the language model gave no draft, by the reason.",
            ("reason",),
            registry=registry,
        )
        self._errors = Counter(
            "storewise_errors",
            "Messages that got an apology instead of a reply, by the kind of error.",
            ("kind",),
            registry=registry,
        )

    def __call__(self, trace: Trace) -> None:
        """Counts a message."""
        about = trace.outcome
        platform = str(about.get("platform") or "")
        if error := about.get("error"):
            self._errors.labels(str(error)).inc()
        if about.get("command") is not None:
            self._commands.labels(platform).inc()
            return
        self._questions.labels(platform, outcome_of(about), str(about.get("language") or "")).inc()
        self._seconds.labels(platform).observe(trace.ms / 1000)
        for step, ms in trace.steps.items():
            self._steps.labels(step).observe(ms / 1000)
        if about.get("cached"):
            self._cached.inc()
        if trouble := about.get("model_trouble"):
            self._troubles.labels(str(trouble)).inc()
        for name, direction in _TOKENS.items():
            self._tokens.labels(direction).inc(trace.amounts.get(name, 0.0))
        self._cost.inc(trace.amounts.get("cost", 0.0))


def outcome_of(about: Mapping[str, object]) -> str:
    """What became of a question, by the outcome of its trace."""
    if about.get("error"):
        return "failed"
    if about.get("stopped"):
        return "stopped"
    if about.get("talk"):
        return "talk"
    if about.get("closest"):
        return "closest"
    return _OF_VERDICT.get(about.get("verdict"), "unread")
