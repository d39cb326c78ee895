"""Turns a text into the input of the bi-encoder."""

from knowledge.models.e5.network import Read
from knowledge.models.e5.pieces import BEGIN, END, Pieces

_MOST = 128
"""Pieces that are read of a text, from its start: nine statements in ten have fewer than 64."""


def question_pieces(pieces: Pieces, text: str) -> Read:
    """The input for a question."""
    return _read(pieces, "query:", text)


def statement_pieces(pieces: Pieces, above: str, statement: str) -> Read:
    """The input for a statement with its title and headings."""
    return _read(pieces, "passage:", f"{above}: {statement}" if above else statement)


def _read(pieces: Pieces, kind: str, text: str) -> Read:
    return Read([BEGIN, *pieces.of(kind), *pieces.of(text)[:_MOST], END])
