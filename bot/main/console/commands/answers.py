"""Commands that answer questions, print passages, and score answers."""

import argparse
import codecs
import contextlib
import json
import sys
import tempfile
import uuid
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from bot.main.console.loading import loading
from bot.main.console.remote_commands import asking, done, plain, printed
from bot.main.console.wrong_input import STREAM
from bot.model import Message, Reply
from bot.model.errors import BotError, GoldenFileError, TextFileError
from bot.ports import Notify
from bot.privacy.harmless import harmless
from bot.privacy.redaction import Redactor
from bot.settings import ChromaSettings, Settings
from bot.upkeep import evaluation
from bot.upkeep.desk import Call
from bot.upkeep.indexing.review_report import file_lines, preview_json, preview_lines
from knowledge.index.preview import FileRead, How, files_of, previews
from knowledge.model.errors import KnowledgeError, UnreadableDocumentError
from knowledge.model.places import Places
from knowledge.model.report import Show
from knowledge.search.retrieval import Segment
from knowledge.split.token_count import TokenCounter

_MOST_BYTES = 1_000_000
"""Bytes that are read of a text to answer from."""


def ask(settings: Settings, arguments: argparse.Namespace) -> int:
    """Answers one question; returns 1 if an error prevented it."""
    question = _question(arguments)
    text = _text(arguments.text) if arguments.text is not None else None
    about = {**plain(arguments), "question": question, "text": text}
    with loading():
        answered = done(settings, Call("ask", about))
    return printed(answered, as_json=arguments.json)


def _question(arguments: argparse.Namespace) -> str:
    """The words of the question, quoted or not; with none or `-`, the standard input."""
    words = " ".join(arguments.question)
    if words not in ("", "-"):
        return words
    if arguments.text == STREAM:
        raise TextFileError("the standard input is the text; write the question itself")
    if sys.stdin.isatty() and not words:
        raise TextFileError('write a question: storewise ask "how long is a gift card valid?"')
    return _text(STREAM).strip()


def _text(path: Path) -> str:
    """Reads a text file, or the standard input for `-`. Raises TextFileError."""
    try:
        with sys.stdin.buffer if path == STREAM else path.open("rb") as file:
            # More than the bot accepts; the incremental decoder ignores a last half character.
            return codecs.getincrementaldecoder("utf-8-sig")().decode(file.read(_MOST_BYTES))
    except (OSError, UnicodeDecodeError) as error:
        raise TextFileError(f"{path} cannot be read as text in UTF-8") from error


def retrieve(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints the passages that fit a query or a segment best, without personal data."""
    segment = Segment.read(arguments.segment) if arguments.segment else Segment()
    call = Call("retrieve", {**plain(arguments), "query": arguments.query or segment.query})
    with _of(settings, arguments.corpus) as chosen:
        found = done(chosen, call)
    return printed(found, as_json=arguments.json)


def evaluate(settings: Settings, arguments: argparse.Namespace) -> int:
    """Scores the answers to golden questions; fits the gate to them on request."""
    for path in filter(None, (arguments.json, arguments.html)):
        if not path.parent.is_dir():
            raise GoldenFileError(f"{path} cannot be written: there is no folder {path.parent}")
    lines = evaluation.lines_of(arguments.golden)
    for where, line in lines:
        evaluation.golden(line, where)
    call = Call("eval", {**plain(arguments), "goldens": [line for _, line in lines]})
    with _of(settings, arguments.corpus) as chosen:
        scored = done(chosen, call)
    printed(scored)
    if arguments.json:
        report = json.dumps(scored.value["report"], ensure_ascii=False, indent=2)
        _write(arguments.json, report + "\n")
    if arguments.html:
        _write(arguments.html, scored.value["page"])
    return 0


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise GoldenFileError(f"{path} cannot be written") from error


@contextlib.contextmanager
def _of(settings: Settings, corpus: Path | None) -> Generator[Settings]:
    """Changes the settings to another corpus, indexed for this run only; None changes nothing."""
    if corpus is None:
        yield settings
        return
    with tempfile.TemporaryDirectory() as scratch:
        store = settings.store.model_copy(
            update={"source": Places.of(corpus), "data": Path(scratch)}
        )
        # A Chroma server would keep this run's index for ever, with an unknown owner.
        here = {"store": store, "chroma": ChromaSettings(url=None)}
        yield settings.model_copy(update=here)


# `storewise read`: shows a file as it would be indexed.


def read(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints what is read of a file, or a line for each file of a folder or ZIP.

    Returns 1 if one cannot be read.
    """
    tokens = TokenCounter()
    clean = Redactor(settings.privacy.choices).published
    path, currency = arguments.path, settings.store.currency
    try:
        if path.is_dir() or path.suffix.lower() == ".zip":
            return _read_files(files_of(path, clean, currency), as_json=arguments.json)
        found = previews(path, clean, currency, tokens.count)
    except UnreadableDocumentError as error:
        print(f"storewise: {error}", file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps(preview_json(found), ensure_ascii=False, indent=2))
    else:
        print(harmless("\n".join(preview_lines(found)), files=True))
    return 1 if found.skipped else 0


def _read_files(files: Sequence[FileRead], *, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"files": [asdict(one) for one in files]}, ensure_ascii=False, indent=2))
    else:
        print(harmless("\n".join(file_lines(files)), files=True))
    return 1 if any(one.read is How.NOT for one in files) else 0


# `storewise chat`: a conversation in the terminal, with the memory of a thread.


_HELLO = "Ask about the store's documents. A number asks that question; Ctrl-D ends."
_PROMPT = "> "


def chat(settings: Settings, arguments: argparse.Namespace) -> int:
    """Answers line by line until the input ends; returns 1 if no question was answered."""
    from adapters.terminal.chat import converse

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
