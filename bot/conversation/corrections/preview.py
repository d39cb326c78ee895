"""Corrections as an administrator reads them at the command line, before and after."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.conversation.corrections.prepared import Correction, Prepared
from bot.model.kept.records import Posting
from bot.privacy.harmless import harmless
from bot.shown.rendering import shown_quote, to_text
from bot.upkeep.reports.asked import platform_of

_INDENT = "     "


def preview(prepared: Prepared) -> str:
    """Says which threads get which correction, for each different answer."""
    counts = Counter(one.platform for one in prepared.corrections)
    rule = f"{prepared.title} ({prepared.doc_id})"
    if not counts:
        lines = [f"{rule}: nobody is left to be told."]
    else:
        lines = [
            f"{rule}: threads that quoted what no longer holds: {counts.total()}{shown(counts)}"
        ]
    for number, alike in enumerate(_alike(prepared.corrections), 1):
        lines += ["", *_lines(number, alike)]
    if prepared.elsewhere:
        left = Counter(map(platform_of, prepared.elsewhere))
        said = f"answers where nothing can be posted: {left.total()}{shown(left)}"
        lines += ["", said]
    return harmless("\n".join(lines), files=True)


def to_json(prepared: Prepared) -> dict[str, Any]:
    """Returns the same as JSON values."""
    return {
        "document": prepared.doc_id,
        "title": prepared.title,
        "token": prepared.token,
        "threads": dict(Counter(one.platform for one in prepared.corrections)),
        "corrections": [
            {
                "language": one.reply.language,
                "threads": dict(Counter(other.platform for other in alike)),
                "was_told": [said.source.quote for said in one.told],
                "now": [said.why for said in one.told],
                "text": one.reply.text,
                "sources": [source.doc_id for source in one.reply.sources],
                "answers": [said.answer.answer_id for other in alike for said in other.told],
            }
            for alike in _alike(prepared.corrections)
            for one in alike[:1]
        ],
        "elsewhere": dict(Counter(map(platform_of, prepared.elsewhere))),
    }


def failures_of(failed: Sequence[tuple[Correction, Posting]]) -> list[str]:
    """Names what was not posted, where and why."""
    lines = []
    for correction, posting in failed:
        place = f"{correction.platform} {correction.last.thread}"
        end = "may be posted all the same, so it is not tried again" if posting.unsure else ""
        why = " ".join(filter(None, (posting.word, f"({posting.cure})" if posting.cure else "")))
        lines.append(f"not posted: {place}: {'; '.join(filter(None, (why, end)))}")
    if any(not posting.unsure for _, posting in failed):
        lines.append("run the command again to post what failed.")
    return lines


def shown(counts: Mapping[str, int]) -> str:
    """Returns counts by platform in brackets; "" if there are none."""
    listed = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    return f" ({listed})" if listed else ""


def _alike(corrections: Iterable[Correction]) -> list[list[Correction]]:
    """Groups those that say the same but for the day, the most frequent first."""
    groups: dict[tuple[Any, ...], list[Correction]] = {}
    for one in corrections:
        quotes = tuple(dict.fromkeys((said.source.quote, said.why) for said in one.told))
        today = one.reply.text.partition("\n\n")[2]
        groups.setdefault((one.reply.language, quotes, today), []).append(one)
    return sorted(groups.values(), key=lambda alike: -len(alike))


def _lines(number: int, alike: Sequence[Correction]) -> list[str]:
    first = alike[0]
    counts = Counter(one.platform for one in alike)
    told = {one.source.quote: one for one in first.told}.values()
    lines = [f"{number}. threads: {len(alike)}{shown(counts)}"]
    for one in told:
        source = one.source
        place = " › ".join(filter(None, (source.title, source.section)))
        lines.append(f"   was told: “{shown_quote(source)}” ({place}, version {source.version})")
        lines.append(f"   now: {one.why}")
    lines.append("   correction:")
    return [*lines, *(f"{_INDENT}{line}".rstrip() for line in to_text(first.reply).split("\n"))]
