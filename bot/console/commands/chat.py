"""`storewise chat`: a conversation in the terminal, with the memory of a thread."""

import argparse
import sys
import uuid
from collections.abc import Iterator, Sequence

from bot.console.remote_commands import asking, plain
from bot.settings import Settings
from bot.upkeep.desk import Call

_HELLO = "Ask about the store's documents. A number asks that question; Ctrl-D ends."
_PROMPT = "> "


def chat(settings: Settings, arguments: argparse.Namespace) -> int:
    """Answers line by line until the input ends; returns 1 if no question was answered."""
    about = {**plain(arguments), "text": None, "thread": f"chat-{uuid.uuid4().hex}"}
    offered: Sequence[str] = ()
    code = 0
    is_person = sys.stdin.isatty()
    if is_person:
        print(_HELLO)
    with asking(settings) as ask:
        for line in _lines(prompt=_PROMPT if is_person else ""):
            question = _meant(line, offered)
            if not is_person:
                print(f"{_PROMPT}{question}")
            said = ask(Call("ask", {**about, "question": question}))
            print(f"\n{said.text}\n")
            offered = (said.value or {}).get("suggestions", ())
            for number, one in enumerate(offered, start=1):
                print(f"  {number}  {one}")
            code = said.code
    return code


def _lines(prompt: str) -> Iterator[str]:
    while True:
        try:
            line = input(prompt).strip()
        except EOFError:
            if prompt:
                print()
            return
        if line:
            yield line


def _meant(line: str, offered: Sequence[str]) -> str:
    """The question of a line: its own words, or the one of a number."""
    is_number = line.isdecimal() and 1 <= int(line) <= len(offered)
    return offered[int(line) - 1] if is_number else line
