"""Brings the tables of an earlier version up to date, by Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def config() -> Config:
    """Returns Alembic's settings for the migrations of this folder."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent))
    return made


def upgrade(db: Connection, to: str = "head") -> None:
    """Runs the migrations that a database lacks, in the present transaction."""
    made = config()
    made.attributes["connection"] = db
    command.upgrade(made, to)
