"""Generates clients of the API, compiles them, and calls a server by them: `make e2e-clients`."""

import json
import subprocess
import sys
from pathlib import Path

from tests.flow.api.running import running

HERE = Path(__file__).parent
FILES = ("en/gift-cards.md", "en/refund-policy.v2.md")
STRICT = (
    "--strict",
    "--module",
    "nodenext",
    "--moduleResolution",
    "nodenext",
    "--target",
    "es2022",
)


def main() -> None:
    """Does both; ends with an error where one of them does."""
    scratch = Path(sys.argv[1])
    with running(scratch, FILES, local=True) as server:
        document = scratch / "openapi.json"
        document.write_text(json.dumps(server.document()), encoding="utf-8")
        (scratch / "client.ts").write_text((HERE / "client.ts").read_text(encoding="utf-8"))
        done(scratch, "npx", "openapi-typescript", document, "-o", scratch / "schema.d.ts")
        # Checks ours and the generated types, not those of libraries.
        done(scratch, "npx", "tsc", *STRICT, "--skipLibCheck", "--outDir", "js", "client.ts")
        done(scratch, "node", "js/client.js", server.address)
        sys.stdout.write("TypeScript: compiled and called\n")
        wanted = ("--path", document, "--output-path", "generated", "--meta", "none", "--overwrite")
        program = scratch / "python/bin/openapi-python-client"
        done(scratch, scratch / "python/bin/python", program, "generate", *wanted)
        done(scratch, scratch / "python/bin/python", HERE / "client.py", scratch, server.address)
        sys.stdout.write("Python: generated and called\n")


def done(folder: Path, *words: object) -> None:
    """Runs a program in the folder. Raises CalledProcessError."""
    subprocess.run([str(word) for word in words], cwd=folder, check=True)  # noqa: S603 - ours


if __name__ == "__main__":
    main()
