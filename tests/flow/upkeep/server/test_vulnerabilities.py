"""The audit of the locked packages: what is known is named, and no network is no failure."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.settings import SAMPLE
from tests.engines.chroma_server import free_port

AUDIT = SAMPLE.parent.parent / ".ci" / "audit"
TOOL = AUDIT.parent.parent / ".venv-audit" / "bin" / "pip-audit"

pytestmark = pytest.mark.skipif(not AUDIT.exists(), reason="the audit is no part of the package")


async def audited(osv: str, *arguments: str) -> tuple[int | None, str]:
    """The exit code of the audit, and what it says."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(AUDIT),
        *arguments,
        env={**os.environ, "PIP_AUDIT_OSV_URL": osv},  # noqa: TID251 - the tool's own environment
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await process.communicate()
    return process.returncode, said.decode()


def listing(vulnerable: dict[str, str]) -> web.Application:
    """A list of vulnerabilities: of each package, the version that mends it."""

    async def answer(request: web.Request) -> web.Response:
        name = (await request.json())["package"]["name"]
        if name not in vulnerable:
            return web.json_response({})
        events = [{"introduced": "0"}, {"fixed": vulnerable[name]}]
        affected = {
            "package": {"name": name, "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": events}],
        }
        known = {"id": "PYSEC-1", "modified": "2026-01-01T00:00:00Z", "affected": [affected]}
        return web.json_response({"vulns": [known]})

    application = web.Application()
    application.router.add_post("/v1/query", answer)
    return application


async def test_where_the_list_is_out_of_reach_the_audit_is_skipped_with_a_word() -> None:
    code, said = await audited(f"http://127.0.0.1:{free_port()}/v1/query")

    assert code == 0
    assert said == "Audit skipped: the list of vulnerabilities cannot be reached.\n"


async def test_a_page_instead_of_the_list_is_no_audit() -> None:
    async def sign_in(request: web.Request) -> web.Response:
        return web.Response(text="<html>sign in</html>")

    application = web.Application()
    application.router.add_post("/v1/query", sign_in)
    async with TestServer(application) as server:
        code, said = await audited(str(server.make_url("/v1/query")))

    assert (code, said.split(":")[0]) == (0, "Audit skipped")


@pytest.mark.skipif(not TOOL.exists(), reason="`make audit` installs pip-audit")
@pytest.mark.parametrize(("vulnerable", "code"), [({}, 0), ({"idna": "99.0"}, 1)])
async def test_a_package_with_a_known_vulnerability_ends_the_audit(
    vulnerable: dict[str, str], code: int, tmp_path: Path
) -> None:
    locked = tmp_path / "locked.txt"
    locked.write_text(
        f"idna==3.20 --hash=sha256:{'0' * 64}\nmdurl==0.1.2 --hash=sha256:{'1' * 64}\n"
    )

    async with TestServer(listing(vulnerable)) as server:
        outcome = await audited(str(server.make_url("/v1/query")), str(locked))

    names = [f"{name} 3.20: PYSEC-1, mended in {fixed}\n" for name, fixed in vulnerable.items()]
    total = f"Audit: {len(vulnerable)} known vulnerabilities in locked.txt.\n"
    assert outcome == (code, "".join([*names, total]))
