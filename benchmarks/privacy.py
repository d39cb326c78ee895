"""Measures the redaction: personal data found, false finds, and time.

python -m benchmarks.privacy [FOLDER]

FOLDER has the public sets (by default it lies beside the project, see `privacy_sets`). Without it
only values made up here are measured.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from benchmarks.privacy_sets import (
    MADE,
    PUBLIC,
    Redact,
    Score,
    examples,
    fixtures,
    hostile,
    made_up,
    probes,
    robust,
    synthetic,
    touched,
)
from bot.privacy import Choices, EntityType, Profile, Redaction, Redactor
from bot.settings import SAMPLE
from tests.unit.privacy.clean_lines import log_ids, retail_lines
from tests.unit.privacy.values import seeded

_SHORT, _LONG = 100_000, 1_000_000
_QUESTION = 40_000
_PIECE = 500
_REPEATS = 5
_LINES, _IDS = 3000, 3750
_EVERYTHING = Choices(kinds=frozenset(EntityType))


def main(arguments: list[str]) -> None:
    """Measures and prints."""
    folder = Path(arguments[0]) if arguments else PUBLIC
    redactor = Redactor()
    strict, document = redactor.redact, _as_document(redactor)
    _title("R1, R2: made-up values, half in Korean, half in English (share that is covered)")
    for name in MADE:
        _row(name, f"{made_up(name, strict).recall:.3f}", f"{made_up(name, document).recall:.3f}")
    _title("R3: libphonenumber's examples of twenty countries")
    for name, score in zip(("abroad", "at home (US, KR)"), examples(strict), strict=True):
        _row(name, f"{score.found}/{score.values}")
    if folder.is_dir():
        _public(strict, folder)
    else:
        print(f"\nR4 to R6: left out, {folder} is not there")
    _false_hits(strict, document)
    _times(redactor)


def _as_document(redactor: Redactor) -> Redact:
    def redact(text: str) -> Redaction:
        return redactor.redact(text, profile=Profile.DOCUMENT)

    return redact


def _public(redact: Redact, folder: Path) -> None:
    _title("R4: presidio-research, 1,500 English texts (recall, precision)")
    _scores(synthetic(redact, folder))
    _title("R5: Presidio's own tests (found, false)")
    for name, score in fixtures(redact, folder).items():
        _row(name, f"{score.found}/{score.values}", str(score.false))
    _title("R6: ko-pii-guard, odd spellings and look-alikes; probes of our own (found, false)")
    odd, own = robust(redact, folder), probes(redact, folder)
    _row("robustness", f"{odd.found}/{odd.values}", str(odd.false))
    _row("probes", f"{own.found}/{own.values}")


def _scores(scores: Mapping[str, Score]) -> None:
    for kind, score in scores.items():
        found = f"{score.found}/{score.values}"
        _row(kind, found, f"{score.recall:.3f}", f"{score.precision:.3f}")


def _false_hits(strict: Redact, document: Redact) -> None:
    _title("F1, F2: lines that have to stay as they are (how many do not)")
    lines = list(retail_lines(seeded(3), _LINES))
    _row("retail lines, as documents", _share(lines, document))
    _row("retail lines, as questions", _share(lines, strict))
    _row("the sample handbook", _share(list(_handbook()), document))
    ids = [f"request {one} done" for one in log_ids(seeded(4), _IDS)]
    _row("ids of logs", _share(ids, strict))


def _share(lines: list[str], redact: Redact) -> str:
    return f"{len(touched(iter(lines), redact))} of {len(lines):,}"


def _handbook() -> Iterator[str]:
    for path in sorted(SAMPLE.rglob("*.md")):
        yield from path.read_text(encoding="utf-8").splitlines()


def _times(redactor: Redactor) -> None:
    everything = Redactor(_EVERYTHING)
    _title(f"P1: the slowest of {_QUESTION:,} characters, of 1 MB; 1 MB by 100 KB, median and most")
    for name, one in _both(redactor, everything):
        worst = _worst(one.redact)
        sizes = f"{worst.question_s:.2f} s", f"{worst.megabyte_s:.1f} s"
        growth = f"x {worst.usual_growth:.1f}", f"x {worst.growth:.1f}"
        _row(name, *sizes, *growth, f"  {worst.unit[:24]!r}")
    _title(f"P2: {_PIECE} characters (median, 95 %)")
    for name, one in _both(redactor, everything):
        for language, text in _prose().items():
            took = _pieces(one.redact, text)
            middle, most = median(took) * 1000, quantiles(took, n=20)[-1] * 1000
            _row(f"{name}, {language}", f"{middle:.2f} ms", f"{most:.2f} ms")


def _both(usual: Redactor, everything: Redactor) -> tuple[tuple[str, Redactor], ...]:
    return ("usual kinds", usual), ("all kinds", everything)


@dataclass(frozen=True, slots=True)
class _Worst:
    """The worst hostile texts, one for each figure."""

    unit: str
    question_s: float
    megabyte_s: float
    growth: float
    usual_growth: float


def _worst(redact: Redact) -> _Worst:
    at_once = {unit: _seconds(redact, text) for unit, text in hostile(_QUESTION).items()}
    # Other work on the machine disturbs a single run.
    short = _best(redact, hostile(_SHORT), _REPEATS)
    long = _best(redact, hostile(_LONG), 2)
    slowest = max(at_once, key=lambda unit: at_once[unit])
    growths = [long[unit] / short[unit] for unit in short]
    most, usual = max(growths), median(growths)
    return _Worst(slowest, at_once[slowest], max(long.values()), most, usual)


def _best(redact: Redact, texts: Mapping[str, str], repeats: int) -> dict[str, float]:
    return {
        unit: min(_seconds(redact, text) for _ in range(repeats)) for unit, text in texts.items()
    }


def _prose() -> dict[str, str]:
    files = {"English": "en", "Korean": "ko"}
    return {
        name: "\n".join(
            path.read_text(encoding="utf-8") for path in sorted((SAMPLE / folder).glob("*.md"))
        )
        for name, folder in files.items()
    }


def _pieces(redact: Redact, text: str) -> list[float]:
    places = range(0, len(text) - _PIECE, _PIECE)
    return [
        _seconds(redact, text[place : place + _PIECE]) for _ in range(_REPEATS) for place in places
    ]


def _seconds(redact: Callable[[str], object], text: str) -> float:
    # CPU time: the redaction waits for nothing.
    start = time.process_time()
    redact(text)
    return time.process_time() - start


def _title(words: str) -> None:
    print(f"\n{words}")


def _row(name: str, *cells: str) -> None:
    print(f"  {name:28}" + "".join(f"{cell:>12}" for cell in cells))


if __name__ == "__main__":
    main(sys.argv[1:])
