"""How long a server's event loop is blocked, seen from outside."""

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

_EVERY_S = 0.02


class Pulse:
    """Asks for /healthz all the time, in a thread of its own."""

    def __init__(self, url: str) -> None:
        self._address = urlsplit(url)
        self._longest_s = 0.0
        self._ended = threading.Event()

    @contextmanager
    def felt(self) -> Iterator[None]:
        """Asks until the end of the block."""
        thread = threading.Thread(target=self._feel)
        thread.start()
        try:
            yield
        finally:
            self._ended.set()
            thread.join()

    def longest_ms(self) -> float:
        """Returns the longest answer since the last call."""
        longest_s, self._longest_s = self._longest_s, 0.0
        return longest_s * 1000

    def _feel(self) -> None:
        connection = http.client.HTTPConnection(
            self._address.hostname or "", self._address.port, timeout=60
        )
        while not self._ended.wait(_EVERY_S):
            start = time.perf_counter()
            try:
                connection.request("GET", "/healthz")
                connection.getresponse().read()
            except (http.client.HTTPException, OSError):
                connection.close()
            self._longest_s = max(self._longest_s, time.perf_counter() - start)
