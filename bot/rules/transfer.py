"""Takes rules out as Markdown files with front matter, and in again: for Git, or to move."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path

from bot.model.rules import Rule, State, WrittenRule, new_rule_id
from bot.ports import Drafts, RulesKept
from bot.rules.folder import files_of
from knowledge.model.documents import Document
from knowledge.model.errors import UnreadableDocumentError


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of files that were taken in."""

    taken: tuple[str, ...]
    skipped: Mapping[str, str]
    """Why others were not, by their names."""


def write_out(rules: Sequence[WrittenRule], folder: Path, zone: tzinfo) -> int:
    """Writes each rule that counts or counted as a file; returns how many. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    files = files_of(rules, zone, _named)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return len(files)


def read_in(folder: Path) -> dict[str, bytes]:
    """Returns the Markdown files of a folder by their names in it. Raises OSError."""
    paths = sorted(folder.rglob("*.md"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


async def take_in(
    files: Mapping[str, bytes], kept: RulesKept, drafts: Drafts, person: str, today: date
) -> Taken:
    """Puts each Markdown file into force, as it says. Raises RecordsError.

    A version that is there already is skipped, so that the same files can be taken in again.
    """
    taken: list[str] = []
    skipped: dict[str, str] = {}
    for name, raw in files.items():
        try:
            document = drafts.read(raw.decode(), name)
        except (UnreadableDocumentError, UnicodeDecodeError) as error:
            skipped[name] = str(error)
            continue
        rule = _rule_of(document, today)
        if await _put(rule, kept, person):
            taken.append(name)
        else:
            skipped[name] = f"version {rule.version} of {rule.doc_id} is there already"
    return Taken(tuple(taken), skipped)


def _named(rule: Rule) -> str:
    """A name that people know again in a folder."""
    return re.sub(r"[^\w.-]", "-", f"{rule.doc_id}.v{rule.version}.md")


async def _put(rule: Rule, kept: RulesKept, person: str) -> bool:
    now = datetime.now(UTC)
    draft = WrittenRule(new_rule_id(), rule, State.DRAFT, person, now)
    in_force = WrittenRule(
        draft.rule_id, rule, State.IN_FORCE, person, now, decided_by=person, decided_at=now
    )
    await kept.keep(draft)
    return await kept.decide(draft.rule_id, State.DRAFT, in_force)


def _rule_of(document: Document, today: date) -> Rule:
    header = document.header
    return Rule(
        doc_id=header.doc_id,
        title=header.title,
        text=document.text,
        effective_from=header.effective_from or today,
        version=header.version,
        language=header.language,
        audience=header.audience,
        stores=header.stores,
        store_types=header.store_types,
        regions=header.regions,
        brands=header.brands,
        category=header.category,
        owner=header.owner,
        effective_until=header.effective_until,
        review_by=header.review_by,
    )
