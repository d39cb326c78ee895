"""The columns that both databases store alike."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, String, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine


class Words(TypeDecorator[str]):
    """A text of any length, without the NULs that PostgreSQL does not take."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Returns a text as the database takes it."""
        return value if value is None else str(value).replace("\x00", "")


class UtcTime(TypeDecorator[datetime]):
    """A time with its zone, in UTC, to the microsecond.

    SQLite has no such type: there it is a text of fixed width, so that texts sort like times.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Returns the type of a database's column."""
        return dialect.type_descriptor(String() if dialect.name == "sqlite" else self.impl_instance)

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Returns a time as the database takes it."""
        if value is None:
            return None
        in_utc = value.astimezone(UTC)
        return in_utc.isoformat(timespec="microseconds") if dialect.name == "sqlite" else in_utc

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Returns a time as the database gave it."""
        if value is None:
            return None
        time = datetime.fromisoformat(value) if isinstance(value, str) else value
        return time.astimezone(UTC)
