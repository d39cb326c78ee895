"""Personal data, and the store's own contacts."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import ValidationInfo, field_validator
from pydantic_settings import NoDecode

from bot.privacy import Choices, EntityType
from bot.privacy.choices import may_be_allowed
from bot.privacy.entities import OPT_IN
from bot.privacy.kinds.phones.numbering import is_region
from bot.settings.group import Group, parts_of

_KINDS = ", ".join(sorted(EntityType))


class PrivacySettings(Group, env_prefix="PII_"):
    """Personal data to remove from questions, documents, answers and logs.

    After a change the documents are read again.
    """

    entities: Annotated[frozenset[EntityType], NoDecode] = frozenset(EntityType) - OPT_IN
    """Kinds to remove. `+NAME,-BRN` changes the default, `EMAIL,PHONE` replaces it.

    `ADDRESS`, `IP` and `NAME` can be added: rules find them less surely.
    """
    default_region: str = "KR"
    """Country of phone numbers in `PII_ALLOW` without a country code."""
    allow: Annotated[tuple[str, ...], NoDecode] = ()
    """The store's own e-mail addresses, phone and business numbers, which answers may show."""
    allow_file: Path | None = None
    """A file with more of them, one a line. `#` starts a comment."""
    keep_business_numbers: bool = True
    """Keep an organisation's phone numbers in documents.

    These are toll-free and representative numbers (080, 1588, 1-800), and numbers in a contact
    line ("Customer care: 02-312-3456") with no person near them. Mobile numbers never stay.
    """
    phone_regions: Annotated[tuple[str, ...], NoDecode] = ()
    """More countries whose phone formats are recognised, such as `GB,JP`.

    Korea and the USA always are. Each country costs some milliseconds a page.
    """

    @property
    def choices(self) -> Choices:
        """The choices as plain values, with the contacts from the file. Raises OSError."""
        listed = _lines_of(self.allow_file) if self.allow_file else ()
        return Choices(
            self.entities,
            frozenset((*self.allow, *listed)),
            self.keep_business_numbers,
            self.phone_regions,
            self.default_region,
        )

    @field_validator("entities", mode="before")
    @classmethod
    def _chosen(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        parts = parts_of(value.upper())
        signed = {part for part in parts if part[0] in "+-"}
        if signed and signed != parts:
            raise ValueError("write either +NAME,-BRN to change what is usual, or the whole list")
        unknown = {part.lstrip("+-") for part in parts} - {str(kind) for kind in EntityType}
        if unknown:
            raise ValueError(f"no such kind: {', '.join(sorted(unknown))}; there are {_KINDS}")
        if not signed:
            return parts
        added = {part[1:] for part in signed if part[0] == "+"}
        usual = {str(kind) for kind in frozenset(EntityType) - OPT_IN}
        return (usual | added) - {part[1:] for part in signed if part[0] == "-"}

    @field_validator("allow", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        if not value.lstrip().startswith("["):
            return sorted(parts_of(value))
        try:
            return json.loads(value)
        except ValueError as error:
            raise ValueError('no JSON list; write it like ["help@store.example"]') from error

    @field_validator("phone_regions", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return sorted(parts_of(value.upper())) if isinstance(value, str) else value

    @field_validator("phone_regions")
    @classmethod
    def _all_known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(_region, value))

    @field_validator("default_region")
    @classmethod
    def _known(cls, value: str) -> str:
        return _region(value.upper())

    @field_validator("allow")
    @classmethod
    def _contacts(cls, value: tuple[str, ...], known: ValidationInfo) -> tuple[str, ...]:
        _only_contacts(value, known)
        return value

    @field_validator("allow_file")
    @classmethod
    def _readable(cls, value: Path | None, known: ValidationInfo) -> Path | None:
        if value is None:
            return None
        try:
            listed = _lines_of(value)
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError("no such text file (UTF-8) that can be read") from error
        _only_contacts(listed, known)
        return value


def _region(code: str) -> str:
    if not is_region(code):
        raise ValueError("no such country; write two letters, such as KR or GB")
    return code


def _lines_of(path: Path) -> tuple[str, ...]:
    lines = (line.partition("#")[0].strip() for line in path.read_text("utf-8-sig").splitlines())
    return tuple(line for line in lines if line)


def _only_contacts(values: Sequence[str], known: ValidationInfo) -> None:
    region = known.data.get("default_region", "KR")
    for place, value in enumerate(values, start=1):
        if not may_be_allowed(value, region):
            # Named by its position: the value itself may be personal data.
            raise ValueError(
                f"entry {place} is no e-mail address, phone number or business number;"
                " nothing else can be allowed, no whole domain either"
            )
