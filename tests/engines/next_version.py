"""Starts storewise as the next version, as far as anyone can tell before it is written.

`python -m tests.engines.next_version serve` is the command `serve` of this code with one migration
more, which adds a table and a column. It brings the tables up to date beside servers of this
version, and those find them to be one ahead of their own.

This shows that both sets of tables work with running servers, and that a migration does not stand
in the way of one. It does not show what the code of the next version does differently, such as how
it writes a question down: before a release, run the real one beside this one, too.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from alembic.config import Config

from adapters.database import migrations as now
from adapters.database import schema
from adapters.database.tables import REVISION

NEXT = f"{int(REVISION) + 1:04}"
_MIGRATION = """
import os, signal
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = {next!r}, {head!r}, None, None
def upgrade():
    op.create_table("added", sa.Column("word", sa.Text(), primary_key=True))
    op.add_column("answers", sa.Column("added", sa.Text(), server_default=""))
    {then}
"""


def migrations(folder: Path, then: str = "") -> Path:
    """Writes the migrations of the next version; `then` is what the last one does at its end."""
    shutil.copytree(now.config().get_main_option("script_location") or "", folder)
    written = _MIGRATION.format(next=NEXT, head=REVISION, then=then)
    (folder / "versions" / f"revision_{NEXT}.py").write_text(written, encoding="utf-8")
    return folder


def config_of(scripts: Path) -> Config:
    """Alembic's settings for the migrations in a folder."""
    made = Config()
    made.set_main_option("script_location", str(scripts))
    return made


def become_the_next_version(folder: Path) -> None:
    """Gives this process the migrations of the next version."""
    made = config_of(migrations(folder / "migrations"))
    now.config = lambda: made
    schema.REVISION = NEXT  # type: ignore[attr-defined] # imported there


if __name__ == "__main__":
    from bot.__main__ import main

    with tempfile.TemporaryDirectory() as made:
        become_the_next_version(Path(made))
        sys.exit(main())
