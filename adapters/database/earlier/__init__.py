"""What earlier versions kept in several files, and what a file here held before PostgreSQL."""

from adapters.database.earlier.preparing import prepare_file, prepare_shared

__all__ = ["prepare_file", "prepare_shared"]
