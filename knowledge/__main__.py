"""`python -m knowledge QUERY`: the passages of an index for a query or a segment, without the bot.

Personal data is redacted by bot.privacy, which knowledge may not import. So the caller names a
function that redacts it (--clean); without one, nothing is shown.

`python -m knowledge` alone shows what `retrieve_citations` gives for a sample segment.
"""

import argparse
import asyncio
import io
import json
import os
import pkgutil
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

from knowledge import DEFAULT_JSONL_PATH
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Filters
from knowledge.model.errors import IndexMissingError, KnowledgeError, SegmentError
from knowledge.search.retrieval import MOST, TOP_K, Clean, Retrieval, Retrieved, Segment

_TOP = range(1, MOST + 1)
_SAMPLE_SEGMENT = {
    "use_case": "refunds",
    "use_case_label": "Refunds",
    "funnel_stage": "StartedFormOrFlow",
    "intent_level": "medium",
    "reasons": ["interested in: refunds without a receipt", "started form but did not finish"],
}
_SAMPLE_TOP = 3


def main(argv: list[str] | None = None) -> int:
    """Prints the passages. Returns the exit code: 0, 1 for trouble, 2 for wrong input."""
    # Chroma brings onnxruntime, which would send telemetry at its first use.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # noqa: TID251
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may lack a sign
    given = sys.argv[1:] if argv is None else argv
    if not given:
        return _sample()
    arguments = _parser().parse_args(given)
    try:
        segment = Segment.read(arguments.segment) if arguments.segment else Segment()
        query = arguments.query or segment.query
        retrieved = asyncio.run(_retrieved(query, arguments))
    except SegmentError as error:
        print(f"knowledge: {error}", file=sys.stderr)
        return 2
    except KnowledgeError as error:
        print(f"knowledge: {error}", file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps(retrieved.json, ensure_ascii=False, indent=2))
    else:
        print("\n".join(retrieved.lines))
    return 0


def _sample() -> int:
    """Prints the best citations of the default corpus for a sample segment."""
    from knowledge.search.corpora import retrieved  # noqa: PLC0415 - numpy, and its settings above

    print(f"DEFAULT_JSONL_PATH: {DEFAULT_JSONL_PATH}")
    try:
        found = retrieved(_SAMPLE_SEGMENT, _SAMPLE_TOP, Path(DEFAULT_JSONL_PATH))
    except KnowledgeError as error:
        print(f"knowledge: {error}", file=sys.stderr)
        return 1
    print("\n".join(found.lines))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m knowledge",
        description="Prints the passages of an index that fit a query or a segment best.",
    )
    parser.add_argument("query", nargs="?")
    parser.add_argument("--segment", type=Path, metavar="FILE.json", help="make the query of it")
    parser.add_argument(
        "--clean",
        type=_function,
        required=True,
        metavar="MODULE:FUNCTION",
        help="what takes personal data out: bot.privacy:safe",
    )
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the index")
    parser.add_argument(
        "--top-k", type=int, default=TOP_K, choices=_TOP, metavar="N", help=f"1 to {MOST}; {TOP_K}"
    )
    parser.add_argument("--as-of", type=date.fromisoformat, default=None, metavar="DATE")
    parser.add_argument("--audience", choices=list(Audience), default=Audience.STAFF)
    parser.add_argument("--json", action="store_true", help="print them for a program")
    return parser


def _function(name: str) -> Clean:
    try:
        clean = pkgutil.resolve_name(name)
    except (ValueError, ImportError, AttributeError) as error:
        raise argparse.ArgumentTypeError(f"there is no {name}; try bot.privacy:safe") from error
    if not callable(clean):
        raise argparse.ArgumentTypeError(f"{name} is no function; try bot.privacy:safe")
    return lambda text: str(clean(text))


async def _retrieved(query: str, arguments: argparse.Namespace) -> Retrieved:
    day = arguments.as_of or date.today()  # noqa: DTZ011 - the day of this machine
    audience, language = Audience(arguments.audience), language_of(query)
    filters = Filters(as_of=day, audience=audience, language=language)
    async with _retrieval(arguments.data, arguments.clean) as retrieval:
        return await retrieval.retrieve(query, filters, arguments.top_k)


@asynccontextmanager
async def _retrieval(data: Path, clean: Clean) -> AsyncGenerator[Retrieval]:
    """Opens an index. Without its embedder on this machine, searches by words alone."""
    from knowledge.index.storage.database import Database  # noqa: PLC0415 - numpy, and its settings above
    from knowledge.index.storage.generations import Generations  # noqa: PLC0415 - the same
    from knowledge.index.vector_store import ChromaStore  # noqa: PLC0415 - the same
    from knowledge.language.meanings.glossary import load  # noqa: PLC0415 - the same
    from knowledge.models.e5.adapted import BiEncoder  # noqa: PLC0415 - the same
    from knowledge.models.shipped import EMBEDDERS  # noqa: PLC0415 - the same
    from knowledge.search.hybrid import HybridSearch  # noqa: PLC0415 - the same
    from knowledge.search.library import Library  # noqa: PLC0415 - the same
    from knowledge.search.snapshot import Halves  # noqa: PLC0415 - the same

    file = data / "knowledge.db"
    if not await asyncio.to_thread(file.is_file):
        raise IndexMissingError(f"there is no index in {data}; run `storewise reindex`")
    database, store = Database(file), ChromaStore(data / "chroma")
    try:
        generations = Generations(database)
        made_with = generations.published().embedder
        known = {one.name: one for one in (BiEncoder(), *(made() for made in EMBEDDERS.values()))}
        embedder = known.get(made_with or "")
        halves = Halves(Library(database), store, embedder, glossary=load(None))
        yield Retrieval(HybridSearch(halves, generations), clean)
    finally:
        store.close()
        database.close()


if __name__ == "__main__":
    sys.exit(main())
