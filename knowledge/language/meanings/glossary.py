"""Words that mean the same in a store, to match a question with the documents' words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Self

import yaml

from knowledge.language.terms import query_terms, terms
from knowledge.model.errors import KnowledgeError

Alternatives = Mapping[str, tuple[tuple[str, ...], ...]]
"""For a term of the question, its synonyms, each as the terms of a word or a phrase."""


@dataclass(frozen=True, slots=True)
class Glossary:
    """Groups of words with the same meaning, Korean and English."""

    groups: tuple[tuple[tuple[str, ...], ...], ...] = ()
    """Each group's words and phrases, as terms."""

    @classmethod
    def of(cls, groups: Iterable[Iterable[str]]) -> Self:
        """Makes a glossary of words as people write them."""
        read = (tuple(dict.fromkeys(map(_terms, group))) for group in groups)
        return cls(tuple(tuple(word for word in group if word) for group in read))

    def alternatives(self, text: str) -> Alternatives:
        """The synonyms of the terms of a question."""
        asked, raw = query_terms(text), terms(text)
        found: dict[str, tuple[tuple[str, ...], ...]] = {}
        taken: set[int] = set()
        for word, group in self._longest_first(raw, asked):
            places = _places(word, raw)
            # "money back" has used up its words: it is not about "money".
            if places and taken.issuperset(places):
                continue
            taken |= places
            others = tuple(other for other in group if other != word)
            for term in set(word) & set(asked):
                found[term] = (*found.get(term, ()), *others)
        return found

    def _longest_first(
        self, raw: list[str], asked: list[str]
    ) -> list[tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]]:
        # Checking the first term rules out nearly all of 700 words: 1 ms a question.
        # "2+1" is no "2-in-1": figures mean it only side by side.
        begun, wanted = {*raw, *asked}, {one for one in asked if not one.isdecimal()}
        said = [
            (word, group)
            for group in self.groups
            for word in group
            if word[0] in begun and (_places(word, raw) or wanted.issuperset(word))
        ]
        return sorted(said, key=lambda pair: -len(pair[0]))


def _places(word: tuple[str, ...], raw: list[str]) -> set[int]:
    """The places of a word or phrase in a question."""
    size = len(word)
    starts = [n for n in range(len(raw) - size + 1) if tuple(raw[n : n + size]) == word]
    return {place for start in starts for place in range(start, start + size)}


NO_GLOSSARY = Glossary()


def load(extra: Path | None = None) -> Glossary:
    """Loads the product's glossary and the store's own. Raises KnowledgeError."""
    shipped = (resources.files("knowledge.language.meanings") / "glossary.yaml").read_text(
        encoding="utf-8"
    )
    own = _read(extra) if extra else ""
    return Glossary.of([*_groups(shipped, "glossary.yaml"), *_groups(own, str(extra))])


def read_yaml(text: str) -> Any:
    """Parses YAML, with libyaml if it is available: 3 ms instead of 25.
    Raises yaml.YAMLError.
    """
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KnowledgeError(f"the glossary {path} cannot be read") from error


def _groups(text: str, name: str) -> list[list[str]]:
    try:
        groups = read_yaml(text) or []
    except yaml.YAMLError as error:
        raise KnowledgeError(f"the glossary {name} is not valid YAML") from error
    if not isinstance(groups, list) or not all(isinstance(group, list) for group in groups):
        raise KnowledgeError(f"the glossary {name} must be lines like `- [refund, 환불]`")
    return [[str(word) for word in group] for group in groups]


@lru_cache(maxsize=10_000)
def _terms(word: str) -> tuple[str, ...]:
    # English phrases keep their small words ("money off"); Korean ones lose their endings.
    return tuple(terms(word) if word.isascii() else query_terms(word))
