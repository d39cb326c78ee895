"""Keeps rules that people write, reviews of documents, fixed answers, and who has read what.

The version before does not use any of it.
"""

import sqlalchemy as sa
from alembic import op

from adapters.database.columns import UtcTime, Words

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_COUNTED = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_IN_FORCE = sa.text("state IN ('in_force', 'withdrawn')")


def upgrade() -> None:
    """Adds the tables."""
    op.create_table(
        "rules",
        sa.Column("number", _COUNTED, sa.Identity(), primary_key=True),
        sa.Column("rule_id", Words, nullable=False, unique=True),
        sa.Column("doc_id", Words, nullable=False),
        sa.Column("version", Words, nullable=False),
        sa.Column("state", Words, nullable=False),
        sa.Column("body", Words, nullable=False),
        sa.Column("written_by", Words, nullable=False),
        sa.Column("written_at", UtcTime, nullable=False),
        sa.Column("decided_by", Words),
        sa.Column("decided_at", UtcTime),
        sa.Column("indexed_at", UtcTime),
        sa.Column("told_at", UtcTime),
    )
    op.create_index(
        "versions_of_rules",
        "rules",
        ["doc_id", "version"],
        unique=True,
        postgresql_where=_IN_FORCE,
        sqlite_where=_IN_FORCE,
    )
    op.create_table(
        "reviews",
        sa.Column("doc_id", Words, primary_key=True),
        sa.Column("version", Words, primary_key=True),
        sa.Column("review_by", sa.Date, nullable=False),
        sa.Column("person", Words, nullable=False),
        sa.Column("at", UtcTime, nullable=False),
    )
    op.create_table(
        "pins",
        sa.Column("pin_id", Words, primary_key=True),
        sa.Column("body", Words, nullable=False),
        sa.Column("ends_on", sa.Date),
        sa.Column("person", Words, nullable=False),
        sa.Column("at", UtcTime, nullable=False),
    )
    op.create_table(
        "receipts",
        sa.Column("rule_id", Words, primary_key=True),
        sa.Column("person", Words, primary_key=True),
        sa.Column("store", Words, nullable=False),
        sa.Column("at", UtcTime, nullable=False),
        sa.Column("understood", sa.Boolean),
    )
