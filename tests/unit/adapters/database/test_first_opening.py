"""Two processes may open storewise.db for the first time at once."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from adapters.database import Database
from adapters.records.inbox import SqlInbox
from bot.model.kept import Depth

_HELD_S = 0.3


async def test_who_opens_it_second_waits_for_the_first(tmp_path: Path) -> None:
    file = tmp_path / "매장 data" / "storewise.db"
    file.parent.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as first:
        first.execute("CREATE TABLE begun (number integer)")
        first.execute("BEGIN IMMEDIATE")  # as the first holds it, before it is written ahead
        writes = threading.Timer(_HELD_S, first.execute, ["COMMIT"])
        writes.start()

        with closing(Database(file.parent)) as database:
            depth = await SqlInbox(database).depth()
        writes.join()

    assert depth == Depth(0, None)
