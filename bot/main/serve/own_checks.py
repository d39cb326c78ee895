"""The findings of `storewise doctor` about the bot itself: from its settings to an answer."""

import os
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.main.app import App
from bot.main.serve.health import (
    database_check,
    disk_check,
    inbox_check,
    index_check,
    model_check,
    vectors_check,
)
from bot.model import Message, Platform
from bot.model.health import Check
from bot.settings import Settings
from bot.settings.group import unknown_names
from bot.settings.page import names
from bot.texts import LANGUAGES
from bot.upkeep.checkup import Finding, Mark
from knowledge.index.storage.lock import Holder

_GB = 1024**3
_SKIPPED = 3


async def own_findings(settings: Settings, app: App) -> AsyncIterator[Finding]:
    """Yields one finding after another; those that need an index come last."""
    yield _settings()
    yield _documents(app)
    for one in await _sources(app):
        yield one
    data = settings.store.data
    free = f"{shutil.disk_usage(data).free / _GB:.0f} GB free" if data.exists() else "not there yet"
    yield await _checked("disk", disk_check(data), free)
    yield _folder(data)
    yield await _checked("database", database_check(app), app.kept.database.place)
    yield await _checked("inbox", inbox_check(app.kept.inbox), "nothing waits too long")
    yield _server(settings)
    index = await _checked("index", index_check(app), "can be read")
    if index.mark is not Mark.GOOD:
        yield index
        return
    for one in _of_index(app):
        yield one
    yield await _checked("vectors", vectors_check(app), "one for each passage, or more")
    yield await _answer(app)
    if settings.openai.api_key is None:
        yield Finding(Mark.UNASKED, "language model", "off: the documents' own words answer")
    else:
        figures = await app.ways.trial.once() if app.ways.trial else None
        yield await _checked("language model", model_check(app), str(figures or "chooses answers"))


def _settings() -> Finding:
    unknown = [
        f"{name}, did you mean {near}?" if near else name for name, near in unknown_names(names())
    ]
    if not unknown:
        return Finding(Mark.GOOD, "settings", "all names are known")
    said = f"{len(unknown)} of no meaning"
    return Finding(Mark.DOUBT, "settings", said, tuple(unknown), "See docs/SETTINGS.md.")


def _documents(app: App) -> Finding:
    source = app.finding.source()
    missing = [
        str(one) for one in source.paths if not one.exists() and not app.upkeep.copies.is_copy(one)
    ]
    if missing:
        cure = "Set STOREWISE_SOURCE to where the documents are."
        return Finding(Mark.BAD, "documents", f"{missing[0]} is not there", cure=cure)
    return Finding(Mark.GOOD, "documents", f"from {app.upkeep.copies.named(source)}")


async def _sources(app: App) -> list[Finding]:
    """Tries the rights to documents that lie elsewhere."""
    tried = await app.upkeep.copies.tried(app.finding.source())
    return [
        Finding(Mark.BAD, "source", f"{address}: {error.word.replace('_', ' ')}", cure=error.cure)
        if error
        else Finding(Mark.GOOD, "source", f"{address} can be read")
        for address, error in tried.items()
    ]


def _folder(data: Path) -> Finding:
    if os.access(data, os.R_OK | os.W_OK | os.X_OK):
        return Finding(Mark.GOOD, "data folder", str(data))
    cure = "Let this user read and write it."
    return Finding(Mark.BAD, "data folder", f"{data} cannot be used", cure=cure)


def _of_index(app: App) -> list[Finding]:
    status = app.indexer.status()
    size = f"{status.documents} documents, {status.passages} passages"
    made = f"{size}, of {status.published.made_at}"
    found = [Finding(Mark.GOOD, "index", made)]
    if app.indexer.is_stale():
        cure = "Run `storewise reindex`, or let the server do it (REINDEX_WATCH)."
        found.append(Finding(Mark.DOUBT, "index", "documents or rules have changed", cure=cure))
    if status.skipped:
        said = f"{len(status.skipped)} files were not read"
        notes, cure = status.skipped[:_SKIPPED], "`storewise status` names all."
        found.append(Finding(Mark.DOUBT, "files", said, tuple(notes), cure))
    clashes = len(status.review.clashes) + status.review.more_clashes
    if clashes:
        said, cure = f"{clashes} contradictions", "Run `storewise report contradictions`."
        found.append(Finding(Mark.DOUBT, "documents", said, cure=cure))
    return [*found, *_stores(app)]


def _stores(app: App) -> list[Finding]:
    """Compares the stores that documents name with those of the file."""
    named, stores = (
        app.generations.store_names(app.generations.published().number),
        app.given.stores,
    )
    if not stores and not named:
        return []
    kinds = (
        ("store", named.stores - {one.store_id for one in stores.all}),
        ("region", named.regions - {one.region for one in stores.all}),
        ("brand", named.brands - {one.brand for one in stores.all}),
    )
    unknown = [f"`{kind}: {name}`" for kind, names in kinds for name in sorted(names)]
    if not unknown:
        return [Finding(Mark.GOOD, "stores", f"{len(stores.all)} of STOREWISE_STORES")]
    said = f"documents are for {len(unknown)} that STOREWISE_STORES does not have"
    cure = (
        "Name them there, or mend the documents: nobody is answered from these."
        if stores
        else "Set STOREWISE_STORES: until then these documents answer every store."
    )
    return [Finding(Mark.DOUBT, "stores", said, tuple(unknown[:_SKIPPED]), cure)]


async def _answer(app: App) -> Finding:
    """Asks an example as somebody would."""
    examples = [await app.overviews.first_example(language) for language in LANGUAGES]
    question = next(filter(None, examples), None)
    if question is None:
        return Finding(Mark.UNASKED, "answer", "no example question is known")
    await app.ways.warm_up()
    start = time.perf_counter()
    reply = await app.conversation.handle(Message(Platform.CONSOLE, "", "doctor", question))
    ms = (time.perf_counter() - start) * 1000
    if reply.outcome == "answer":
        return Finding(Mark.GOOD, "answer", f"“{question}” in {ms:.0f} ms")
    cure = f"Run `storewise replay {reply.trace_id}`."
    return Finding(Mark.BAD, "answer", f"“{question}” was not answered", cure=cure)


def _server(settings: Settings) -> Finding:
    holder = Holder.of(settings.store.data)
    if holder is None or holder.address is None:
        return Finding(Mark.UNASKED, "server", "none runs with this data folder")
    return Finding(Mark.GOOD, "server", "runs with this data folder")


async def _checked(what: str, check: Check, good: str) -> Finding:
    trouble = await check()
    if trouble is None:
        return Finding(Mark.GOOD, what, good)
    return Finding(Mark.BAD, what, trouble.reason.replace("_", " "), cure=trouble.cure)
