"""The documents that may answer a program's question or search."""

import hashlib
from dataclasses import replace
from datetime import date
from typing import Protocol

from adapters.web.callers import Caller
from adapters.web.problems import Problem, Trouble
from bot.model import Length, Scope
from bot.stores import Stores
from knowledge.model.documents import Filters, Language


class Scoped(Protocol):
    """The fields of a request that choose which documents may answer; None means any."""

    @property
    def store_type(self) -> str | None: ...  # noqa: D102 - as in bot.model.Scope
    @property
    def category(self) -> str | None: ...  # noqa: D102
    @property
    def language(self) -> Language | None: ...  # noqa: D102
    @property
    def effective_date(self) -> date | None: ...  # noqa: D102


def scope_asked(caller: Caller, asked: Scoped, length: Length | None = None) -> Scope:
    """The scope of a request. Raises Problem if the key is for another store."""
    return scope_of(
        caller,
        asked.store_type,
        category=asked.category,
        language=asked.language,
        as_of=asked.effective_date,
        length=length,
    )


def scope_of(
    caller: Caller,
    store_type: str | None = None,
    *,
    category: str | None = None,
    language: Language | None = None,
    as_of: date | None = None,
    length: Length | None = None,
) -> Scope:
    """The scope from single values."""
    store_type = store_type.casefold() if store_type else None
    if caller.store_type and store_type not in (None, caller.store_type):
        raise Problem(Trouble.FORBIDDEN, f"This key is for {caller.store_type} alone.")
    return Scope(
        store_type=caller.store_type or store_type,
        category=category.casefold() if category else None,
        language=language,
        as_of=as_of,
        audience=caller.role,
        length=length,
    )


def in_store(scope: Scope, store: str | None, stores: Stores) -> Scope:
    """The scope in a store, by its id. Raises Problem if there is no such store."""
    if store is None:
        return scope
    if stores.get(store) is None:
        raise Problem(Trouble.INVALID, f"store: {stores.unknown(store)}.")
    return replace(scope, store=store)


def filters_of(scope: Scope, today: date) -> Filters:
    """A scope as the filters of a search."""
    return Filters(
        as_of=scope.as_of or today,
        audience=scope.audience,
        store_type=scope.store_type,
        category=scope.category,
        language=scope.language,
    )


def thread_of(caller: Caller, conversation_id: str | None) -> str:
    """The private thread of one key; hashed, as the program's id may be a phone number."""
    if not conversation_id:
        return ""
    return f"{caller.name}:{hashlib.sha256(conversation_id.encode()).hexdigest()[:16]}"
