"""Statements that several stores need."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, delete, literal, select

from adapters.database.engine import insert, is_shared, lock_of


def is_written(db: Connection, own: ColumnElement[bool]) -> bool:
    """Whether a row is there that only the present work writes.

    It may have been done before its connection was lost.
    """
    return db.execute(select(literal(1)).where(own)).first() is not None


def inserted_alone(db: Connection, table: Table, row: dict[str, Any], lock: str) -> bool:
    """Inserts a row while nobody else holds the lock of this name; False if its key is there.

    PostgreSQL does both at once, so that a replica that is slow, or dies, never holds the lock.
    """
    given = insert(db, table)
    if is_shared(db):
        held = select(lock_of(lock).label("held")).subquery()
        values = [literal(value, table.c[name].type) for name, value in row.items()]
        given = given.from_select(list(row), select(*values).select_from(held))
    else:
        given = given.values(row)
    return bool(db.execute(given.on_conflict_do_nothing()).rowcount)


def counted_of_day(db: Connection, table: Table, row: dict[str, Any], most: int) -> bool:
    """Counts one more in the column `made` of a row with a `day`; False if it has `most` already.

    The first of a row deletes those of earlier days.
    """
    given = insert(db, table).values(**row, made=1)
    counted = given.on_conflict_do_update(
        index_elements=list(table.primary_key.columns),
        set_={"made": table.c.made + 1},
        where=table.c.made < most,
    )
    made = db.execute(counted.returning(table.c.made)).scalar()
    if made == 1:
        db.execute(delete(table).where(table.c.day < row["day"]))
    return made is not None
