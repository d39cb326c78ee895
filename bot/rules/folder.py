"""The rules that people wrote, as files that an indexing run reads like any other documents."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta, tzinfo
from hashlib import sha256
from pathlib import Path

import yaml

from bot.model.rules import FIRST_VERSION, Rule, State, WrittenRule
from bot.ports import ReviewsKept, RulesKept
from knowledge.model.documents import ANSWERED, Audience
from knowledge.model.places import Places

FOLDER = "answers"
"""In the data folder."""


class RulesFolder:
    """Writes the rules into a folder of their own before each run."""

    def __init__(self, folder: Path, kept: RulesKept, reviews: ReviewsKept, zone: tzinfo) -> None:
        """`zone` is the store's time zone."""
        self._reviews = reviews
        self._folder = folder.resolve()
        self._kept = kept
        self._zone = zone

    async def brought(self) -> None:
        """Makes the folder equal to what is kept. Raises RecordsError."""
        counting = await self._kept.counting()
        await asyncio.to_thread(self._write, files_of(counting, self._zone))

    async def reviewed(self) -> Mapping[str, date]:
        """Returns until when versions were called still true, by their keys."""
        return await self._reviews.all()

    def beside(self, places: Places) -> Places:
        """Returns the places of other documents with the folder, if rules are in it."""
        others = tuple(one for one in places.paths if one.resolve() != self._folder)
        own = (self._folder,) if any(self._folder.glob("*.md")) else ()
        return replace(places, paths=(*others, *own))

    def _write(self, files: dict[str, str]) -> None:
        if files:
            self._folder.mkdir(parents=True, exist_ok=True)
        for gone in [one for one in self._folder.glob("*.md") if one.name not in files]:
            gone.unlink(missing_ok=True)
        for name, text in files.items():
            path = self._folder / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")


def hashed(rule: Rule) -> str:
    """A safe name for a rule's file, the same each time."""
    return f"{sha256(f'{rule.doc_id}@{rule.version}'.encode()).hexdigest()[:16]}.md"


def files_of(
    rules: Sequence[WrittenRule], zone: tzinfo, named: Callable[[Rule], str] = hashed
) -> dict[str, str]:
    """Returns the text of each rule's file by its name; one that never counted has none.

    Nor has one that was withdrawn from a file's document: the file's version counts again.
    """
    own = {one.rule.doc_id for one in rules if one.rule.version == FIRST_VERSION}
    files = {}
    for one in rules:
        rule = one.rule
        if one.state is State.WITHDRAWN and one.decided_at is not None:
            if rule.doc_id not in own:
                continue
            last = one.decided_at.astimezone(zone).date() - timedelta(days=1)
            if last < rule.effective_from:
                continue
            rule = replace(rule, effective_until=min(rule.effective_until or last, last))
        files[named(rule)] = markdown_of(rule, one.written_at.astimezone(zone).date().isoformat())
    return files


def markdown_of(rule: Rule, written_on: str = "") -> str:
    """Returns a rule as Markdown with front matter, as it is read, exported and imported."""
    facts = {
        "doc_id": rule.doc_id,
        "title": rule.title,
        "version": rule.version,
        "language": rule.language if rule.language != "und" else None,
        "category": rule.category,
        "audience": str(rule.audience) if rule.audience is not Audience.STAFF else None,
        "store": list(rule.stores) or None,
        "store_type": list(rule.store_types) or None,
        "region": list(rule.regions) or None,
        "brand": list(rule.brands) or None,
        "owner": rule.owner,
        "effective_from": rule.effective_from.isoformat(),
        "effective_until": rule.effective_until and rule.effective_until.isoformat(),
        "review_by": rule.review_by and rule.review_by.isoformat(),
        "published_date": written_on or None,
        "tags": [ANSWERED],
    }
    given = {name: value for name, value in facts.items() if value is not None}
    matter = yaml.safe_dump(given, allow_unicode=True, sort_keys=False)
    heading = "" if rule.text.lstrip().startswith("#") else f"# {rule.title}\n\n"
    return f"---\n{matter}---\n\n{heading}{rule.text.strip()}\n"
