"""Reads a Dockerfile into its stages, and a .dockerignore into what it lets in."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath


@dataclass(frozen=True)
class Step:
    """An instruction: RUN and its text."""

    word: str
    text: str

    @property
    def command(self) -> list[str]:
        """The words of the form in brackets, such as that of CMD."""
        return list(json.loads(self.text[self.text.index("[") :]))


@dataclass(frozen=True)
class Stage:
    """A stage: the image that it begins with, its name, and its steps."""

    image: str
    name: str
    steps: list[Step] = field(default_factory=list)

    def last(self, word: str) -> Step:
        """The last step of a kind, which is the one that counts."""
        return [step for step in self.steps if step.word == word][-1]


def stages(text: str) -> list[Stage]:
    """The stages of a Dockerfile, in order."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    found: list[Stage] = []
    for line in "\n".join(lines).replace("\\\n", "").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "FROM":
            image, _, name = rest.partition(" AS ")
            found.append(Stage(image, name))
        elif word:
            found[-1].steps.append(Step(word, " ".join(rest.split())))
    return found


def variables(step: Step, before: dict[str, str]) -> dict[str, str]:
    """The variables of ENV NAME=VALUE …, with $NAME from before."""
    made = {}
    for pair in shlex.split(step.text):
        name, _, value = pair.partition("=")
        for known, worth in before.items():
            value = value.replace(f"${known}", worth)
        made[name] = value
    return made


def context(folder: Path) -> list[Path]:
    """The files that docker build would send, by the three forms of rule that .dockerignore has."""
    lines = (folder / ".dockerignore").read_text(encoding="utf-8").split()
    if lines[0] != "*":
        raise ValueError(".dockerignore begins with *: nothing goes in but what it names")
    let_in = [folder / line[1:] for line in lines if line.startswith("!")]
    kept_out = [line.removeprefix("**/") for line in lines[1:] if not line.startswith("!")]
    files = [file for one in let_in for file in ([one] if one.is_file() else one.rglob("*"))]
    return [
        file
        for file in files
        if file.is_file()
        and not any(fnmatch(part, out) for part in _parts(file, folder) for out in kept_out)
    ]


def _parts(file: Path, folder: Path) -> tuple[str, ...]:
    return PurePosixPath(file.relative_to(folder)).parts
