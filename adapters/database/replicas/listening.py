"""Hears PostgreSQL's notices, on a connection of its own."""

import logging
import threading

import psycopg
from sqlalchemy import URL

from adapters.database.postgresql import CONNECT_S, plain
from adapters.database.replicas.notices import CHANNEL, Notices

logger = logging.getLogger(__name__)

_LOOK_S = 0.5
"""Seconds after which a stop is noticed."""
_PAUSE_S = 1.0


class Listening:
    """A thread that passes notices on, and connects again for as long as it takes."""

    def __init__(self, url: URL, notices: Notices) -> None:
        self._url = plain(url)
        self._notices = notices
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Begins to listen, once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Ends it; waits for half a second at most."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._ends.clear()

    def _run(self) -> None:
        while not self._ends.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                about = {"error": type(error).__name__}
                logger.warning("notices of other replicas are not heard now", extra=about)
                self._ends.wait(_PAUSE_S)

    def _listen(self) -> None:
        with psycopg.connect(
            self._url,
            autocommit=True,
            connect_timeout=CONNECT_S,
            application_name="storewise notices",
        ) as db:
            db.execute(f"LISTEN {CHANNEL}")
            self._notices.ring_all()  # some may have come while nobody listened
            while not self._ends.is_set():
                for notice in db.notifies(timeout=_LOOK_S):
                    self._notices.ring(notice.payload)
