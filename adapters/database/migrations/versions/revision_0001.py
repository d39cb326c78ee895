"""The tables of the first release, which `schema.prepare` made."""

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Does nothing: no database is older."""
