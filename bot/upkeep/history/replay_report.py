"""Shows how an answer was made, and the audit log, as lines for a terminal."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.model.kept.audit import AuditLog, Entry, EntryKind
from bot.model.reason import in_words
from knowledge.model.printable import visible

_NOW = {"same": "unchanged", "changed": "CHANGED since", "gone": "no longer in the index"}
_WIDTH = 12


def replay_lines(replayed: Mapping[str, Any]) -> list[str]:
    """Shows all that is stored about an answer, one fact a line."""
    return [
        f"Answer {replayed['id']} to {replayed['who']} at {replayed['at']}",
        *_line(
            "question",
            replayed["question"] or "not stored (RECORDS_DAYS, or asked outside a thread)",
        ),
        *_line("answer", replayed["answer"] or "not stored"),
        *_line("closest", [_closest(one) for one in replayed["closest"]]),
        *_line("verdict", replayed["verdict"]),
        *_made(replayed),
        *_line("rated", [_rating(one) for one in replayed["rated"]]),
        *_again(replayed["again"]),
    ]


def audit_lines(log: AuditLog) -> list[str]:
    """Lists the commands and settings, then says whether the log is unchanged."""
    done = [_entry(one) for one in log.entries if one.kind is not EntryKind.ANSWER]
    answers = len(log.entries) - len(done)
    return [*done, f"commands and settings: {len(done)}, answers: {answers}", *chain_lines(log)]


def chain_lines(log: AuditLog) -> list[str]:
    """Says whether the log is unchanged since it was written."""
    cut = f", {log.unfinished} of them cut short" if log.unfinished else ""
    if log.broken:
        places = ", ".join(log.broken)
        return [f"CHANGED after writing: the line before {places}, or that line itself"]
    return [f"lines verified: {log.lines}{cut}; last line: {log.head or 'none yet'}"]


def _entry(entry: Entry) -> str:
    about = " ".join(f"{name}={value}" for name, value in entry.about.items() if value is not None)
    when = entry.at.isoformat(timespec="seconds")
    return f"{when}  {entry.who}  {entry.kind}  {entry.what}  {entry.outcome}  {about}".rstrip()


def _made(replayed: Mapping[str, Any]) -> Iterator[str]:
    """Yields how it was made; nothing if the audit log has no entry."""
    if "error" in replayed:
        yield from _line("error", replayed["error"])
    if "searched" not in replayed:
        return
    asked, understood = replayed["searched"], replayed["understood"]
    yield from _line("asked about", _named(asked))
    yield from _line("understood", _named(understood))
    yield from _line("index", _index(replayed))
    yield from _line("passages", [_passage(one) for one in replayed["passages"]])
    yield from _line("made", _named({name: replayed[name] for name in _MADE}))
    moved = replayed.get("moved", {})
    yield from _line("criteria", [f"{name} {value:+.2f}" for name, value in moved.items()])
    for name in ("dropped", "rejected"):
        yield from _line(name, [_why(one) for one in replayed[name]])
    yield from _line("troubles", replayed["troubles"])
    redactions = [f"{kind} × {count}" for kind, count in replayed["redactions"].items()]
    yield from _line("redacted", redactions or "nothing")
    yield from _line("rules", _named(replayed["rules"]))
    yield from _line("times (ms)", _named({"all": replayed["ms"], **replayed["steps"]}))
    yield from _line("spent", _named(replayed["spent"]))


def _why(dropped: str) -> str:
    """Explains the code in a line of the log such as "sentence 1: too_long"."""
    sentence, _, code = dropped.partition(": ")
    said = in_words(code)
    return dropped if said == code else f"{sentence}: {said} ({code})"


_MADE = ("model", "model_calls", "drafts", "attempts", "likelihood", "confidence", "cached")


def _again(again: Mapping[str, Any] | str | None) -> list[str]:
    if again is None or isinstance(again, str):
        return _line("again", again and f"not asked again: {again}")
    same = [name for name in ("same_verdict", "same_citations", "same_words") if again[name]]
    return _line("again", f"{again['verdict']}: {', '.join(same) or 'nothing is the same'}")


def _index(replayed: Mapping[str, Any]) -> str:
    index = replayed["index"]
    if index is None:
        return "none: answered from selected text" if replayed["selected_text"] else "none"
    now = replayed["index_now"]
    still = "published now" if now == index["generation"] else f"{now} is published now"
    return f"{index['generation']} of {index['made_at']} ({still})"


def _passage(one: Mapping[str, Any]) -> str:
    mark = f"[{one['cited']}]" if one["cited"] else "   "
    first, last = one["effective_from"] or "ever", one["effective_until"] or "further notice"
    in_force = f"in force from {first} until {last}"
    return f"{mark} {one['id']}  {in_force}  score {one['score']}  {_NOW[one['now']]}"


def _closest(rule: Mapping[str, Any]) -> str:
    return f"{rule['passage_id']}  “{rule['quote']}”"


def _rating(one: Mapping[str, Any]) -> str:
    said = " ".join(part for part in (one["reason"], one["comment"]) if part)
    return f"{'good' if one['good'] else 'bad'} by {one['who']} {said}".rstrip()


def _named(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items() if value not in (None, ""))


def _line(name: str, value: str | Iterable[str] | None) -> list[str]:
    """Makes lines of a name and its values, one below the other; none without values."""
    lines = [value] if isinstance(value, str) else list(value or ())
    # Comments are written by people: control characters must not reach the terminal.
    lines = [visible(part) for line in lines for part in line.splitlines()]
    names = [name, *[""] * (len(lines) - 1)]
    return [f"{first:{_WIDTH}} {line}" for first, line in zip(names, lines, strict=False)]
