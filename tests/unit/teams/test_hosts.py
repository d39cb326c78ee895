"""Where the bot's token may be sent: hosts that are Microsoft's, or named in the settings."""

import pytest

from adapters.teams.api.hosts import ServiceHosts


@pytest.mark.parametrize(
    "service_url",
    [
        "https://smba.trafficmanager.net/kr/",
        "https://SMBA.trafficmanager.net",
        "https://europe.webchat.botframework.com/",
        "https://teams.microsoft.com/",
        "https://teams.microsoft.us/gov",
    ],
)
def test_the_hosts_of_teams_are_called(service_url: str) -> None:
    assert ServiceHosts().url(service_url) is not None


@pytest.mark.parametrize(
    "service_url",
    [
        None,
        7,
        ["https://smba.trafficmanager.net/"],
        "",
        "smba.trafficmanager.net",
        "//smba.trafficmanager.net/",
        "https:smba.trafficmanager.net",
        "http://smba.trafficmanager.net/",
        "ftp://smba.trafficmanager.net/",
        "https://evil.example/",
        "https://smba.trafficmanager.net.evil.example/",
        "https://evil-smba.trafficmanager.net/",
        "https://botframework.com.evil.example/",
        "https://evilbotframework.com/",
        "https://smba.trafficmanager.net@evil.example/",
        "https://me:secret@smba.trafficmanager.net/",
        "https://me@smba.trafficmanager.net/",
        "https://evil.example\\@smba.trafficmanager.net/",
        "https://evil.example#@smba.trafficmanager.net/",
        "https://evil.example?@smba.trafficmanager.net/",
        "https://smba.trafficmanager.net:x/",
        "https://smba.trafficmanager.net\r\nHost: evil.example/",
        "https://[::1",
        "https://127.0.0.1/",
        "http://localhost:3978/",
        "http://169.254.169.254/metadata",
    ],
)
def test_nothing_is_sent_anywhere_else(service_url: object) -> None:
    assert ServiceHosts().url(service_url) is None


@pytest.mark.parametrize(
    ("further", "service_url", "is_called"),
    [
        ("smba.infra.gcc.teams.microsoft.com", "https://smba.infra.gcc.teams.microsoft.com/", True),
        ("*.proxy.example", "https://a.proxy.example/", True),
        ("*.proxy.example", "https://proxy.example/", False),
        ("*.proxy.example", "http://a.proxy.example/", False),
        ("127.0.0.1", "http://127.0.0.1:3978/", True),
        ("localhost", "http://localhost:3978/", True),
        ("::1", "http://[::1]:3978/", True),
        ("10.0.0.7", "http://10.0.0.7/", False),
    ],
)
def test_further_hosts_are_called_and_in_the_clear_on_this_machine_only(
    further: str, service_url: str, is_called: bool
) -> None:
    assert (ServiceHosts([further]).url(service_url) is not None) is is_called
