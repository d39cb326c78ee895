"""`storewise chat`: a conversation in the terminal, with the memory of a thread."""

import argparse
import sys
import uuid
from collections.abc import Iterator

from bot.main.console.remote_commands import asking, plain
from bot.main.platforms import converse
from bot.model import Message, Reply
from bot.model.errors import BotError
from bot.ports import Notify
from bot.settings import Settings
from bot.upkeep.desk import Call
from knowledge.model.errors import KnowledgeError
from knowledge.model.report import Show

_HELLO = "Ask about the store's documents. A number asks that question; Ctrl-D ends."
_PROMPT = "> "


def chat(settings: Settings, arguments: argparse.Namespace) -> int:
    """Answers line by line until the input ends; returns 1 if no question was answered."""
    about = {**plain(arguments), "text": None}
    failed: list[Exception] = []
    codes = [0]
    is_person = sys.stdin.isatty()
    if is_person:
        print(_HELLO)
    with asking(settings) as (runner, ask):

        async def handle(
            message: Message, notify: Notify | None = None, show: Show | None = None
        ) -> Reply:
            thread, question = message.conversation_id, message.text
            try:
                said = await ask(Call("ask", {**about, "thread": thread, "question": question}))
            except (BotError, KnowledgeError) as error:
                failed.append(error)
                return Reply("")
            codes.append(said.code)
            return Reply(said.text, suggestions=tuple((said.value or {}).get("suggestions", ())))

        lines = _lines(_PROMPT if is_person else "", failed)
        thread = f"chat-{uuid.uuid4().hex}"
        runner.run(converse(handle, lines, print, thread, echo=not is_person))
    return codes[-1]


def _lines(prompt: str, failed: list[Exception]) -> Iterator[str]:
    """Reads lines until the input ends. Raises what stopped the answer to the last one."""
    while True:
        if failed:
            raise failed[0]
        try:
            line = input(prompt).strip()
        except EOFError:
            if prompt:
                print()
            return
        if line:
            yield line
