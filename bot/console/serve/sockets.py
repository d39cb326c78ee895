"""Takes the server's port before anything slow, so that a taken port is told at once."""

import errno
import os
import socket
from collections.abc import Generator
from contextlib import ExitStack, contextmanager

from bot.model.errors import ListeningError

_WAITING = 128
"""Connections that wait while the server starts."""


@contextmanager
def listening(host: str, port: int) -> Generator[list[socket.socket]]:
    """Listens on every address of the host. Raises ListeningError, naming the setting to change."""
    with ExitStack() as opened:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            addresses = dict.fromkeys((one[0], one[4]) for one in found)
            taken = [opened.enter_context(_listening(*one)) for one in addresses]
        except OSError as error:
            raise _refused(host, port, error) from error
        yield taken


def _listening(family: int, address: tuple[object, ...]) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere this option lets two servers share a port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
        made.listen(_WAITING)
    except OSError:
        made.close()
        raise
    return made


def _refused(host: str, port: int, error: OSError) -> ListeningError:
    unknown = isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL
    reason = "no such address" if unknown else os.strerror(error.errno or 0)
    setting = "SERVER_HOST" if unknown else "SERVER_PORT"
    where = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    return ListeningError(f"cannot listen on {where}: {reason}. Set {setting}.")
