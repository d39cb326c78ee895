"""Runs all rules. A new kind of personal data is a module in `kinds`, listed here."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.privacy.entities import EntityType, Span
from bot.privacy.kinds.addresses import find_addresses
from bot.privacy.kinds.emails import find_emails
from bot.privacy.kinds.identity import find_companies, find_identity, find_papers
from bot.privacy.kinds.machines import find_credentials, find_machines, find_wire
from bot.privacy.kinds.money import find_accounts, find_cards
from bot.privacy.kinds.people import find_people
from bot.privacy.kinds.phones.by_shape import (
    find_phones,
    find_phones_abroad,
    find_phones_by_country,
    is_range,
)
from bot.privacy.reading import NormalisedText

Kinds = frozenset[EntityType]


@dataclass(frozen=True, slots=True)
class _Finder:
    find: Callable[[NormalisedText], Iterator[Span]]
    kinds: Kinds


def _finder(find: Callable[[NormalisedText], Iterator[Span]], *kinds: EntityType) -> _Finder:
    return _Finder(find, frozenset(kinds))


_ANYWHERE = (
    _finder(find_wire, *EntityType),  # mentions of people are always redacted
    _finder(find_emails, EntityType.EMAIL),
    _finder(find_credentials, EntityType.SECRET),
    _finder(find_addresses, EntityType.ADDRESS),
    _finder(find_machines, EntityType.IP),
    _finder(find_people, EntityType.NAME),
)
_NUMBERS = (
    _finder(find_phones, EntityType.PHONE),
    _finder(find_phones_abroad, EntityType.PHONE),
    _finder(find_phones_by_country, EntityType.PHONE),
    _finder(find_identity, EntityType.SSN, EntityType.RRN),
    _finder(find_cards, EntityType.CARD),
    _finder(find_accounts, EntityType.IBAN, EntityType.ACCOUNT),
    _finder(find_companies, EntityType.BRN),
    _finder(find_papers, EntityType.PASSPORT, EntityType.LICENSE),
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
