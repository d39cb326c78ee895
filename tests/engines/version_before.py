"""Starts storewise as the version before, as far as a checkout without its history can tell.

`python -m tests.engines.version_before serve` is the command `serve` of this code with the tables
of the version before: without the last migration, and at its revision. It makes those tables in an
empty database, and finds the ones of this version to be one ahead of its own. What this code does
with tables that the last migration added it does in a schema of its own, so that the version before
neither needs them nor sees them.

This shows that both sets of tables work with running servers, and that the last migration does not
stand in the way of one. It does not show what the code of the version before did differently, such
as how it wrote a question down: before a release, run the real one beside this one, too. Nor can it
do without a column that the last migration added to a table of before, as this code names it: it
then refuses to start.
"""

import sys

from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

from adapters.database import schema
from adapters.database.migrations import config, upgrade
from adapters.database.tables import metadata
from bot.settings import DatabaseSettings

_OWN = "not_in_the_version_before"


def revision_before() -> str:
    """The last migration of the version before."""
    head = ScriptDirectory.from_config(config()).get_revision("head")
    assert isinstance(head.down_revision, str)
    return head.down_revision


def columns_before() -> dict[str, set[str]]:
    """The columns of each table of the version before."""
    engine = create_engine("sqlite://")
    with engine.begin() as db:
        upgrade(db, revision_before())
        found = inspect(db)
        columns = {
            name: {one["name"] for one in found.get_columns(name)}
            for name in found.get_table_names()
        }
    engine.dispose()
    return columns


def become_the_version_before(url: str) -> None:
    """Gives this process the tables of the version before."""
    before = columns_before()
    for table in metadata.sorted_tables:
        if table.name not in before:
            table.schema = _OWN
        elif added := set(table.columns.keys()) - before[table.name]:
            raise SystemExit(f"this code needs {table.name}.{min(added)}; see this module")
    schema.REVISION = revision_before()  # type: ignore[attr-defined] # imported there
    engine = create_engine(url)
    with engine.begin() as db:
        db.execute(text(f"CREATE SCHEMA IF NOT EXISTS {_OWN}"))
    engine.dispose()


if __name__ == "__main__":
    from bot.__main__ import main

    shared = DatabaseSettings().url
    assert shared is not None
    become_the_version_before(shared.get_secret_value())
    sys.exit(main())
