"""The documents that may answer a program's question or search."""

import hashlib
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import date
from itertools import chain
from typing import Protocol

from adapters.web.callers import Caller
from adapters.web.problems import Problem, Trouble
from bot.model import Length, Scope
from bot.ports import Index
from bot.stores import Stores
from knowledge.model.documents import Audience, Filters, Language

Kinds = tuple[set[str], set[str]]
"""Kinds of store, and categories."""


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


class Scopes:
    """The scopes of requests; refuses a kind of store or a category that nothing has."""

    def __init__(self, stores: Stores, index: Index, today: Callable[[], date]) -> None:
        self._stores = stores
        self._index = index
        self._today = today
        self._of_roles: dict[Audience, tuple[int, Kinds]] = {}

    async def asked(
        self,
        caller: Caller,
        asked: Scoped,
        *,
        length: Length | None = None,
        store: str | None = None,
    ) -> Scope:
        """The scope of a request. Raises Problem, KnowledgeError."""
        scope = in_store(scope_asked(caller, asked, length), store, self._stores)
        await self.check(caller, scope)
        return scope

    async def check(self, caller: Caller, scope: Scope) -> None:
        """Raises Problem for a kind of store or a category that nothing has, KnowledgeError."""
        store_type = None if scope.store_type == caller.store_type else scope.store_type
        if not store_type and not scope.category:
            return
        store_types, categories = await self._kinds(caller.role)
        # Where no rule is for one kind of store alone, all rules count in each.
        if store_type and store_types:
            _demand("store_type", store_type, store_types)
        if scope.category:
            _demand("category", scope.category, categories)

    async def _kinds(self, role: Audience) -> Kinds:
        """The kinds of store, and the categories, of all documents that a role may read."""
        async with self._index.pinned() as search:
            number = search.generation.number
            known, kinds = self._of_roles.get(role, (None, None))
            if kinds is None or known != number:
                every = Filters(as_of=self._today(), audience=role)
                headers = await search.history.starting(date.min, every)
                of_stores = (one.store_type for one in self._stores.all if one.store_type)
                kinds = (
                    {*of_stores, *chain.from_iterable(one.store_types for one in headers)},
                    {one.category for one in headers},
                )
                self._of_roles[role] = number, kinds
            return kinds


def _demand(name: str, value: str, known: Collection[str]) -> None:
    if value in map(str.casefold, known):
        return
    text = f"there is no {name} {value}; there are: {', '.join(sorted(known))}"
    wrong = {"type": "unknown_value", "loc": (name,), "msg": text, "input": value}
    raise Problem(Trouble.INVALID, f"`{name}`: {text}", [wrong])


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
    """The private thread of a key, and of its user; hashed, as an id may be a phone number."""
    if not conversation_id:
        return ""
    return f"{caller.sender}:{hashlib.sha256(conversation_id.encode()).hexdigest()[:16]}"
