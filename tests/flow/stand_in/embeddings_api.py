"""A stand-in for OpenAI's embeddings on loopback: vectors of words, and a first refusal."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from zlib import crc32


class EmbeddingsApi(ThreadingHTTPServer):
    """Tells the first request to come again; keeps the texts of all others."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Embeddings)
        self.url = f"http://127.0.0.1:{self.server_port}/v1"
        self.refused = 0
        self.texts: list[str] = []


@contextmanager
def embeddings_api() -> Iterator[EmbeddingsApi]:
    with EmbeddingsApi() as api:
        thread = threading.Thread(target=api.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield api
        finally:
            api.shutdown()
            thread.join()


class _Embeddings(BaseHTTPRequestHandler):
    server: EmbeddingsApi

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not self.server.refused:
            self.server.refused += 1
            self._say(429, {"error": {"message": "busy"}})
            return
        self.server.texts += asked["input"]
        rows = [
            {"object": "embedding", "index": n, "embedding": vector_of(text, asked["dimensions"])}
            for n, text in enumerate(asked["input"])
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        self._say(200, {"object": "list", "data": rows, "model": asked["model"], "usage": usage})

    def log_message(self, *_: object) -> None:
        """Say nothing in the test's output."""

    def _say(self, status: int, body: object) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("retry-after-ms", "1")
        self.end_headers()
        self.wfile.write(content)


def vector_of(text: str, length: int) -> list[float]:
    vector = [0.0] * length
    for word in text.lower().split():
        vector[crc32(word.encode()) % length] += 1.0
    return vector
