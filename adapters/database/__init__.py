"""Everything that is not the index: in a file here, or in PostgreSQL for several replicas."""

from adapters.database.database import Database, Results
from adapters.database.notices import notify

__all__ = ["Database", "Results", "notify"]
