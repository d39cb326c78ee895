"""Runs all rules. A new kind of personal data is a module in `kinds`, listed here."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.privacy.entities import EntityType, Span
from bot.privacy.kinds import (
    accounts,
    addresses,
    cards,
    companies,
    credentials,
    emails,
    identity,
    machines,
    papers,
    people,
    wire,
)
from bot.privacy.kinds.phones import abroad as phones_abroad
from bot.privacy.kinds.phones import by_country as phones_by_country
from bot.privacy.kinds.phones import by_shape as phones
from bot.privacy.kinds.phones.by_shape import is_range
from bot.privacy.reading import NormalisedText

Kinds = frozenset[EntityType]


@dataclass(frozen=True, slots=True)
class _Finder:
    find: Callable[[NormalisedText], Iterator[Span]]
    kinds: Kinds


def _finder(find: Callable[[NormalisedText], Iterator[Span]], *kinds: EntityType) -> _Finder:
    return _Finder(find, frozenset(kinds))


_ANYWHERE = (
    _finder(wire.find, *EntityType),  # mentions of people are always redacted
    _finder(emails.find, EntityType.EMAIL),
    _finder(credentials.find, EntityType.SECRET),
    _finder(addresses.find, EntityType.ADDRESS),
    _finder(machines.find, EntityType.IP),
    _finder(people.find, EntityType.NAME),
)
_NUMBERS = (
    _finder(phones.find, EntityType.PHONE),
    _finder(phones_abroad.find, EntityType.PHONE),
    _finder(phones_by_country.find, EntityType.PHONE),
    _finder(identity.find, EntityType.SSN, EntityType.RRN),
    _finder(cards.find, EntityType.CARD),
    _finder(accounts.find, EntityType.IBAN, EntityType.ACCOUNT),
    _finder(companies.find, EntityType.BRN),
    _finder(papers.find, EntityType.PASSPORT, EntityType.LICENSE),
)

# Saves time, as most texts match nothing here. Number rules need six digits close together, or a
# cue word for passports and licences. A rule that needs no digits belongs to _ANYWHERE.
_MAY_HOLD_NUMBERS = re.compile(r"\d(?:[^\dA-Za-z]{0,4}\d){5}|(?i:여권|passport|면허|licen[sc]e)")


def hits_in(reading: NormalisedText, kinds: Kinds) -> Iterator[Span]:
    """All finds of these kinds of personal data, also overlapping ones."""
    for finder in _finders(reading.text):
        if finder.kinds & kinds:
            yield from (
                hit
                for hit in finder.find(reading)
                if not hit.type or (hit.type in kinds and not is_range(hit, reading))
            )


def _finders(text: str) -> tuple[_Finder, ...]:
    return _ANYWHERE + _NUMBERS if _MAY_HOLD_NUMBERS.search(text) else _ANYWHERE
