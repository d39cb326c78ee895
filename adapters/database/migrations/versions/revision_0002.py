"""Keeps what suggestions would answer; the version before does not use it."""

import sqlalchemy as sa
from alembic import op

from adapters.database.columns import UtcTime, Words

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "tries",
        sa.Column("key", Words, primary_key=True),
        sa.Column("result", Words, nullable=False),
        sa.Column("tried_at", UtcTime, nullable=False),
    )
    op.create_index("tries_by_time", "tries", ["tried_at"])
