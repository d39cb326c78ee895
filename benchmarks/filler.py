"""Makes documents that answer nothing, to enlarge a corpus for a measurement.

Each is made of sentences of real documents of one language, so words are as common and rare as in
real texts, and no two documents are alike. The same call makes the same documents.
"""

import json
import random
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from knowledge.language.terms import language_of
from knowledge.model.documents import Language
from knowledge.read import read_folder
from knowledge.split.context import STOPS, ends
from knowledge.split.statements import pieces

_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_SHORTEST, _LONGEST = 20, 400
_LENGTHS: dict[Language, int] = {"en": 400, "ko": 170}
"""Fewest characters of a document: one passage, as long as in real handbooks."""
_GAP = "\n\n"
_SEED = 7


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a real document."""

    text: str
    title: str
    language: Language


@dataclass(frozen=True, slots=True)
class Filler:
    """One made-up document."""

    title: str
    text: str
    language: Language
    places: tuple[int, ...]
    """The numbers of its sentences among all sentences."""


def sentences(sources: Sequence[Path]) -> list[Sentence]:
    """Returns every sentence of the documents in files and folders, each once."""
    found: dict[str, Sentence] = {}
    for source in sources:
        for title, text in _texts(source):
            for one in pieces(text):
                if _SHORTEST <= len(one) <= _LONGEST:
                    found.setdefault(one, Sentence(one, title, language_of(one)))
    return list(found.values())


def fillers(known: Sequence[Sentence], count: int) -> Iterator[Filler]:
    """Yields `count` documents; languages take turns."""
    chance = random.Random(_SEED)  # noqa: S311 - not a secret
    places = {
        language: [n for n, one in enumerate(known) if one.language == language]
        for language in _LENGTHS
    }
    languages = [language for language in _LENGTHS if places[language]]
    for number in range(count):
        language = languages[number % len(languages)]
        yield _filler(known, places[language], language, chance)


def filled(corpus: Path, folder: Path, count: int, sources: Sequence[Path]) -> Path:
    """Copies a corpus into a folder, and adds `count` fillers."""
    if corpus.is_dir():
        shutil.copytree(corpus, folder, dirs_exist_ok=True)
    else:
        shutil.copy(corpus, folder)
    with (folder / "filler.jsonl").open("w", encoding="utf-8") as file:
        for number, one in enumerate(fillers(sentences(sources), count)):
            record = {"id": f"filler-{number}", "title": one.title, "text": one.text}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return folder


def _texts(source: Path) -> Iterator[tuple[str, str]]:
    """Yields title and text of each document; ignores the front matter of Markdown."""
    markdown = sorted(source.rglob("*.md")) if source.is_dir() else []
    for path in markdown:
        yield path.stem, _FRONT_MATTER.sub("", path.read_text(encoding="utf-8"))
    if not markdown:
        for document in read_folder(source).documents:
            yield document.header.title, document.text


def _filler(
    known: Sequence[Sentence], places: Sequence[int], language: Language, chance: random.Random
) -> Filler:
    chosen: list[int] = []
    while sum(len(known[place].text) for place in chosen) < _LENGTHS[language]:
        chosen.append(chance.choice(places))
    text = _joined([known[place].text for place in chosen])
    return Filler(known[chosen[0]].title, text, language, tuple(chosen))


def _joined(texts: Sequence[str]) -> str:
    """Joins sentences to paragraphs; a row or an item becomes its own paragraph."""
    joined = texts[0]
    for before, text in pairwise(texts):
        both = ends(before, STOPS) and ends(text, STOPS)
        joined += f"{' ' if both else _GAP}{text}"
    return joined
