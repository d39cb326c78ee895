"""Builds a corpus of English and Korean documents with old versions, and checks its questions.

    python -m benchmarks.mixed DOCS CORPUS.jsonl
    python -m benchmarks.mixed --check GOLDEN.jsonl CORPUS.jsonl

DOCS contains `en/FOLDER/*.md`, `ko/law/*.md` and `ko/law-old-versions/*.md`; benchmarks/README.md
names their sources.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden
from knowledge.model.documents import Document
from knowledge.model.versions import validity
from knowledge.read.folder import read_folder

TODAY = date(2026, 11, 22)
# Folder -> the first part of its doc_ids, and its category.
FOLDERS = {
    "contoso-outdoor": ("contoso", "products"),
    "abcd-retail-agent-guidelines": ("abcd", "cs"),
    "tau-retail": ("tau", "cs"),
    "tau-banking-distractors": ("banking", "banking"),
    "18f-handbook": ("18f", "staff"),
}
LAWS = ("law", "law-old-versions")

Record = dict[str, str]


class CorpusError(Exception):
    """The corpus cannot be built from this folder."""


def main(arguments: list[str]) -> int:
    """Builds the corpus, or checks golden questions against it; returns 1 on errors."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mixed")
    parser.add_argument("source", type=Path, help="the folder; with --check, the golden file")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args(arguments)
    if given.check:
        found = mistakes(given.source, given.corpus)
        print("\n".join(found) or "every gold document and every answer is there")
        return int(bool(found))
    try:
        records = list(corpus(given.source))
    except CorpusError as error:
        print(error, file=sys.stderr)
        return 1
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    given.corpus.write_text("".join(lines), encoding="utf-8")
    print(f"{len(records)} documents in {given.corpus}")
    return 0


def corpus(docs: Path) -> Iterator[Record]:
    """Yields every document of the folder as a line of a corpus. Raises CorpusError."""
    for folder, (head, category) in FOLDERS.items():
        for path in _markdown(docs / "en" / folder):
            yield _english(path, head, category)
    for folder in LAWS:
        for path in _markdown(docs / "ko" / folder):
            yield _statute(path)


def mistakes(golden: Path, corpus_file: Path) -> list[str]:
    """Lists wrong labels: unknown documents, and answers that are not in their document."""
    documents = read_folder(corpus_file).documents
    spans = validity(document.header for document in documents)
    found = []
    for one in evaluation.load(golden):
        day = one.as_of or TODAY
        texts = {
            document.header.doc_id: document.text
            for document in documents
            if _in_force(document, day, spans)
        }
        found += [f"{one.id}: {what}" for what in _wrong(one, texts)]
    return found


def _wrong(one: Golden, texts: dict[str, str]) -> Iterator[str]:
    if one.answerable != bool(one.gold_docs and one.answers):
        yield "gold_docs and answers belong to an answerable question, and only there"
    for doc_id in one.gold_docs:
        if doc_id not in texts:
            yield f"no {doc_id} is in force"
        elif not any(answer in texts[doc_id] for answer in one.answers):
            yield f"{doc_id} holds none of the answers"
    for answer in one.answers:
        if not any(answer in texts.get(doc_id, "") for doc_id in one.gold_docs):
            yield f"no gold document holds {answer!r}"


def _in_force(document: Document, day: date, spans: dict[str, tuple[date, date]]) -> bool:
    first, last = spans[document.header.key]
    return first <= day <= last


def _markdown(folder: Path) -> list[Path]:
    paths = sorted(folder.glob("*.md"))
    if not paths:
        raise CorpusError(f"there are no .md files in {folder}; see benchmarks/README.md")
    return paths


def _english(path: Path, head: str, category: str) -> Record:
    page = _page(path)
    return {
        # A long name is a path of folders; its last two parts are unique.
        "id": "/".join([head, *path.stem.removeprefix("doc_").split("--")[-2:]]),
        "title": page.fields.get("title") or _title(page.text),
        "text": page.text,
        "language": "en",
        "category": category,
    }


def _statute(path: Path) -> Record:
    page = _page(path)
    in_force = page.fields["시행일자"].isoformat()
    return {
        "id": f"law/{path.stem.partition('__')[0].removesuffix('-법률')}",
        "title": page.fields["제목"],
        "text": page.text,
        "language": "ko",
        "category": "law",
        "version": in_force,
        "effective_from": in_force,
    }


@dataclass(frozen=True, slots=True)
class _Page:
    fields: dict[str, Any]
    text: str


def _page(path: Path) -> _Page:
    """Reads the YAML head and the text; these heads are not our front matter."""
    text = path.read_text(encoding="utf-8")
    head = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    if head is None:
        return _Page({}, text)
    return _Page(yaml.safe_load(head[1]), text[head.end() :].lstrip())


def _title(text: str) -> str:
    """Returns the first heading, or the product's name if the heading is only its number."""
    first, second = text.splitlines()[:2]
    if "item_number" in first:
        return second.partition(", price")[0]
    return first.removeprefix("# ")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
