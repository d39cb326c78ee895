"""What replicas know of one another's last minutes."""

import sqlalchemy as sa
from alembic import op

from adapters.database.columns import UtcTime, Words

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds a table that the version before does not ask for."""
    op.create_table(
        "short_lived",
        sa.Column("key", Words(), nullable=False),
        sa.Column("value", Words(), nullable=False),
        sa.Column("until", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_short_lived"),
    )
    op.create_index("short_lived_by_end", "short_lived", ["until"], unique=False)
