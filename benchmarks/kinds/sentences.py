"""The sentences to learn from: written by hand, with filled slots, and with slips of the finger."""

import json
import random
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

_HERE = Path(__file__).parent
STORES, PAIRS = _HERE.parent / "stores", _HERE.parent / "pairs"
_FILLED = 4
"""Sentences made of one with slots."""
_SLIPS, _TWO, _UNSPACED, _ENDED = 0.5, 0.25, 0.2, 0.25
"""Shares of the sentences that are learnt from once more: with a slip, with two, without spaces,
and with another ending."""
_FIFTH = 5
_LISTS = ("golden", "plain", "near")
_SLOT = re.compile(r"\{([^{}]+)\}")
"""The name of a slot, or its words themselves: {who}, {this|that}."""
_HANGUL = re.compile("[가-힣]")
_SLOTS = {
    "who": "a customer|my colleague|an old man|the cashier|a kid|someone|she|he|my manager"
    "|a patient|a guest|a student|the driver|a lady|a baby|our cook|a worker|the new guy"
    "|a pregnant woman|a resident",
    "thing": "fridge|freezer|fryer|oven|microwave|coffee machine|printer|till|heater"
    "|air conditioner|dryer|laptop|socket|toaster|dishwasher|charger|server|lamp"
    "|vending machine|shredder|washing machine|scooter",
    "place": "stockroom|kitchen|toilet|fitting room|car park|warehouse|office|lobby|basement|ward"
    "|classroom|pool area|break room|entrance|roof|cold room|corridor|playground|workshop",
    "chem": "bleach|drain cleaner|descaler|paint thinner|disinfectant",
    "who2": "손님이|동료가|어르신이|알바생이|아이가|누가|점장님이|환자가|학생이|기사님이"
    "|아주머니가|아기가|주방 이모가|작업자가|신입이|임산부가|입소자가|직원이|고객이",
    "thing2": "냉장고|냉동고|튀김기|오븐|전자레인지|커피머신|프린터|포스기|난로|에어컨|건조기"
    "|노트북|콘센트|토스터|식기세척기|충전기|서버|조명|자판기|세탁기|킥보드",
    "place2": "창고|주방|화장실|피팅룸|주차장|물류창고|사무실|로비|지하|병동|교실|수영장|휴게실"
    "|입구|옥상|냉장창고|복도|놀이터|작업장",
    "chem2": "락스|배수구 세정제|석회 제거제|시너|소독약",
}
_NEIGHBOUR = dict(zip("qwertyuiopasdfghjklzxcvbnm", "wqretyuoipsadfghklzjcxvnmb", strict=True))
_FIRST_SYLLABLE, _FINALS = 0xAC00, 28
_WRONG_FINALS = (0, 4, 8, 16, 20, 21)
_SHORTEST = 4
"""Letters; in a shorter text a slip leaves nothing to recognise."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its kind."""

    text: str
    kind: str
    held_out: bool = False
    """Whether it is one of the fifth that nothing is learnt from."""
    trap: bool = False
    """Whether it sounds like a danger and is none."""
    slip: bool = False
    store: bool = False
    """Whether it is a question of the stores' lists."""


def messages(seed: int) -> list[Sentence]:
    """The messages of all kinds, made ones and slips, and ordinary questions of many stores."""
    written = [made for one in _written("messages") for made in _made(one, seed)]
    slips = [slip for one in written for slip in _slips(one, _random(seed, one.text))]
    return [*written, *slips, *_questions(seed)]


def _slips(written: Sentence, rng: random.Random) -> Iterator[Sentence]:
    """The sentence as people type it in a hurry."""
    once = _with_slip(written.text, rng)
    forms = (
        (_SLIPS, once),
        (_TWO, once and _with_slip(once, rng)),
        (_UNSPACED, written.text.replace(" ", "") if " " in written.text else None),
        (_ENDED, _with_other_ending(written.text, rng)),
    )
    for share, text in forms:
        if text and rng.random() < share:
            yield replace(written, text=text, slip=True)


def statements() -> list[Sentence]:
    """Statements of documents: steps in a danger, and others."""
    return _written("statements")


def _written(name: str) -> list[Sentence]:
    """The lines of a file; a fifth of them, by their letters, is held out."""
    lines = (_HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Sentence(
            one["text"],
            one["kind"],
            held_out=zlib.crc32(one["text"].encode()) % _FIFTH == 0,
            trap="sounds_like" in one,
        )
        for one in map(json.loads, lines)
    ]


def _made(written: Sentence, seed: int) -> Iterator[Sentence]:
    """The sentence, or several fillings of one with slots."""
    rng = _random(seed, written.text)
    for _ in range(_FILLED if _SLOT.search(written.text) else 1):
        text = _SLOT.sub(lambda slot: rng.choice(_words(slot[1])), written.text)
        yield replace(written, text=" ".join(text.split()))


def _words(slot: str) -> Sequence[str]:
    return _SLOTS.get(slot, slot).split("|")


def _questions(seed: int) -> list[Sentence]:
    """Questions of the stores' lists; those of every third store are held out."""
    stores = sorted(one.parent for one in STORES.glob("*/golden.jsonl"))
    learnt = [one for n, one in enumerate(stores) if n % 3]
    return [
        *_asked(learnt, 1200, _random(seed, "learnt"), held_out=False),
        *_asked(stores[::3], 900, _random(seed, "held out"), held_out=True),
        *_of_trades(),
    ]


def _of_trades() -> Iterator[Sentence]:
    """The questions of `benchmarks/pairs` but for sections about dangers; a third are held out."""
    for place, path in enumerate(sorted(PAIRS.glob("*.jsonl"))):
        for line in path.read_text(encoding="utf-8").splitlines():
            section = json.loads(line)
            for ask in () if section.get("dangers") else section["asks"]:
                yield Sentence(ask["q"], "question", held_out=place % 3 == 0, store=True)


def _asked(
    stores: Sequence[Path], most: int, rng: random.Random, *, held_out: bool
) -> list[Sentence]:
    paths = [
        path for store in stores for name in _LISTS if (path := store / f"{name}.jsonl").exists()
    ]
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    some = rng.sample(lines, most)
    texts = (json.loads(line)["question"] for line in some)
    return [Sentence(text, "question", held_out=held_out, store=True) for text in texts]


def _random(seed: int, text: str) -> random.Random:
    """Another sentence in the files changes nothing about this one."""
    return random.Random(f"{seed} {text}")  # noqa: S311 - not a secret


def _with_slip(text: str, rng: random.Random) -> str | None:
    """The text with one slip; None if it is too short for one."""
    letters = [*text]
    places = [place for place, one in enumerate(letters) if one.isalpha()]
    if len(places) < _SHORTEST:
        return None
    place = rng.choice(places)
    match rng.randrange(5):
        case 0:
            del letters[place]
        case 1:
            letters[place : place + 2] = reversed(letters[place : place + 2])
        case 2:
            letters.insert(place, letters[place])
        case 3:
            letters[place] = _mistyped(letters[place], rng)
        case _:
            korean = _HANGUL.search(text) is not None
            return text.replace(" ", "") if korean else text.replace(" ", "", 1)
    return "".join(letters)


def _with_other_ending(text: str, rng: random.Random) -> str:
    """The text in a plain or a polite form, or with other marks."""
    bare = text.rstrip("?!. ")
    if not _HANGUL.search(text):
        return rng.choice((f"{bare} pls", f"{bare}??", f"{bare}!!", f"hey {bare}", bare.upper()))
    plain = re.sub(r"(?:예|이에|이)?요$", "", bare)
    return rng.choice((plain, f"{plain}?", f"{bare}ㅠㅠ", f"{bare}!!", f"{bare}..", f"저기 {bare}"))


def _mistyped(letter: str, rng: random.Random) -> str:
    """The key beside it; a Korean syllable with another final."""
    if not _HANGUL.match(letter):
        return _NEIGHBOUR.get(letter.lower(), letter)
    code = ord(letter) - _FIRST_SYLLABLE
    without = code - code % _FINALS
    return chr(_FIRST_SYLLABLE + without + (0 if code % _FINALS else rng.choice(_WRONG_FINALS)))
