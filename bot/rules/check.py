"""The question of one tap that shows whether a rule was understood, made from its own words."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from hashlib import sha256

from bot.model.rules import Check
from knowledge.language.values import Value, values

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_GAP = "___"
_FACTORS = (Decimal(2), Decimal("0.5"), Decimal(3), Decimal("1.5"))
"""What makes other values of the right one: 7 and 28 days beside 14."""
_OPTIONS = 3


def check_of(sentences: Iterable[str], rule_id: str) -> Check | None:
    """Returns the question about the first sentence with a single value; None without one."""
    for sentence in sentences:
        found = [one for one in values(sentence) if _NUMBER.fullmatch(_number_in(one.text))]
        if len(found) == 1 and sentence.count(found[0].text) == 1:
            return _made(sentence, found[0], rule_id)
    return None


def _made(sentence: str, value: Value, rule_id: str) -> Check | None:
    others = list(dict.fromkeys(_others(value.text)))[: _OPTIONS - 1]
    if not others:
        return None
    # The right one has another place in each rule, and the same for everybody.
    right = sha256(rule_id.encode()).digest()[0] % (len(others) + 1)
    options = [*others[:right], value.text, *others[right:]]
    return Check(sentence, sentence.replace(value.text, _GAP), tuple(options), right)


def _others(text: str) -> Iterator[str]:
    """Other values in the same words: the number is another one, as long or short."""
    written = _number_in(text)
    amount = Decimal(written.replace(",", ""))
    for factor in _FACTORS:
        other = amount * factor
        if other != amount and other == other.to_integral_value() and other > 0:
            comma = "," if "," in written else ""
            yield text.replace(written, f"{int(other):{comma}}", 1)


def _number_in(text: str) -> str:
    found = _NUMBER.search(text)
    return found[0] if found else ""
