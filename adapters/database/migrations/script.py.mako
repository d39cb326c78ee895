"""${message}"""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leaves the version before able to work: adds only, and never makes a column NOT NULL without a default."""
    ${upgrades if upgrades else "pass"}
