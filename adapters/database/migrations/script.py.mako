"""${message}"""

import sqlalchemy as sa
from alembic import op

from adapters.database.columns import UtcTime, Words
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leaves the version before able to work: it adds, and never asks for what that one lacks."""
    ${upgrades if upgrades else "pass"}
