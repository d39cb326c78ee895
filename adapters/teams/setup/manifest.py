"""The Teams app as a package to upload: a zip of the manifest, its Korean texts and two icons."""

import io
import json
import re
import struct
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bot.model.errors import ManifestError

FOLDER = Path(__file__).parents[3] / "manifests" / "teams"
ICONS = {"color.png": 192, "outline.png": 32}
"""The icons, with their width and height in pixels."""
READING = "ChannelMessage.Read.Group"
"""The permission to get replies without a mention; only channels have threads."""
_GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NO_ID = "00000000-0000-0000-0000-000000000000"
_HOST = "YOUR-HOST"
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_DOMAIN = re.compile(rf"(?=.{{4,253}}\Z)({_LABEL}\.)+[a-z]([a-z0-9-]{{0,61}}[a-z0-9])?")
_VERSION = re.compile(r"(0|[1-9]\d{0,8})(\.(0|[1-9]\d{0,8})){2}", re.ASCII)
_LONGEST_NAME, _LONGEST_URL = 32, 2048
_FIXED = (1980, 1, 1, 0, 0, 0)
"""The earliest date of a zip entry: the same files always make the same bytes."""
_PNG = b"\x89PNG\r\n\x1a\n"
_HEAD = struct.Struct(">8s4x4sII")
"""The start of a PNG: signature, name of the first chunk, width, height."""
_WRONG_ID = (
    "{shown} is not an app id; copy the Microsoft App ID of the bot, such as "
    "11111111-2222-3333-4444-555555555555, from portal.azure.com > your bot > "
    "Configuration"
)
_WRONG_DOMAIN = (
    "{shown} is not a domain that Teams can reach; write it like bot.example, without "
    "https://, a port or a path"
)
_WRONG_PAGE = "{shown} is not a web address; write it like https://acme.example/privacy"
_WRONG_NAME = f"a developer's name has 1 to {_LONGEST_NAME} characters on one line"
_WRONG_VERSION = "{shown} is not a version; write it like 1.0.1, higher than the version in Teams"


@dataclass(frozen=True, slots=True)
class Publisher:
    """The app's developer; missing fields default to the bot's own."""

    name: str | None = None
    website: str | None = None
    privacy: str | None = None
    terms: str | None = None


def package(
    app_id: str,
    domain: str,
    publisher: Publisher = Publisher(),
    *,
    version: str | None = None,
    follow_threads: bool = False,
) -> bytes:
    """Returns the app package as a zip. Raises ManifestError for invalid arguments."""
    manifest = render(app_id, domain, publisher, version=version, follow_threads=follow_threads)
    files = {"manifest.json": json.dumps(manifest, ensure_ascii=False, indent=2).encode()}
    for language in manifest["localizationInfo"]["additionalLanguages"]:
        files[language["file"]] = _read(language["file"])
    for name, size in ICONS.items():
        files[name] = _read(name)
        check_icon(name, files[name], size)
    return _zipped(files)


def render(
    app_id: str,
    domain: str,
    publisher: Publisher = Publisher(),
    *,
    version: str | None = None,
    follow_threads: bool = False,
) -> dict[str, Any]:
    """Returns the manifest of this bot. Raises ManifestError."""
    text = _read("manifest.json").decode()
    filled = text.replace(_NO_ID, _id(app_id)).replace(_HOST, _domain(domain))
    manifest: dict[str, Any] = json.loads(filled)
    manifest["developer"] |= _developer(publisher)
    if version is not None:
        manifest["version"] = _version(version)
    if follow_threads:
        manifest |= _reading(manifest)
    return manifest


def check_icon(name: str, content: bytes, size: int) -> None:
    """Raises ManifestError unless the content is a PNG of this size."""
    head = content[: _HEAD.size].ljust(_HEAD.size)
    signature, chunk, width, height = _HEAD.unpack(head)
    if (signature, chunk) != (_PNG, b"IHDR"):
        raise ManifestError(f"{FOLDER / name} is not a PNG")
    if (width, height) != (size, size):
        raise ManifestError(f"{FOLDER / name} is {width} × {height} pixels, not {size} × {size}")


def _reading(manifest: dict[str, Any]) -> dict[str, Any]:
    """Adds the permission, which a team's owners grant when they install the app."""
    rights = [{"name": READING, "type": "Application"}]
    # Not used for tokens; Teams wants an address if there are permissions.
    resource = f"https://{manifest['validDomains'][0]}"
    return {
        "webApplicationInfo": {"id": manifest["id"], "resource": resource},
        "authorization": {"permissions": {"resourceSpecific": rights}},
    }


def _developer(publisher: Publisher) -> dict[str, str]:
    """The developer fields; privacy page and terms default to the website."""
    given: dict[str, str] = {}
    if publisher.name is not None:
        given["name"] = _name(publisher.name)
    if publisher.website is not None:
        page = _page(publisher.website)
        given |= dict.fromkeys(("websiteUrl", "privacyUrl", "termsOfUseUrl"), page)
    if publisher.privacy is not None:
        given["privacyUrl"] = _page(publisher.privacy)
    if publisher.terms is not None:
        given["termsOfUseUrl"] = _page(publisher.terms)
    return given


def _id(app_id: str) -> str:
    guid = app_id.strip().lower()
    if _GUID.fullmatch(guid) is None or guid == _NO_ID:
        raise ManifestError(_WRONG_ID.format(shown=_shown(app_id)))
    return guid


def _domain(domain: str) -> str:
    name = domain.strip().lower()
    if _DOMAIN.fullmatch(name) is None:
        raise ManifestError(_WRONG_DOMAIN.format(shown=_shown(domain)))
    return name


def _version(version: str) -> str:
    if _VERSION.fullmatch(version) is None:
        raise ManifestError(_WRONG_VERSION.format(shown=_shown(version)))
    return version


def _name(name: str) -> str:
    if not (1 <= len(name.strip()) <= _LONGEST_NAME and name.isprintable()):
        raise ManifestError(_WRONG_NAME)
    return name.strip()


def _page(url: str) -> str:
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode()
    except ValueError:
        raise ManifestError(_WRONG_PAGE.format(shown=_shown(url))) from None
    known = parts.scheme == "https" and _DOMAIN.fullmatch(host) is not None
    plain = url.isprintable() and len(url) <= _LONGEST_URL and not any(sign in url for sign in " @")
    if not (known and plain):
        raise ManifestError(_WRONG_PAGE.format(shown=_shown(url)))
    return url


def _read(name: str) -> bytes:
    try:
        return (FOLDER / name).read_bytes()
    except OSError as error:
        raise ManifestError(f"{FOLDER / name} cannot be read") from error


def _zipped(files: dict[str, bytes]) -> bytes:
    """A zip with all files at the root: Teams does not look into folders."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _FIXED)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return made.getvalue()


def _shown(text: str) -> str:
    """Input for printing: without passwords or terminal control characters."""
    kept = "".join(sign for sign in text if sign.isprintable())[:100]
    return repr(re.sub(r"//[^/@]*@", "//…@", kept))
