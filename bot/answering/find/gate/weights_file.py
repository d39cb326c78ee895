"""Reads and writes the gate's weights fitted to a store's documents, in a file beside them."""

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from pydantic import BaseModel, ValidationError

from bot.answering.find.gate.gate import SIGNS, SIGNS_VERSION, Gate, Weights, WeightsKind
from bot.model.errors import GoldenFileError

logger = logging.getLogger(__name__)

NAME = "_gate.json"
"""knowledge/read/folder.py ignores a file of this name."""


class _File(BaseModel, frozen=True, extra="forbid", strict=True, allow_inf_nan=False):
    signs_version: int
    embedder: str | None
    fitted_to: str
    """A description for people who open the file."""
    with_cross_encoder: Weights | None = None
    with_embedder: Weights | None = None
    words_only: Weights | None = None


def beside(source: Path) -> Path:
    """The path of the weights for a folder of documents, or for a single document."""
    return (source.parent if source.is_file() else source) / NAME


def read(path: Path, embedders: Sequence[str]) -> Gate:
    """The gate with the file's weights; shipped ones where the file has none that apply."""
    try:
        known = _File.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return Gate.shipped()
    except OSError as error:
        return _ignored(path, error.strerror or "cannot be read")
    except ValidationError as error:
        return _ignored(path, _mistakes(error))
    if known.signs_version != SIGNS_VERSION:
        return _ignored(path, "fitted for another version of storewise")
    of_vectors = known.with_cross_encoder or known.with_embedder
    if of_vectors and known.embedder not in embedders:
        others = " or ".join(embedders)
        return _ignored(path, f"fitted with the embedder {known.embedder}, not {others}")
    return Gate(**{kind: getattr(known, kind) or Weights.shipped(kind) for kind in SIGNS})


def write(
    path: Path, kind: WeightsKind, weights: Weights, embedder: str | None, fitted_to: str
) -> None:
    """Writes fitted weights for the next start. Raises GoldenFileError."""
    known = {
        "signs_version": SIGNS_VERSION,
        "embedder": embedder,
        "fitted_to": fitted_to,
        kind: asdict(weights),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(known, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise GoldenFileError(
            f"{path} cannot be written; make its folder writable and calibrate again"
        ) from error


def _ignored(path: Path, reason: str) -> Gate:
    logger.warning(
        "fitted gate weights ignored; fit them again: `storewise eval GOLDEN.jsonl --calibrate`",
        extra={"file": str(path), "reason": reason},
    )
    return Gate.shipped()


def _mistakes(error: ValidationError) -> str:
    """The places and kinds of the mistakes, without the values in the file."""
    return "; ".join(
        f"{'.'.join(map(str, one['loc'])) or 'file'}: {one['msg']}"
        for one in error.errors(include_input=False, include_url=False)
    )
