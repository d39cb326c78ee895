"""The redaction speaks to nobody, not even when it is imported."""

import subprocess
import sys

_ALONE = """
import socket

def refuse(*_arguments, **_named):
    raise SystemExit("the redaction opened a socket")

socket.socket = socket.create_connection = socket.getaddrinfo = refuse
from bot.privacy import Choices, EntityType, Redactor

everything = Redactor(Choices(kinds=frozenset(EntityType), phone_regions=("GB", "JP")))
print(everything.safe("hong@naver.com, kim@shop.co.uk, 010-1234-5678, +44 20 7946 0018"))
"""


def test_import_and_use_open_no_socket() -> None:
    ran = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", _ALONE], capture_output=True, text=True, check=False, timeout=60
    )

    assert ran.stderr == ""
    assert ran.stdout.count("[REDACTED_EMAIL]") == 2
    assert ran.stdout.count("[REDACTED_PHONE]") == 2
